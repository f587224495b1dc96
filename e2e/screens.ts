import type { Page } from 'playwright-core'
import { boxStates } from './box-screens.ts'
import { collectionStates } from './collection-screens.ts'
import { companyStates } from './company-screens.ts'
import { indexingStates } from './indexing-screens.ts'
import { publicStates } from './public-screens.ts'
import { reviewStates } from './review-screens.ts'
import { amended, cardMenu, click, refuse, type ScreenState, type StateRow, stall, stateOf } from './screen-state.ts'
import { searchStates } from './search-screens.ts'
import type { SeededProduct } from './seeded.ts'
import { selectsStates } from './selects-screens.ts'
import { settingsStates } from './settings-screens.ts'
import { shareStates } from './share-screens.ts'
import { button, field } from './steps.ts'
import { versionStates } from './version-screens.ts'
import { wayStates } from './way-screens.ts'

const settled = (page: Page) => page.waitForLoadState('networkidle')

async function refusedLogin(page: Page): Promise<void> {
  await field(page, 'Email').fill('nobody@example.org')
  await field(page, 'Password').fill('not the password')
  await button(page.getByRole('main'), 'Sign in').click()
  await page.getByRole('alert').waitFor()
}

/** Every state of every screen, except those that only a failure of the browser causes. */
export function screenStates(seeded: SeededProduct): ScreenState[] {
  const { regular } = seeded
  const all: StateRow[] = [
    ['account-1-login', 'visitor', '/login'],
    ['account-2-login-refused', 'visitor', '/login', refusedLogin],
    ['account-3-signup', 'visitor', '/signup'],
    ['account-4-signup-errors', 'visitor', '/signup', click('Create account')],
    ['account-5-verification', 'visitor', '/verification', undefined, { email: regular.email }],
    ['account-6-verification-error', 'visitor', '/verification', click('Verify'), { email: regular.email }],
    ['account-7-forgot', 'visitor', '/forgot-password'],
    [
      'account-8-forgot-sent',
      'visitor',
      '/forgot-password',
      async (page) => {
        await field(page, 'Email').fill('nobody@example.org')
        await button(page, 'Send code').click()
        await page.getByText('Enter the code').waitFor()
      },
    ],
    ['account-9-reset', 'visitor', '/reset-password', undefined, { reset_email: regular.email }],
    ['account-9-reset-errors', 'visitor', '/reset-password', click('Reset password'), { reset_email: regular.email }],
    [
      'bar-1-user-menu',
      'regular',
      '/home',
      async (page) => {
        const menu = button(page, /^User menu/)
        await ((await menu.isVisible()) ? menu : button(page, 'Menu')).click()
      },
    ],
    ['bar-2-notifications', 'regular', '/home', click(/^Notifications/)],
    ['bar-3-notifications-empty', 'newcomer', '/home', click('Notifications')],
    ['bar-4-not-found', 'regular', '/nothing'],
    ['bar-5-not-found-visitor', 'visitor', '/nothing'],
    ['help-1-list', 'visitor', '/help'],
    ['help-1-list-user', 'regular', '/help'],
    ['help-2-page', 'visitor', '/help/ask'],
    ['help-2-page-user', 'regular', '/help/clips-and-selects'],
    ['help-3-none', 'regular', '/help/none'],
    ['help-4-source', 'visitor', '/source'],
    ...collectionStates(seeded),
    ...wayStates(seeded),
    ['collections-1-full', 'regular', '/collections'],
    ['collections-2-empty', 'newcomer', '/collections'],
    ['collections-2-expired', 'lapsed', '/collections'],
    ['collections-3-loading', 'regular', '/collections', stall('*indexes')],
    ['collections-3-not-loaded', 'regular', '/collections', refuse('*indexes')],
    ['collections-4-menu', 'regular', '/collections', click('More for Interviews')],
    ['collections-5-create', 'regular', '/collections?openCreateModal=true'],
    [
      'collections-5-create-errors',
      'regular',
      '/collections?openCreateModal=true',
      async (page) => {
        await page.getByLabel('Visual').uncheck()
        await page.getByLabel('Conversation').uncheck()
      },
    ],
    ['collections-6-rename', 'regular', '/collections', (page) => cardMenu(page, 'Interviews', 'Rename Collection')],
    [
      'collections-6-language',
      'regular',
      '/collections',
      async (page) => {
        await cardMenu(page, 'Interviews', 'Spoken Language')
        await button(page, /^Language: /).click()
      },
    ],
    ['collections-7-delete', 'regular', '/collections', (page) => cardMenu(page, 'Interviews', 'Delete')],
    ['home-1-tutorial', 'newcomer', '/home', undefined, { tutorialCompleted: 'false' }],
    ['home-2-empty', 'newcomer', '/home'],
    ['home-3-full', 'regular', '/home'],
    ['home-4-choose', 'regular', '/home', click('Upload Video')],
    ['home-4-choose-none', 'newcomer', '/home', click('Upload Video')],
    [
      'home-4-choose-no-seat',
      'regular',
      '/home',
      async (page) => {
        const closed = (collection: object) => ({ ...collection, can: { rename: false, delete: false, upload: false } })
        await amended('indexes', ({ indexes }) => ({ indexes: Object.values(indexes ?? []).map(closed) }))(page)
        await settled(page)
        await click('Upload Video')(page)
      },
    ],
    [
      'home-4-choose-not-loaded',
      'regular',
      '/home',
      async (page) => {
        await refuse('indexes')(page)
        await click('Upload Video')(page)
      },
    ],
    ['home-5-collection', 'regular', '/home', click(/^Collection: /)],
    ['password-1', 'regular', '/change-password'],
    ['password-2-errors', 'regular', '/change-password', click('Change password')],
    ...searchStates(seeded),
    ...settingsStates,
    ...companyStates(seeded),
    ...indexingStates,
  ]
  return [
    ...all.map((row) => stateOf(row, settled)),
    ...reviewStates(seeded),
    ...shareStates(seeded),
    ...boxStates(seeded),
    ...versionStates(seeded),
    ...selectsStates(seeded),
    ...publicStates(),
  ]
}
