import type { ModelState } from '@footnote/contract/nouns/library/indexing.ts'
import type { Page } from 'playwright-core'
import { click, refuse, type StateRow, stall } from './screen-state.ts'
import { play } from './search-screens.ts'
import type { SeededProduct } from './seeded.ts'
import { button, card, dialog } from './steps.ts'
import { uploadStates } from './upload-screens.ts'

/** Makes the server report a state of a model that no test machine has. */
const tellModels = (state: Omit<ModelState, 'name'>) => async (page: Page) => {
  await page.route('**/api/models', (route) =>
    route.fulfill({ json: { models: [{ name: 'siglip2-base', ...state }] } }),
  )
  await page.reload()
  await page.getByText(state.detail ?? `The model ${state.title}`).waitFor()
}

/** Shows the reason for a card's status. */
const reasonOf = (name: string) => (page: Page) =>
  card(page, name)
    .getByRole('button', { name: /Retry$|Waiting|browsers/ })
    // A page that scrolls has its bar over a part of the row above.
    .evaluate((badge) => badge.focus({ preventScroll: true }))

/** Shows the actions of a video's card, in its menu or over its picture, and chooses one of them. */
const actionsOf = (name: string, action?: string) => async (page: Page) => {
  await card(page, name).waitFor()
  const more = button(page, `More for ${name}`)
  const small = await more.isVisible()
  await (small ? more.click() : card(page, name).hover())
  if (!action) return
  await (small ? page.getByRole('menuitem', { name: action }) : button(page, `${action}: ${name}`)).click()
}

/** Opens a video that no browser plays. */
const unplayable = (name: string, sentence: RegExp) => async (page: Page) => {
  await page.route('**/api/files/**', (route) =>
    route.request().resourceType() === 'media' ? route.fulfill({ status: 200, body: 'no video' }) : route.continue(),
  )
  await button(page, new RegExp(`^Play ${name}`)).click()
  await dialog(page).getByText(sentence).waitFor()
}

/** A collection, its videos and its uploads, in every state. */
export function collectionStates(seeded: SeededProduct): readonly StateRow[] {
  const { sample, full, empty, expired } = seeded.collections
  return [
    ['collection-1-full', 'regular', `/collections/${full}`],
    [
      'collection-1-model-coming',
      'regular',
      `/collections/${full}`,
      tellModels({
        title: 'SigLIP2 base 16/256',
        state: 'downloading',
        share: 0.428,
        bytes: 387_739_717,
        detail: null,
      }),
    ],
    [
      'collection-1-model-failed',
      'regular',
      `/collections/${full}`,
      tellModels({
        title: 'SigLIP2 base 16/256',
        state: 'failed',
        share: 0,
        bytes: 387_739_717,
        detail: 'The model hub https://huggingface.co cannot be reached.',
      }),
    ],
    ['collection-2-empty', 'regular', `/collections/${empty}`],
    ['collection-3-expired', 'lapsed', `/collections/${expired}`],
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
    ['collection-7-waiting', 'regular', `/collections/${full}`, reasonOf('Interview 13.mp4')],
    ['collection-7-preparing', 'regular', `/collections/${full}`, reasonOf('Tape 4.avi')],
    ['collection-7-not-playable', 'regular', `/collections/${full}`, reasonOf('Tape 3.avi')],
    ['collection-7-actions', 'regular', `/collections/${full}`, actionsOf('Harbour at dawn.mp4')],
    ['collection-7-language', 'regular', `/collections/${full}`, actionsOf('Harbour at dawn.mp4', 'Spoken language')],
    ...uploadStates(seeded),
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
    ['collection-9-preparing', 'regular', `/collections/${full}`, unplayable('Tape 4.avi', /being prepared/)],
    ['collection-9-not-playable', 'regular', `/collections/${full}`, unplayable('Tape 3.avi', /could not be prepared/)],
  ]
}
