import type { Page } from 'playwright-core'
import { atRest, type ScreenState, type StateRow, stateOf } from './screen-state.ts'
import type { SeededProduct } from './seeded.ts'
import { button, dialog } from './steps.ts'

const GUEST = { 'footnote.guest_name': 'Kim Aalto' }
const GIB = 1024 ** 3
/** Files that a guest has sent and is sending. */
const SENT = [
  { file_name: 'A001_C004_1124.mov', gigabytes: 18.4, arrived: '2026-11-28T13:21:00.000Z' },
  { file_name: 'A001_C005_1124.mov', gigabytes: 9.9, arrived: '2026-11-28T13:28:00.000Z' },
  { file_name: 'A001_C006_1124.mov', gigabytes: 19.6, arrived: null },
].map(({ file_name, gigabytes, arrived }, at) => ({
  ...{ file_id: String(at), file_name, file_size: gigabytes * GIB, arrived_at: arrived },
  ...{
    received: (arrived ? gigabytes : 12.9) * GIB,
    ends: null,
    moved_at: arrived ? null : '2026-11-28T13:32:00.000Z',
  },
}))

async function sent(page: Page): Promise<void> {
  await page.route('**/api/sharing_router/box', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), guest_name: 'Kim Aalto', files: SENT } })
  })
  await page.reload()
  await page.getByText('Choose the same files again').waitFor()
}

/** Lists the boxes of a collection. */
async function boxes(page: Page): Promise<void> {
  await button(page, 'Ask for files').click()
  await button(dialog(page), 'New box').waitFor()
}

const KIM = { guest_name: 'Kim Aalto', email: 'kim@northlane.example' }
const RECEIVED = [
  ...SENT.map((file) => ({ ...file, ...KIM })).reverse(),
  { ...SENT[0], ...{ file_id: '9', file_name: 'Sound, day 2.wav.mp4', guest_name: 'Leo Brandt', email: null } },
]
async function received(page: Page): Promise<void> {
  await page.route('**/api/sharing_router/share-links/*/files', (route) => route.fulfill({ json: { files: RECEIVED } }))
  await boxes(page)
  await button(dialog(page), 'Files: Day 2, camera originals').click()
  await dialog(page).getByText('Leo Brandt').waitFor()
}
async function receivedNothing(page: Page): Promise<void> {
  await boxes(page)
  await button(dialog(page), 'Files: Day 2, camera originals').click()
  await dialog(page).getByText('Nobody has sent anything yet.').waitFor()
}

/** What guests meet at boxes for files, and what the people who ask for files see. */
export function boxStates({ collections, links }: SeededProduct): ScreenState[] {
  const asked = `/quick-review/collections/${collections.review}`
  const senders: readonly StateRow[] = [
    ['share-6-box', 'visitor', links.box],
    ['share-6-box-sent', 'visitor', links.box, sent, GUEST],
    ['share-6-box-gate', 'visitor', links.locked_box],
    ['share-7-boxes', 'regular', asked, boxes],
    ['share-7-box-files', 'regular', asked, received],
    ['share-7-box-without-files', 'regular', asked, receivedNothing],
    ['share-7-box-new', 'regular', asked, (page) => boxes(page).then(() => button(dialog(page), 'New box').click())],
  ]
  return senders.map((row) => stateOf(row, atRest))
}
