import type { ShareLink } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import type { Page } from 'playwright-core'
import { atRest, refuse, type ScreenState, type StateRow, stall, stateOf } from './screen-state.ts'
import type { SeededProduct } from './seeded.ts'
import { button, dialog, field } from './steps.ts'
import { opened } from './transcript-screens.ts'

const GUEST = { 'footnote.guest_name': 'Kim Aalto' }

const openLocked = (page: Page) => page.getByLabel('Password', { exact: true }).waitFor()

async function wrongPassword(page: Page): Promise<void> {
  await field(page, 'Password').fill('four loud boats')
  await button(page, 'Open').click()
  await page.getByText('This is not the password').waitFor()
}

async function missing(page: Page): Promise<void> {
  await button(page, 'Open').click()
  await page.getByText('Please enter the password').waitFor()
}

async function waits(page: Page): Promise<void> {
  const detail = 'Too many requests. Please wait a moment and try again.'
  await page.route('**/api/sharing_router/unlock/*', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '900', 'content-type': 'application/problem+json' },
      body: JSON.stringify({
        ...{ type: 'about:blank', title: 'Too Many Requests', status: 429, code: 'rate_limited' },
        ...{ detail, message: detail },
      }),
    }),
  )
  await field(page, 'Password').fill('four loud boats')
  await button(page, 'Open').click()
  await button(page, /^Try again in/).waitFor()
}

async function code(page: Page): Promise<void> {
  await field(page, 'E-mail').fill('kim@northlane.example')
  await button(page, 'Open').click()
  await field(page, 'Verification code').waitFor()
}

async function wrongCode(page: Page): Promise<void> {
  await code(page)
  await field(page, 'Verification code').fill('00000000')
  await button(page, 'Open').click()
  await page.getByRole('alert').waitFor()
}

/** Opens the settings of a link that is made. */
async function moreSettings(page: Page): Promise<void> {
  await button(page, 'Share').first().click()
  await button(dialog(page), 'More settings').click()
  await dialog(page).getByRole('checkbox', { name: 'Password' }).check({ force: true })
  await button(dialog(page), 'Suggest a password').click()
  await dialog(page)
    .getByRole('button', { name: /^Watermark: / })
    .click()
  await page.getByRole('menuitemradio', { name: 'Over the picture' }).click()
}

async function refused(page: Page): Promise<void> {
  await button(page, 'Share').first().click()
  await button(dialog(page), 'More settings').click()
  await dialog(page).getByRole('checkbox', { name: 'Password' }).check({ force: true })
  await dialog(page).getByLabel('Views', { exact: true }).fill('many')
  await button(dialog(page), 'Generate Link').click()
  await dialog(page).getByText('Use at least 8 characters').waitFor()
}

const ofLink = (name: RegExp) => async (page: Page) => {
  await button(page, 'Share').first().click()
  await button(dialog(page), name).first().click()
  await button(dialog(page), 'Back to the links').waitFor()
}

const VISITS = {
  views: 2,
  visits: [
    {
      ...{ id: '1', guest_name: 'Kim Aalto', email: 'kim@northlane.example', email_confirmed: true },
      ...{ began_at: '2026-11-28T09:00:00.000Z', last_at: '2026-11-28T09:40:00.000Z' },
      videos: [
        { video_id: '1', file_name: 'Harbour, cut 3.mp4', version: 3, watched: 0.86, seconds: 43, downloads: 1 },
        { video_id: '2', file_name: 'Kitchen, cut 1.mp4', version: 1, watched: 0.12, seconds: 6, downloads: 0 },
      ],
    },
    {
      ...{ id: '2', guest_name: null, email: null, email_confirmed: false, videos: [] },
      ...{ began_at: '2026-11-27T16:00:00.000Z', last_at: '2026-11-27T16:00:00.000Z' },
    },
  ],
}

async function visits(page: Page): Promise<void> {
  await page.route('**/api/sharing_router/share-links/*/visits', (route) => route.fulfill({ json: VISITS }))
  await ofLink(/^Visits/)(page)
  await dialog(page).getByText('Kim Aalto').waitFor()
}

async function notVisited(page: Page): Promise<void> {
  await page.route('**/api/sharing_router/share-links/*/visits', (route) =>
    route.fulfill({ json: { views: 0, visits: [] } }),
  )
  await ofLink(/^Visits/)(page)
  await dialog(page).getByText('Nobody has opened this link').waitFor()
}

