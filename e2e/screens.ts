import path from 'node:path'
import type { ModelState } from '@footnote/contract/models.ts'
import type { Page } from 'playwright-core'
import { companyStates } from './company-screens.ts'
import { indexingStates } from './indexing-screens.ts'
import { publicStates } from './public-screens.ts'
import { reviewStates } from './review-screens.ts'
import { amended, cardMenu, click, refuse, type ScreenState, type StateRow, stall } from './screen-state.ts'
import { play, searchStates } from './search-screens.ts'
import { FILMS, type SeededProduct } from './seeded.ts'
import { settingsStates } from './settings-screens.ts'
import { button, card, dialog, field } from './steps.ts'

const settled = (page: Page) => page.waitForLoadState('networkidle')

async function refusedLogin(page: Page): Promise<void> {
  await field(page, 'Email').fill('nobody@example.org')
  await field(page, 'Password').fill('not the password')
  await button(page.getByRole('main'), 'Sign in').click()
  await page.getByRole('alert').waitFor()
}

/** Has the server say something of a model that no machine of a test has. */
const tellModels = (state: Omit<ModelState, 'name'>) => async (page: Page) => {
  await page.route('**/api/models', (route) =>
    route.fulfill({ json: { models: [{ name: 'siglip2-base', ...state }] } }),
  )
  await page.reload()
  await page.getByText(state.detail ?? `The model ${state.title}`).waitFor()
}

async function slowUpload(page: Page): Promise<void> {
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  const rest = { offline: false, latency: 0, downloadThroughput: -1 }
  await page
    .locator('input[type=file]')
    .setInputFiles([path.join(FILMS, 'harbour.mp4'), path.join(FILMS, 'kitchen.mp4')])
  await line.send('Network.emulateNetworkConditions', { ...rest, uploadThroughput: 60_000 })
  await button(dialog(page), 'Upload').click()
  const panel = page.getByRole('region', { name: 'Uploads' })
  await panel.waitFor()
  if (await button(panel, 'Expand uploads').isVisible()) await button(panel, 'Expand uploads').click()
  await panel.getByText(/KB\/s/).first().waitFor()
}

/** Every state of every screen, but for those that only a failure of the browser brings about. */
export function screenStates(seeded: SeededProduct): ScreenState[] {
  const { regular, collections } = seeded
  const { sample, full, empty, expired } = collections
  const chosen = [path.join(FILMS, 'harbour.mp4'), path.join(FILMS, 'kitchen.mp4')]
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
    ['collection-1-full', 'regular', `/collections/${full}`],
    [
      'collection-1-model-coming',
      'regular',
      `/collections/${full}`,
      tellModels({ title: 'SigLIP2 base 16/256', state: 'downloading', share: 0.428, detail: null }),
    ],
    [
      'collection-1-model-failed',
      'regular',
      `/collections/${full}`,
      tellModels({
        title: 'SigLIP2 base 16/256',
        state: 'failed',
        share: 0,
        detail: 'The model hub https://huggingface.co cannot be reached.',
      }),
    ],
    ['collection-2-empty', 'regular', `/collections/${empty}`],
    ['collection-3-expired', 'regular', `/collections/${expired}`],
    ['collection-4-not-found', 'regular', '/collections/none'],
    ['collection-5-loading', 'regular', `/collections/${full}`, stall('indexes/*')],
    ['collection-5-not-loaded', 'regular', `/collections/${full}`, refuse('indexes/*')],
    ['collection-6-sort', 'regular', `/collections/${full}`, click(/^Sort/)],
    [
      'collection-6-none-here',
      'regular',
      `/collections/${sample}`,
      async (page) => {
        await click(/^Show/)(page)
        await page.getByRole('menuitemradio', { name: 'Failed' }).click()
      },
    ],
    [
      'collection-7-reason',
      'regular',
      `/collections/${full}`,
      (page) =>
        button(page, /Retry$/)
          .first()
          .focus(),
    ],
    [
      'collection-7-actions',
      'regular',
      `/collections/${full}`,
      async (page) => {
        const more = button(page, 'More for Harbour at dawn.mp4')
        await ((await more.isVisible()) ? more.click() : card(page, 'Harbour at dawn.mp4').hover())
      },
    ],
    [
      'collection-7-language',
      'regular',
      `/collections/${full}`,
      async (page) => {
        const more = button(page, 'More for Harbour at dawn.mp4')
        if (await more.isVisible()) return await cardMenu(page, 'Harbour at dawn.mp4', 'Spoken language')
        await card(page, 'Harbour at dawn.mp4').hover()
        await button(page, 'Spoken language: Harbour at dawn.mp4').click()
      },
    ],
    ['collection-8-upload', 'regular', `/collections/${empty}?openUploadModal=true`],
    [
      'collection-8-upload-chosen',
      'regular',
      `/collections/${empty}?openUploadModal=true`,
      (page) => page.locator('input[type=file]').setInputFiles(chosen),
    ],
    ['collection-8-uploading', 'regular', `/collections/${empty}?openUploadModal=true`, slowUpload],
    [
      'collection-9-delete',
      'regular',
      `/collections/${full}`,
      async (page) => {
        await play(page)
        await button(dialog(page), 'Delete').click()
      },
    ],
    ['collection-9-playing', 'regular', `/collections/${sample}`, play],
    ['collections-1-full', 'regular', '/collections'],
    ['collections-2-empty', 'newcomer', '/collections'],
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
  const rest = all.map(([name, who, address, prepare, storage]) => ({
    name,
    who,
    address,
    prepare: async (page: Page) => {
      await settled(page)
      await prepare?.(page)
    },
    ...(storage ? { storage } : {}),
  }))
  return [...rest, ...reviewStates(seeded), ...publicStates()]
}
