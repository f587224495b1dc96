import type { Page } from 'playwright-core'
import { click, refuse, type StateRow, stall } from './screen-state.ts'
import { button, dialog, field } from './steps.ts'

async function makeKey(page: Page): Promise<void> {
  await button(page, 'Create API key').click()
  await field(page, 'Name').fill('Nightly import')
  await button(dialog(page), 'Create').click()
  await page.getByLabel('API key', { exact: true }).waitFor()
}

/** A list of keys that is not empty: only their owner can create keys. */
async function withKey(page: Page): Promise<void> {
  await makeKey(page)
  await button(page, 'Done').click()
  await button(page, 'Revoke Nightly import').first().waitFor()
}

/** The pages of the user menu. */
export const settingsStates: readonly StateRow[] = [
  ['settings-1-account', 'regular', '/account'],
  ['settings-1-account-errors', 'regular', '/account', click('Send code')],
  ['settings-1-account-name', 'regular', '/account', click('Save name')],
  ['settings-2-keys-empty', 'newcomer', '/api-keys'],
  ['settings-2-keys-create', 'newcomer', '/api-keys', click('Create API key')],
  [
    'settings-2-keys-errors',
    'newcomer',
    '/api-keys',
    async (page) => {
      await button(page, 'Create API key').click()
      await page.getByLabel('read').uncheck()
      await button(dialog(page), 'Create').click()
    },
  ],
  ['settings-2-keys-made', 'regular', '/api-keys', makeKey],
  ['settings-2-keys-full', 'regular', '/api-keys', withKey],
  [
    'settings-2-keys-revoke',
    'regular',
    '/api-keys',
    async (page) => {
      await withKey(page)
      await button(page, 'Revoke Nightly import').first().click()
    },
  ],
  ['settings-2-keys-loading', 'regular', '/api-keys', stall('api_keys')],
  ['settings-2-keys-not-loaded', 'regular', '/api-keys', refuse('api_keys')],
  ['settings-3-notifications', 'regular', '/notification-settings'],
  ['settings-3-notifications-loading', 'regular', '/notification-settings', stall('notification_settings')],
  ['settings-3-notifications-not-loaded', 'regular', '/notification-settings', refuse('notification_settings')],
  [
    'bar-6-request-access',
    'regular',
    '/home',
    async (page) => {
      const entry = button(page, 'Request API Access')
      if (!(await entry.isVisible())) await button(page, 'Menu').click()
      await entry.click()
    },
  ],
]