/** Gives the links of the video a newer version. */
async function outdated(page: Page): Promise<void> {
  await page.route('**/api/sharing_router/share-links/*', async (route) => {
    const response = await route.fetch()
    const { share_links }: { share_links: ShareLink[] } = await response.json()
    const newer_version = { video_id: 'newest', version: 3 }
    await route.fulfill({
      response,
      json: { share_links: share_links.map((link) => (link.kind === 'version' ? { ...link, newer_version } : link)) },
    })
  })
  await button(page, 'Share').first().click()
  await button(dialog(page), 'Show version 3').first().waitFor()
}

/** Chooses a watermark in the picture. */
async function inPicture(page: Page): Promise<void> {
  await button(page, 'Share').first().click()
  await button(dialog(page), 'More settings').click()
  await dialog(page)
    .getByRole('button', { name: /^Watermark: / })
    .click()
  await page.getByRole('menuitemradio', { name: 'In the picture' }).click()
  await dialog(page).getByLabel('Text in the picture').fill('Northlane, not for passing on')
}

/** Gives the links of the video a watermark in the picture. @param marked how far its copies are */
const withCopies = (marked: ShareLink['marked']) => async (page: Page) => {
  await page.route('**/api/sharing_router/share-links/*', async (route) => {
    const response = await route.fetch()
    const { share_links }: { share_links: ShareLink[] } = await response.json()
    const json = { share_links: share_links.map((link) => ({ ...link, watermark: 'in', marked })) }
    await route.fulfill({ response, json })
  })
  await button(page, 'Share').first().click()
  await dialog(page)
    .getByText(/prepared/)
    .first()
    .waitFor()
}

/** What guests meet at links with settings, and what makers of links do with them. */
export function shareStates({ review, collections, selects, links }: SeededProduct): ScreenState[] {
  const gates: readonly StateRow[] = [
    ['share-1-gate', 'visitor', links.locked],
    ['share-1-gate-missing', 'visitor', links.locked, missing],
    ['share-1-gate-wrong', 'visitor', links.locked, wrongPassword, GUEST],
    ['share-1-gate-wait', 'visitor', links.locked, waits, GUEST],
  ]
  const codes: readonly StateRow[] = [
    ['share-1-gate-code', 'visitor', links.confirmed, code, GUEST],
    ['share-1-gate-code-wrong', 'visitor', links.confirmed, wrongCode, GUEST],
  ]
  const rooms: readonly StateRow[] = [
    ['share-2-room', 'visitor', links.room, undefined, GUEST],
    ['share-2-room-empty', 'visitor', links.empty],
    ['share-2-room-loading', 'visitor', links.room, stall('sharing_router/room')],
    ['share-2-room-not-loaded', 'visitor', links.room, refuse('sharing_router/room')],
    ['share-2-room-not-here', 'visitor', `${links.room}/nothing`],
  ]
  const videos: readonly StateRow[] = [
    ['share-3-in-room', 'visitor', links.inside, undefined, GUEST],
    ['share-3-watermark', 'visitor', links.marked, undefined, GUEST],
  ]
  const makers: readonly StateRow[] = [
    ['share-4-more-settings', 'regular', review.discussed, moreSettings],
    ['share-4-refused', 'regular', review.discussed, refused],
    ['share-4-settings', 'regular', review.discussed, ofLink(/^Settings/)],
    ['share-4-visits', 'regular', review.discussed, visits],
    ['share-4-visits-none', 'regular', review.discussed, notVisited],
    ['share-4-newer', 'regular', review.discussed, outdated],
    ['share-4-in-picture', 'regular', review.discussed, inPicture],
    ['share-4-preparing', 'regular', review.discussed, withCopies({ ready: 1, preparing: 2, failed: 0 })],
    ['share-4-not-prepared', 'regular', review.discussed, withCopies({ ready: 1, preparing: 0, failed: 2 })],
  ]
  const shareButton = async (page: Page) => {
    await button(page, 'Share').first().click()
    await dialog(page).waitFor()
  }
  const others: readonly StateRow[] = [
    ['share-5-collection', 'regular', `/quick-review/collections/${collections.review}`, shareButton],
    ['share-5-selects', 'regular', `/selects/${selects}`, shareButton],
  ]
  const still = (page: Page) => page.getByRole('main').getByText(/\w/).first().waitFor()
  return [
    ...gates.map((row) => stateOf(row, openLocked)),
    ...codes.map((row) => stateOf(row, (page) => field(page, 'E-mail').waitFor())),
    ...rooms.map((row) => stateOf(row, still)),
    ...[...videos, ...makers].map((row) => stateOf(row, opened)),
    ...others.map((row) => stateOf(row, atRest)),
  ]
}
