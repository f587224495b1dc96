import type { SharePermission } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import type { Locator, Page, Request } from 'playwright-core'
import { replaceTranscript } from '../seed/rows/copied-videos.ts'
import { type Account, changePlan, createComment, createReviewCollection, createShareLink } from './calls.ts'
import { inDatabase } from './database.ts'
import { addVideo } from './library.ts'
import { addMember, addPerson } from './people.ts'
import type { RunningProduct } from './product.ts'
import { button } from './steps.ts'
import { testBrowser } from './test-browser.ts'

/** What journeys do on the review page, as the owner of a video and as a guest with a link. */

/** A video in review, with its transcript and without comments. */
export interface Review {
  readonly product: RunningProduct
  readonly owner: Account
  /** Ids. */
  readonly collection: string
  readonly video: string
  /** For its owner. */
  readonly address: string
}

/** Local storage of a guest who has given a name. */
const JUN = { 'footnote.guest_name': 'Jun' }
/** The comment that most journeys are about. */
export const HOLD = { content: 'Hold this two beats longer.', start_time: 3 }
/** Milliseconds within which a page says that its link or its video has ended. */
export const END = 60_000

/** Adds a person, and an indexed video with one spoken line in their review collection 'Ledger films'. */
export async function addReview(product: RunningProduct): Promise<Review> {
  const owner = await addPerson(product)
  const collection = await createReviewCollection(product, owner, 'Ledger films')
  const video = await addVideo(product, owner, collection, { file_name: 'Ledger.mp4' })
  const line = { speaker: 1, start: 1.5, text: 'The captain will open the window.' }
  await inDatabase(product, (db) => replaceTranscript(db, video, 'en', [line]))
  return { product, owner, collection, video, address: `${product.origin}/quick-review/${owner.user_id}/${video}` }
}

/** Adds a review as `addReview` does, and Grace Hopper and Tomás Rey to the company of its owner. */
export async function addTeamReview(product: RunningProduct): Promise<Review & { readonly grace: Account }> {
  const review = await addReview(product)
  await changePlan(product, review.owner, 'TEAM')
  const grace = await addMember(product, review.owner, { first_name: 'Grace', last_name: 'Hopper' })
  await addMember(product, review.owner, { first_name: 'Tomás', last_name: 'Rey' })
  return { ...review, grace }
}

/** Posts a comment of the owner. @returns its id */
export const addComment = (
  { product, owner, video }: Review,
  words: Parameters<typeof createComment>[3] = HOLD,
): Promise<string> => createComment(product, owner, video, words)

/** The pane of comments. */
export const comments = (page: Page): Locator => page.getByRole('region', { name: 'Comments', exact: true })
/** The pane of the transcript. */
export const transcript = (page: Page): Locator => page.getByRole('region', { name: 'Transcript', exact: true })
/** A comment with these words that the server has: a page shows its own ones before. */
export const posted = (page: Page, words: string): Locator =>
  page.locator('li.comment:not(.is-sending)', { hasText: words })
/** A text box among the comments. */
export const box = (page: Page, name: string | RegExp = 'Comment'): Locator =>
  comments(page).getByRole('textbox', { name, exact: true })
/** Whether the video is stopped, or not there yet. */
export const isPaused = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.querySelector('video')?.paused ?? true)

/** Waits until the page has a picture of the video. */
export async function openVideo(page: Page): Promise<void> {
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
}

/** Opens the review as its owner. */
export async function ownerPage({ owner, address }: Review): Promise<Page> {
  const { page } = await testBrowser({ as: owner })
  await page.goto(address)
  await openVideo(page)
  return page
}

/** Opens a new link to the review as a guest without a name. @param storage local storage of the guest */
export async function guestPage(
  { product, owner, video }: Review,
  permission: SharePermission,
  storage: Readonly<Record<string, string>> = {},
): Promise<Page> {
  const { page } = await testBrowser({ storage })
  await page.goto(product.origin + (await createShareLink(product, owner, video, permission)))
  await openVideo(page)
  return page
}

/** Opens the review as the guest Jun, who may comment. */
export const junPage = (review: Review): Promise<Page> => guestPage(review, 'commenter', JUN)

/** Opens the review as its owner, and as Jun. */
export async function bothPages(review: Review): Promise<{ owner: Page; guest: Page }> {
  const [owner, guest] = await Promise.all([ownerPage(review), junPage(review)])
  return { owner, guest }
}

/** Posts a comment and waits until the other person sees it. @returns how often their page loaded the list meanwhile */
export async function say(from: Page, words: string, to: Page): Promise<number> {
  await box(from).fill(words)
  let lists = 0
  const count = (request: Request) => {
    if (request.url().includes('/api/quick-review/comments/')) lists += 1
  }
  to.on('request', count)
  await button(comments(from), 'Comment').click()
  await comments(to).getByText(words).waitFor()
  to.off('request', count)
  return lists
}
