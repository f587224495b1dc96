import type { Visit } from '@footnote/contract/nouns/review/sharing/visits.ts'
import type { Page } from 'playwright-core'
import { afterEach, expect, inject, test } from 'vitest'
import { ask, createLink, createReviewCollection } from '../calls.ts'
import { addVideo } from '../library.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { isPaused, openVideo } from '../review-page.ts'
import { button, dialog, field, isInOrder } from '../steps.ts'
import { noComplaints, openPage } from '../test-browser.ts'

// What the makers of links learn of the guests who open them.
const product = connectProduct(inject('product'))
/** Share by which the seconds in the list may differ from those that the page played. */
const TOLERANCE = 0.05
afterEach(noComplaints)

const reaches = (page: Page, second: number) =>
  page.waitForFunction((time) => document.querySelector('video')!.currentTime >= time, second)
const pause = async (page: Page) => {
  // The buttons are away while it plays.
  await page.keyboard.press('k')
  await expect.poll(() => isPaused(page)).toBe(true)
}
const play = async (page: Page) => {
  await button(page, 'Play').first().click()
  await expect.poll(() => isPaused(page)).toBe(false)
}
/** Seconds that the page has played, each once, by the ranges of its video element. */
const playedBy = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { played } = document.querySelector('video')!
    return Array.from({ length: played.length }, (_, at) => played.end(at) - played.start(at)).reduce((a, b) => a + b)
  })
const isClose = (seconds: number, played: number) => Math.abs(seconds - played) / played < TOLERANCE

test('the list of visits has what two guests played of a film, to 5 %, and what they downloaded', async () => {
  const ada = await addPerson(product)
  const collection = await createReviewCollection(product, ada, 'Cuts')
  const video = await addVideo(product, ada, collection, { film: 'minute.mp4', file_name: 'Taproom.mp4' })
  const { path, id } = await createLink(product, ada, {
    ...{ kind: 'version', ids: [video], permission: 'viewer', download: 'original', email_rule: 'required' },
  })
  const guest = async (name: string) => {
    const page = await openPage(path)
    await field(page, 'Your name').fill(name)
    await field(page, 'E-mail').fill('guest@northlane.example')
    await button(page, 'Open').click()
    await openVideo(page)
    return page
  }
  const kim = await guest('Kim Aalto')
  const leo = await guest('Leo Brandt')

  /** Watches 0 to 10 s, pauses, skips ten seconds, watches 15 s more, and then the first 4 s again. */
  const pausing = async () => {
    await play(kim)
    await reaches(kim, 10)
    await pause(kim)
    await button(kim, 'Forward 10 seconds').click()
    await reaches(kim, 19)
    await play(kim)
    await reaches(kim, 35)
    await pause(kim)
    for (let times = 0; times < 4; times += 1) await button(kim, 'Rewind 10 seconds').click()
    await kim.waitForFunction(() => document.querySelector('video')!.currentTime < 1)
    await play(kim)
    await reaches(kim, 4)
    await pause(kim)
  }
  /** Watches 0 to 10 s, skips ten seconds while it plays, watches 15 s more, and downloads the film. */
  const seeking = async () => {
    await play(leo)
    await reaches(leo, 10)
    await leo.getByRole('region', { name: /^Player/ }).hover()
    await button(leo, 'Forward 10 seconds').click()
    await reaches(leo, 35)
    await pause(leo)
    await Promise.all([leo.waitForEvent('download'), button(leo, 'Download').click()])
  }
  await Promise.all([pausing(), seeking()])
  const played = new Map([
    ['Kim Aalto', await playedBy(kim)],
    ['Leo Brandt', await playedBy(leo)],
  ])
  for (const seconds of played.values()) expect(seconds).toBeGreaterThan(24)
  for (const seconds of played.values()) expect(seconds).toBeLessThan(30)

  const visits = async () =>
    (await ask<{ visits: Visit[] }>(product, ada, `sharing_router/share-links/${id}/visits`)).visits
  await expect
    .poll(async () => {
      const seconds = (await visits()).map(({ videos }) => (videos[0]?.watched ?? 0) * 60)
      return seconds.length === 2 && seconds.every((one, at) => isClose(one, [...played.values()].reverse()[at] ?? 0))
    })
    .toBe(true)
  const maker = await openPage(`/quick-review/${ada.user_id}/${video}`, { as: ada })
  await button(maker, 'Share').click()
  await button(dialog(maker), /^Visits: /).click()
  await dialog(maker).getByText('2 views').waitFor()
  await isInOrder(maker)
  for (const [name, seconds] of played) {
    const row = dialog(maker).getByRole('listitem').filter({ hasText: name })
    const [, minutes, rest] = /(\d+):(\d\d) watched/.exec(await row.innerText()) ?? []
    const listed = Number(minutes) * 60 + Number(rest)
    expect(isClose(listed, seconds), `${name}: ${listed} s of ${seconds} s`).toBe(true)
    expect(await row.getByText('1 download').count()).toBe(name === 'Leo Brandt' ? 1 : 0)
  }
  // Whoever only opened it watched nothing.
  await guest('Mia Falk')
  await expect.poll(async () => (await visits()).length).toBe(3)
  expect((await visits())[0]).toMatchObject({ guest_name: 'Mia Falk', videos: [] })
})
