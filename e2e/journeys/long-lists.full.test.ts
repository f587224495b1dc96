import { VIDEOS } from '@footnote/contract/shared/limits.ts'
import { TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterEach, expect, inject, test } from 'vitest'
import { replaceTranscript } from '../../seed/rows/copied-videos.ts'
import { drawnCases } from '../../server/test/drawn-cases.ts'
import { createCollection } from '../calls.ts'
import { inDatabase } from '../database.ts'
import { addVideo } from '../library.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { cardMenu } from '../screen-state.ts'
import { button, card, isInOrder } from '../steps.ts'
import { noComplaints, testBrowser } from '../test-browser.ts'
import { addTalk, lines, openTalk } from '../transcript-page.ts'

// Lists that are longer than a page of their calls are whole on the screen.
const product = connectProduct(inject('product'))
afterEach(noComplaints)

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

/** The pages of a call that a screen reads, by their numbers. */
function pagesRead(page: Page, path: string): (string | null)[] {
  const read: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.startsWith(path)) read.push(searchParams.get('page'))
  })
  return read
}

test.each(drawnCases(SIZES))('a collection of a thousand videos is whole at $width pixels', async (size) => {
  const ada = await addPerson(product, { plan: 'TEAM' })
  const collection = await createCollection(product, ada, 'Rushes')
  const videos = 2 * VIDEOS.page_size + 1
  const first = await addVideo(product, ada, collection, { file_name: 'take 1.mp4' })
  await inDatabase(product, async (db) => {
    await sql`insert into videos select (jsonb_populate_record(v, jsonb_build_object('id', gen_random_uuid(),
        'stack_id', gen_random_uuid(), 'storage_key', 'videos/' || gen_random_uuid() || '/original.mp4',
        'file_name', 'take ' || i || '.mp4', 'created_at', v.created_at - i * interval '1 minute'))).*
      from videos v, generate_series(2, ${videos}::int) i where v.id = ${first}`.execute(db)
    // So that the worker has nothing to do for them.
    await sql`insert into video_stages select (jsonb_populate_record(s, jsonb_build_object('video_id', v.id))).*
      from video_stages s, videos v where s.video_id = ${first} and v.collection_id = ${collection}
        and v.id <> ${first}`.execute(db)
  })
  const { page } = await testBrowser({ as: ada, ...size })
  const read = pagesRead(page, '/api/indexes/')
  await page.goto(`${product.origin}/collections/${collection}`)
  await card(page, 'take 1.mp4').waitFor()
  await page.getByText('1,001 videos').or(page.getByText('1001 videos')).first().waitFor()
  expect(read.slice(0, 3)).toEqual(['1', '2', '3'])
  await page.keyboard.press('End')
  await card(page, `take ${videos}.mp4`).scrollIntoViewIfNeeded()
  await isInOrder(page)
  await cardMenu(page, `take ${videos}.mp4`, 'Select')
  const bar = page.getByRole('region', { name: 'Selection' })
  await button(bar, `Select all ${videos}`).click()
  await bar.getByText(`${videos} selected`).waitFor()
})

test.each(drawnCases(SIZES))('a transcript of more words than a page has is whole at $width pixels', async (size) => {
  const talk = await addTalk(product, 'harbour')
  const line = 'every wall and every light of it is old '.repeat(10).trim()
  const count = Math.ceil((TRANSCRIPT.page_size * 1.2) / 90)
  const spoken = Array.from({ length: count }, (_, at) => ({
    start: at * 0.2,
    text: `${line} ${at === count - 1 ? 'lighthouse' : ''}`.trim(),
  }))
  await inDatabase(product, (db) => replaceTranscript(db, talk.video, 'en', spoken))
  const { page } = await testBrowser({ as: talk.owner, ...size })
  const read = pagesRead(page, '/api/get_video_details/')
  if (size.width < 600) {
    await page.goto(talk.address)
    await page.getByRole('tab', { name: 'Transcript' }).click()
    await lines(page).locator('[data-word]').first().waitFor()
  } else await openTalk(page, talk)
  expect(read.slice(0, 2)).toEqual(['1', '2'])
  await button(page, 'Search the transcript').click()
  await page.getByRole('textbox', { name: 'Search the transcript' }).fill('lighthouse')
  await page.getByText('1 of 1').first().waitFor()
  await lines(page).getByText('lighthouse').first().waitFor()
  await isInOrder(page)
})
