import type { ChangeLink, ShareLink } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { type Account, ask, createLink, createReviewCollection } from '../calls.ts'
import { addVersion, addVideos } from '../library.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { box, comments, openVideo } from '../review-page.ts'
import { button, field } from '../steps.ts'
import { noComplaints, openPage, testBrowser } from '../test-browser.ts'

// Makers change links while guests have their pages open.
const product = connectProduct(inject('product'))
const PASSWORD = 'four quiet boats'
/** Milliseconds in which an open page shows a change, and in which files follow. */
const PAGE = 3_000
const MEDIA = 10_000

let ada: Account
let collection: string
let films: [string, string]

beforeEach(async () => {
  ada = await addPerson(product)
  collection = await createReviewCollection(product, ada, 'Cuts')
  const names = [{ file_name: 'Taproom.mp4' }, { file_name: 'Barrel room.mp4' }]
  films = (await addVideos(product, ada, collection, ...names)) as typeof films
})
afterEach(noComplaints)

type Link = Awaited<ReturnType<typeof createLink>>
/** A link to both films. */
const aLink = (settings: Partial<Parameters<typeof createLink>[2]> = {}): Promise<Link> =>
  createLink(product, ada, { kind: 'set', ids: films, name: 'Autumn launch', permission: 'approver', ...settings })
const change = ({ id }: Link, body: ChangeLink) =>
  ask<ShareLink>(product, ada, `sharing_router/share-links/${id}`, body, 'PUT')
/** Opens a page of a link as the guest Kim. @param film the place of a film in the room; the room itself without it */
async function opened({ path }: Link, film?: 0 | 1): Promise<Page> {
  const { page } = await testBrowser({ storage: { 'footnote.guest_name': 'Kim' } })
  const hears = page.waitForResponse((response) => /\/events(\/|$)/.test(new URL(response.url()).pathname))
  await page.goto(product.origin + (film === undefined ? path : `${path}/${films[film]}`))
  if (film === undefined) await page.getByText('Taproom.mp4').waitFor()
  else await openVideo(page)
  await hears
  return page
}
const ended = (page: Page) => page.getByRole('heading', { name: 'This link has ended' })
const sourceOf = (page: Page) => page.evaluate(() => document.querySelector('video')!.currentSrc)
const statusOf = async (address: string): Promise<number> => {
  const answer = await fetch(address)
  await answer.body?.cancel()
  return answer.status
}
/** Downloads by the button of the page. @returns the address of the file */
async function downloadOf(page: Page): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()])
  return download.url()
}
const isDead = (address: string) =>
  expect.poll(() => statusOf(address), { timeout: MEDIA, message: address }).toBeGreaterThanOrEqual(400)

/** What a maker changes, and what the page of a video shows then. */
const ON_A_VIDEO: readonly (readonly [string, ChangeLink, (page: Page) => Promise<unknown>])[] = [
  ['a new password', { password: PASSWORD }, (page) => field(page, 'Password').waitFor({ timeout: PAGE })],
  ['a pause', { paused: true }, (page) => ended(page).waitFor({ timeout: PAGE })],
  [
    'an address that guests must give',
    { email_rule: 'required' },
    (page) => field(page, 'E-mail').waitFor({ timeout: PAGE }),
  ],
]
test.each(ON_A_VIDEO)('%s closes the page of a video and its file', async (_, body, shows) => {
  const link = await aLink()
  const page = await opened(link, 0)
  const source = await sourceOf(page)
  expect(await statusOf(source)).toBe(200)
  await change(link, body)
  await shows(page)
  expect(await page.locator('video').count()).toBe(0)
  await isDead(source)
})

test.each(ON_A_VIDEO)('%s closes the room', async (_, body, shows) => {
  const link = await aLink()
  const page = await opened(link)
  await change(link, body)
  await shows(page)
  expect(await page.getByText('Taproom.mp4').count()).toBe(0)
})

test('an end that comes closes the room and the page of a video, and the file', async () => {
  const link = await aLink()
  const pages = await Promise.all([opened(link), opened(link, 0)])
  const source = await sourceOf(pages[1])
  const end = Date.now() + 4_000
  await change(link, { expires_at: new Date(end).toISOString() })
  await pages[1].getByText('Link open until').waitFor({ timeout: PAGE })
  await Promise.all(pages.map((page) => ended(page).waitFor({ timeout: end - Date.now() + PAGE })))
  await isDead(source)
})

test('a smaller download takes the button and the address of the larger file, and the video plays on', async () => {
  const link = await aLink({ download: 'original' })
  const page = await opened(link, 0)
  const source = await sourceOf(page)
  const original = await downloadOf(page)
  expect(await statusOf(original)).toBe(200)
  await change(link, { download: 'proxy' })
  await isDead(original)
  await button(page, 'Download').waitFor({ timeout: PAGE })
  const light = await downloadOf(page)
  expect(await statusOf(light)).toBe(200)
  await change(link, { download: 'none' })
  await button(page, 'Download').waitFor({ state: 'detached', timeout: PAGE })
  await isDead(light)
  expect(await statusOf(source)).toBe(200)
  expect(await sourceOf(page)).toBe(source)
})

