import type { PastSearch } from '@footnote/contract/nouns/output/search.ts'
import type { Page } from 'playwright-core'
import { cardMenu, type StateRow } from './screen-state.ts'
import type { SeededProduct } from './seeded.ts'
import { button, card, dialog } from './steps.ts'

const FIRST = 'Harbour at dawn.mp4'
const SECOND = 'Kitchen, second take.mp4'

const detail = 'The disk of this server is full. Delete something, or ask an admin.'
const REFUSAL = { type: 'about:blank', title: 'Full', status: 409, code: 'disk_full', detail, message: detail }

/** Selects the first two videos by their menus, as people do on a touch screen. */
async function choose(page: Page): Promise<void> {
  await cardMenu(page, FIRST, 'Select')
  await card(page, SECOND).getByRole('checkbox').check()
  await page.getByText('2 selected').waitFor()
}

const past = (id: string, query: string, more: Partial<PastSearch>): PastSearch => ({
  id,
  index_id: id,
  collection_name: 'Field recordings, spring 2026',
  query,
  types: [],
  saved: false,
  searched_at: '2026-11-20T10:00:00Z',
  ...more,
})
const SEARCHES = [
  past('a', 'a red fishing boat leaves the harbour before the sun is up', { saved: true, types: ['VISUAL'] }),
  past('b', 'when does the last ferry leave', { types: ['CONVERSATION', 'TEXT_IN_VIDEO'] }),
  past('c', 'bake for 25 minutes', { collection_name: 'Sample films' }),
]
/** Makes the answer one of a person with past searches. */
async function haveSearched(page: Page): Promise<void> {
  await page.route('**/api/search_history', (route) => route.fulfill({ json: { searches: SEARCHES } }))
  await page.reload()
}

/** Shortcuts, renaming and moving videos, selections, and past searches. */
export const wayStates = ({ collections: { sample, full } }: SeededProduct): readonly StateRow[] => {
  const collection = `/collections/${full}`
  return [
    [
      'way-1-keys',
      'regular',
      '/home',
      async (page) => {
        await page.getByRole('heading', { level: 1 }).click()
        await page.keyboard.press('?')
        await dialog(page).waitFor()
      },
    ],
    ['way-2-rename', 'regular', collection, (page) => cardMenu(page, FIRST, 'Rename')],
    [
      'way-3-move',
      'regular',
      collection,
      async (page) => {
        await cardMenu(page, FIRST, 'Move')
        await dialog(page).getByRole('radio').first().check()
      },
    ],
    ['way-4-chosen', 'regular', collection, choose],
    [
      'way-5-delete',
      'regular',
      collection,
      async (page) => {
        await choose(page)
        await button(page.getByRole('region', { name: 'Selection' }), 'Delete').click()
        await dialog(page).waitFor()
      },
    ],
    [
      'way-6-not-deleted',
      'regular',
      collection,
      async (page) => {
        await page.route('**/api/delete_video', (route) => route.fulfill({ status: 409, json: REFUSAL }))
        await choose(page)
        await button(page.getByRole('region', { name: 'Selection' }), 'Delete').click()
        await button(dialog(page), 'Delete 2 videos').click()
        await dialog(page).getByRole('alert').waitFor()
      },
    ],
    [
      'way-7-searches',
      'regular',
      '/home',
      async (page) => {
        await haveSearched(page)
        await page.getByLabel('Search', { exact: true }).click()
        await page.getByRole('region', { name: 'Your searches' }).waitFor()
      },
    ],
    [
      'way-8-searches-page',
      'regular',
      `/collections/${sample}/search`,
      async (page) => {
        await haveSearched(page)
        await page.getByRole('region', { name: 'Your searches' }).waitFor()
      },
    ],
  ]
}
