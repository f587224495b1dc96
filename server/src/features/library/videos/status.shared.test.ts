import { randomUUID } from 'node:crypto'
import { VIDEO_STATUSES, type VideoStatus } from '@footnote/contract/shared/video-status.ts'
import { afterAll, expect, test } from 'vitest'
import { addCollection } from '../../../../../seed/rows/collections.ts'
import { videoRow } from '../../../../../seed/rows/videos.ts'
import { createTestDatabase } from '../../../../test/test-database.ts'
import { openDatabase } from '../../../platform/db/database.ts'
import { moveVideo, sourcesOf } from './status.ts'

const db = openDatabase(await createTestDatabase())
afterAll(() => db.destroy())

async function videoIn(status: VideoStatus, status_percentage = 0): Promise<string> {
  const row = videoRow(await addCollection(db, null), { status, status_percentage })
  await db.insertInto('videos').values(row).execute()
  return row.id
}
const row = (id: string) =>
  db
    .selectFrom('videos')
    .select(['status', 'status_percentage', 'error'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('a video moves from PENDING to SUCCESS', async () => {
  const id = await videoIn('PENDING')
  for (const status of ['VALIDATING', 'QUEUED', 'PROCESSING_SPEECH', 'PROCESSING_OCR', 'PROCESSING_SPEECH'] as const)
    expect(await moveVideo(db, id, status)).toBe(true)
  expect(await moveVideo(db, id, 'SUCCESS')).toBe(true)
  expect(await row(id)).toEqual({ status: 'SUCCESS', status_percentage: 100, error: null })
})

test('the percentage only grows and stays within 0 and 100', async () => {
  const id = await videoIn('PROCESSING_VISUAL', 40)
  await moveVideo(db, id, 'PROCESSING_VISUAL', { percentage: 12 })
  expect((await row(id)).status_percentage).toBe(40)
  await moveVideo(db, id, 'PROCESSING_OCR', { percentage: 60.5 })
  expect((await row(id)).status_percentage).toBe(60.5)
  await moveVideo(db, id, 'PROCESSING_OCR', { percentage: 900 })
  expect((await row(id)).status_percentage).toBe(100)
})

test('a late job neither moves a video back nor restarts one that is done, failed or in deletion', async () => {
  for (const [from, to] of [
    ['QUEUED', 'VALIDATING'],
    ['PROCESSING_OCR', 'QUEUED'],
    ['SUCCESS', 'PROCESSING_OCR'],
    ['SUCCESS', 'FAILED'],
    ['FAILED', 'VALIDATING'],
    ['ERROR', 'SUCCESS'],
  ] as const) {
    const id = await videoIn(from)
    expect(await moveVideo(db, id, to, { error: 'x' } as never), `${from} to ${to}`).toBe(false)
    expect((await row(id)).status).toBe(from)
  }
  for (const status of VIDEO_STATUSES) expect(sourcesOf(status)).not.toContain('DELETING')
})

test('an error is shown while the video has failed, and disappears when it is retried', async () => {
  const id = await videoIn('VALIDATING', 3)
  await moveVideo(db, id, 'FAILED', { error: 'This kind of video is not supported.' })
  expect(await row(id)).toMatchObject({ status: 'FAILED', error: 'This kind of video is not supported.' })
  expect(await moveVideo(db, id, 'PENDING')).toBe(true)
  expect(await row(id)).toEqual({ status: 'PENDING', status_percentage: 3, error: null })
})

test('a deleted video cannot move', async () => {
  expect(await moveVideo(db, randomUUID(), 'SUCCESS')).toBe(false)
})
