import type { ShareLink } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import type { Visit } from '@footnote/contract/nouns/review/sharing/visits.ts'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { type Account, ask, createLink, createReviewCollection } from '../calls.ts'
import { addVersion, addVideos } from '../library.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { box, comments, END, isPaused, openVideo, posted } from '../review-page.ts'
import { button, card, dialog, field, isInOrder } from '../steps.ts'
import { noComplaints, openPage, testBrowser } from '../test-browser.ts'

// Links with settings: guests at them, and makers who change them meanwhile.
const product = connectProduct(inject('product'))
const PASSWORD = 'four quiet boats'
let ada: Account
let collection: string
let films: string[]

beforeEach(async () => {
  ada = await addPerson(product)
  collection = await createReviewCollection(product, ada, 'Cuts')
  films = await addVideos(
    product,
    ada,
    collection,
    { file_name: 'Taproom.mp4' },
    { file_name: 'Board inserts.mp4' },
    { file_name: 'Barrel room.mp4' },
  )
})
afterEach(noComplaints)

/** Opens a link as a stranger with a name. */
async function opened(path: string, name = 'Kim'): Promise<Page> {
  return await openPage(path, { storage: { 'footnote.guest_name': name }, width: 390, height: 844 })
}
const change = (id: string, body: object) =>
  ask<ShareLink>(product, ada, `sharing_router/share-links/${id}`, body, 'PUT')
const visitsOf = async (id: string) =>
  (await ask<{ visits: Visit[] }>(product, ada, `sharing_router/share-links/${id}/visits`)).visits

test('a wrong password is said in place, and by keyboard alone the right one opens the link, also after a reload', async () => {
  const { path } = await createLink(product, ada, {
    ...{ kind: 'set', ids: films, name: 'Autumn launch', permission: 'commenter', password: PASSWORD },
  })
  const page = await openPage(path)
  await field(page, 'Password').waitFor()
  await page.keyboard.type('four loud boats')
  await page.keyboard.press('Enter')
  await page.getByText('This is not the password').waitFor()
  await isInOrder(page)
  // The wrong one is selected, so typing replaces it.
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await card(page, 'Taproom.mp4').or(page.getByText('Taproom.mp4')).first().waitFor()
  await isInOrder(page)
  await page.reload()
  await page.getByText('Taproom.mp4').waitFor()
  const other = await page.context().newPage()
  await other.goto(product.origin + path)
  await other.getByText('Taproom.mp4').waitFor()
})

test('an address is confirmed by the code in the mail', async () => {
  const { path, id } = await createLink(product, ada, {
    ...{ kind: 'version', ids: [films[0]!], permission: 'viewer', email_rule: 'confirmed' },
  })
  const email = `kim.${id}@northlane.example`
  const page = await openPage(path, { width: 390, height: 844 })
  await field(page, 'Your name').fill('Kim')
  await field(page, 'E-mail').fill(email)
  await button(page, 'Open').click()
  await field(page, 'Verification code').waitFor()
  await isInOrder(page)
  await field(page, 'Verification code').fill(await product.code(email))
  await button(page, 'Open').click()
  await openVideo(page)
  expect(await visitsOf(id)).toMatchObject([{ guest_name: 'Kim', email, email_confirmed: true }])
})