test('a film that is taken out of a link leaves its page and the room, and its file is closed', async () => {
  const link = await aLink()
  const [room, first, second] = await Promise.all([opened(link), opened(link, 0), opened(link, 1)])
  const source = await sourceOf(first)
  await change(link, { kind: 'set', ids: [films[1]] })
  await first.getByText('This video is no longer here').waitFor({ timeout: PAGE })
  await room.getByText('Taproom.mp4').waitFor({ state: 'detached', timeout: PAGE })
  await room.getByText('1 video from Ada Lovelace').waitFor()
  await isDead(source)
  expect(await statusOf(await sourceOf(second))).toBe(200)
})

test('what comes to a shared collection and goes from it is in the room at once', async () => {
  const link = await aLink({ kind: 'collection', ids: [collection] })
  const room = await opened(link)
  const [opening] = await addVideos(product, ada, collection, { file_name: 'Opening.mp4' })
  await room.getByText('Opening.mp4').waitFor({ timeout: PAGE })
  await ask(product, ada, 'delete_video', { id: opening })
  await room.getByText('Opening.mp4').waitFor({ state: 'detached', timeout: PAGE })
})

test('a watermark over the picture comes and goes, and its text changes', async () => {
  const link = await aLink()
  const page = await opened(link, 0)
  const mark = page.locator('svg.watermark')
  const says = (text: string) =>
    expect.poll(async () => (await mark.allTextContents()).join(), { timeout: PAGE }).toContain(text)
  expect(await mark.count()).toBe(0)
  await change(link, { watermark: 'over', watermark_text: 'Northlane' })
  await says('Northlane')
  await change(link, { watermark_text: 'Southlane' })
  await says('Southlane')
  await change(link, { watermark: 'none' })
  await mark.waitFor({ state: 'detached', timeout: PAGE })
})

test('a permission that changes gives and takes the box for comments and the verdict, and keeps what was written', async () => {
  const link = await aLink({ permission: 'viewer' })
  const page = await opened(link, 0)
  const verdict = button(page, 'Approve')
  const refusal = comments(page).getByText('You do not have permission to comment.')
  await refusal.waitFor()
  await change(link, { permission: 'approver' })
  await box(page).waitFor({ timeout: PAGE })
  await verdict.waitFor({ timeout: PAGE })
  await box(page).fill('Hold this two beats longer.')
  await change(link, { permission: 'commenter' })
  await verdict.waitFor({ state: 'detached', timeout: PAGE })
  expect(await box(page).inputValue()).toBe('Hold this two beats longer.')
  await change(link, { permission: 'viewer' })
  await refusal.waitFor({ timeout: PAGE })
  expect(await box(page).count()).toBe(0)
})

test('the room says what its guests may do, and what it is called, as the maker changes it', async () => {
  const link = await aLink({ permission: 'viewer' })
  const room = await opened(link)
  await room.getByText('You can watch them.').waitFor()
  await change(link, { permission: 'approver', name: 'Winter launch' })
  await room.getByText('You can watch, comment and approve.').waitFor({ timeout: PAGE })
  await room.getByRole('heading', { level: 1, name: 'Winter launch' }).waitFor({ timeout: PAGE })
})

test('earlier versions come and go, and a page of one that goes is closed', async () => {
  await addVersion(product, ada, collection, films[0], { file_name: 'Taproom.mp4' })
  const link = await aLink({ kind: 'stack', ids: [films[0]] })
  const page = await openPage(link.path)
  await openVideo(page)
  const versions = button(page, /^v2, one of 2 versions/)
  await change(link, { show_versions: true })
  await versions.waitFor({ timeout: PAGE })
  const earlier = await openPage(`${link.path}/${films[0]}`)
  await openVideo(earlier)
  const source = await sourceOf(earlier)
  await change(link, { show_versions: false })
  await earlier.getByText('This video is no longer here').waitFor({ timeout: PAGE })
  await versions.waitFor({ state: 'detached', timeout: PAGE })
  await isDead(source)
})

test('a box that is paused closes its page', async () => {
  const link = await aLink({
    kind: 'box',
    ids: [collection],
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  })
  const page = await openPage(link.path)
  await field(page, 'Your name').waitFor()
  await change(link, { max_files: 7 })
  await page.getByText('videos, up to 7').waitFor({ timeout: PAGE })
  await change(link, { paused: true })
  await page.getByText('This link has ended').waitFor({ timeout: PAGE })
})