test('in a room a guest goes from video to video; drafts, names and places stay, and the button back leads back', async () => {
  const { path } = await createLink(product, ada, {
    ...{ kind: 'collection', ids: [collection], name: 'Autumn launch', permission: 'commenter' },
  })
  const page = await opened(path)
  const cardOf = (name: string) => page.getByRole('link', { name: new RegExp(name) })
  await cardOf('Taproom').tap()
  await openVideo(page)
  await isInOrder(page)
  await page.evaluate(() => {
    document.querySelector('video')!.currentTime = 5
  })
  await box(page).fill('Hold this two beats longer.')
  // While somebody writes on a phone, film and box have all the room.
  await comments(page).getByText('No comments yet').tap()
  await page.getByRole('link', { name: /^Previous video/ }).tap()
  await page.getByRole('heading', { level: 1, name: 'Board inserts.mp4' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Taproom.mp4' }).waitFor()
  expect(await box(page).inputValue()).toBe('Hold this two beats longer.')
  await openVideo(page)
  await expect.poll(() => page.evaluate(() => document.querySelector('video')!.currentTime)).toBeGreaterThan(4.5)
  // On a phone the button is there while somebody writes.
  await box(page).tap()
  await button(comments(page), 'Comment').tap()
  await posted(page, 'Hold this two beats longer.').getByText('Hold this two beats longer.').tap()
  await page.getByRole('link', { name: 'Back to Autumn launch' }).tap()
  await cardOf('Taproom.mp4.*1 open').waitFor()
  await isInOrder(page)
})

test('a new password brings the gate back to an open page, which loses no words', async () => {
  const { path, id } = await createLink(product, ada, {
    ...{ kind: 'version', ids: [films[0]!], permission: 'commenter' },
  })
  const page = await opened(path)
  await openVideo(page)
  await box(page).fill('Hold this two beats longer.')
  await change(id, { password: PASSWORD })
  await field(page, 'Password').waitFor({ timeout: END })
  expect(await page.getByText('Taproom.mp4').count()).toBe(0)
  await isInOrder(page)
  await field(page, 'Password').fill(PASSWORD)
  await button(page, 'Open').tap()
  await openVideo(page)
  expect(await box(page).inputValue()).toBe('Hold this two beats longer.')
  await change(id, { paused: true })
  await page.getByRole('heading', { name: 'This link has ended' }).waitFor({ timeout: END })
})

test('a link with few views opens by itself until they are used up', async () => {
  const { path, id } = await createLink(product, ada, {
    ...{ kind: 'version', ids: [films[0]!], permission: 'viewer', max_views: 1 },
  })
  const page = await openPage(path)
  await openVideo(page)
  await page.reload()
  await openVideo(page)
  const other = await openPage(path)
  await other.getByText('Invalid share token').waitFor()
  expect(await visitsOf(id)).toHaveLength(1)
})

test('what a guest watches is within 5 % of what played, and what they skip does not count', async () => {
  const { path, id } = await createLink(product, ada, {
    ...{ kind: 'version', ids: [films[0]!], permission: 'viewer', download: 'original' },
  })
  const page = await openPage(path)
  await openVideo(page)
  const duration = await page.evaluate(() => document.querySelector('video')!.duration)
  const play = async (from: number, seconds: number) => {
    await page.evaluate((time) => {
      document.querySelector('video')!.currentTime = time
    }, from)
    await page.waitForFunction(() => !document.querySelector('video')!.seeking)
    await button(page, 'Play').first().click()
    await page.waitForFunction((end) => document.querySelector('video')!.currentTime >= end, from + seconds)
    await page.keyboard.press('Space')
    expect(await isPaused(page)).toBe(true)
  }
  await play(0, 4)
  await play(duration / 2, 4)
  const played = await page.evaluate(() => {
    const ranges = document.querySelector('video')!.played
    return Array.from({ length: ranges.length }, (_, at) => ranges.end(at) - ranges.start(at)).reduce((a, b) => a + b)
  })
  const watched = async () => (await visitsOf(id))[0]?.videos[0]?.watched ?? 0
  await expect.poll(async () => Math.abs((await watched()) * duration - played) / played).toBeLessThan(0.05)
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()])
  expect(download.suggestedFilename()).toBe('Taproom.mp4')
  await expect.poll(async () => (await visitsOf(id))[0]?.videos[0]?.downloads).toBe(1)
})

test('a guest sees their name over the picture, compares versions, and the maker moves the link to the newest', async () => {
  const [first = ''] = films
  const { path, id } = await createLink(product, ada, {
    ...{ kind: 'version', ids: [first], permission: 'viewer', watermark: 'over', watermark_text: 'Northlane' },
  })
  const second = await addVersion(product, ada, collection, first, {
    file_name: 'Taproom.mp4',
    film: 'Kitchen notes: a lemon tart.mp4',
  })
  const guest = await openPage(path, { storage: { 'footnote.guest_name': 'Kim' } })
  await openVideo(guest)
  const mark = guest.locator('svg.watermark')
  await mark.waitFor()
  expect(await mark.textContent()).toMatch(/^Kim · .*, \d{4} · Northlane/)
  expect(await button(guest, /^v1, one of/).count()).toBe(0)

  const page = await openPage(`/quick-review/${ada.user_id}/${second}`, { as: ada })
  await button(page, 'Share').click()
  await page.keyboard.press('Escape')
  await page.goto(`${product.origin}/quick-review/${ada.user_id}/${first}`)
  await button(page, 'Share').click()
  await button(dialog(page), 'Show version 2').click()
  await dialog(page)
    .getByText(/version 2 exists/)
    .waitFor({ state: 'detached' })
  await change(id, { show_versions: true })
  await guest.reload()
  await openVideo(guest)
  await button(guest, /^v2, one of 2 versions/).click()
  await guest.getByRole('link', { name: /^Compare/ }).click()
  await guest.getByRole('heading', { name: 'Compare v2 with v1' }).waitFor()
  await guest.locator('svg.watermark').nth(1).waitFor()
  await isInOrder(guest)
})

test('from a collection its ticked videos are shared, and the whole with what comes later', async () => {
  const page = await openPage(`/quick-review/collections/${collection}`, { as: ada })
  for (const name of ['Taproom.mp4', 'Barrel room.mp4']) {
    await card(page, name).hover()
    await page.getByRole('checkbox', { name: new RegExp(name) }).click({ force: true })
  }
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Share' }).click()
  await dialog(page).getByText('2 chosen videos').waitFor()
  await isInOrder(page)
  await button(dialog(page), 'Generate Link').click()
  const link = await dialog(page).getByLabel('Link', { exact: true }).inputValue()
  const { page: guest } = await testBrowser()
  await guest.goto(link)
  await guest.getByText('2 videos from Ada Lovelace').waitFor()
  await page.keyboard.press('Escape')
  await button(page, 'Share').first().click()
  await button(dialog(page), 'Generate Link').click()
  const whole = await dialog(page).getByLabel('Link', { exact: true }).inputValue()
  await guest.goto(whole)
  await guest.getByText('3 videos from Ada Lovelace').waitFor()
  await addVideos(product, ada, collection, { file_name: 'Opening.mp4' })
  await guest.reload()
  await guest.getByText('Opening.mp4').waitFor()
})
