import { appendFile, open, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { watchedProduct } from '../../../../../test/watched-folder.ts'
import { STILL, STILL_AFTER_GROWTH } from './failure.ts'

afterEach(() => vi.restoreAllMocks())

test('a renamed file is not taken again, and nothing is read where no video has its size', async () => {
  const { product, folder, settle, sources, put } = await watchedProduct()
  await put('Day 1/a.mp4', 'first film')
  await settle()
  const read = vi.spyOn(product.storage, 'read')
  await rename(path.join(folder, 'Day 1/a.mp4'), path.join(folder, 'Day 1/renamed.mp4'))
  await put('Day 1/b.mp4', 'another length')
  await settle()
  expect(await sources()).toEqual(['Day 1/a.mp4', 'Day 1/b.mp4'])
  // The hash was computed when the file was copied.
  expect(read).not.toHaveBeenCalled()
})

test('a file that grew after it was taken takes the place of its beginning, with what people wrote meanwhile', async () => {
  const { product, person, folder, settle, videos, put } = await watchedProduct()
  const { db } = product
  await put('Day 1/slow.mpg', 'the first half, ')
  await settle()
  const [half] = await videos()
  await db.updateTable('videos').set({ status: 'SUCCESS', duration: 10 }).where('id', '=', half!.id).execute()
  const charge = { company_id: person.company_id, user_id: person.id, file_name: 'slow.mpg', seconds: 10, bytes: 16 }
  await db
    .insertInto('usage_charges')
    .values({ video_id: half!.id, ...charge })
    .execute()
  const comment = await product.aComment(person, half!.id)
  await appendFile(path.join(folder, 'Day 1/slow.mpg'), 'and the second half')
  await settle(STILL)
  expect((await videos()).map(({ id }) => id)).toEqual([half!.id])
  await settle(STILL_AFTER_GROWTH)

  const [whole, ...others] = await videos()
  expect([whole!.id === half!.id, others]).toEqual([false, []])
  expect((await buffer(await product.storage.read(whole!.storage_key))).toString()).toBe(
    'the first half, and the second half',
  )
  const comments = await product.db.selectFrom('comments').select(['id', 'video_id']).execute()
  expect(comments).toEqual([{ id: comment.id, video_id: whole!.id }])
  expect((await product.takeJobs('delete-video')).map(({ data }) => data)).toEqual([{ video_id: half!.id }])
  expect(await db.selectFrom('usage_charges').select(['video_id', 'seconds']).execute()).toEqual([
    { video_id: whole!.id, seconds: 10 },
  ])
})

describe('subtitles of the beginning of a file', () => {
  /** A film whose beginning has a track that is shown by itself, and another change of a person. */
  async function halfFilm(there: Awaited<ReturnType<typeof watchedProduct>>) {
    const { product, person } = there
    await there.put('Day 1/slow.mpg', 'the first half, ')
    await there.settle()
    const [half] = await there.videos()
    const video_id = half!.id
    await product.db.updateTable('videos').set({ status: 'SUCCESS', duration: 10 }).where('id', '=', video_id).execute()
    const change = (values: { kind: 'subtitles' | 'words'; automatic?: boolean; base?: string; track?: number }) =>
      product.db
        .insertInto('transcript_changes')
        .values({ video_id, user_id: person.id, language: values.kind === 'subtitles' ? 'en' : null, ...values })
        .returning('id')
        .executeTakeFirstOrThrow()
    const automatic = await change({ kind: 'subtitles', automatic: true, track: 2 })
    return { automatic, change }
  }
  const changes = ({ product }: Awaited<ReturnType<typeof watchedProduct>>) =>
    product.db.selectFrom('transcript_changes').select(['video_id', 'kind', 'automatic']).execute()

  test('are not those of the whole, unless somebody chose them', async () => {
    const there = await watchedProduct()
    const { automatic, change } = await halfFilm(there)
    await change({ kind: 'words', base: automatic.id })
    await change({ kind: 'subtitles', track: 3 })
    await appendFile(path.join(there.folder, 'Day 1/slow.mpg'), 'and the second half')
    await there.settle(STILL_AFTER_GROWTH)
    const [whole] = await there.videos()
    expect(await changes(there)).toEqual([{ video_id: whole!.id, kind: 'subtitles', automatic: false }])
  })

  test('do not keep the beginning where the whole is a video already', async () => {
    const there = await watchedProduct()
    await halfFilm(there)
    await there.put('Day 1/quick.mpg', 'the first half, and the second half')
    await there.settle()
    await appendFile(path.join(there.folder, 'Day 1/slow.mpg'), 'and the second half')
    await there.settle(STILL_AFTER_GROWTH)
    expect([await there.sources(), await changes(there)]).toEqual([['Day 1/quick.mpg'], []])
  })
})

test('a file that a program has open for writing is not taken before that closes it', async () => {
  const { folder, settle, look, sources, put, warnings } = await watchedProduct()
  await put('Day 1/a.mp4', 'a')
  const writer = await open(path.join(folder, 'Day 1/a.mp4'), 'a')
  await settle()
  await look()
  expect([await sources(), warnings]).toEqual([
    [],
    [{ file: path.join(folder, 'Day 1/a.mp4'), reason: 'A program still has it open for writing.' }],
  ])
  await writer.close()
  // The list of open files is up to two seconds old.
  await expect
    .poll(async () => {
      await look()
      return await sources()
    })
    .toEqual(['Day 1/a.mp4'])
  expect(await readFile(path.join(folder, 'Day 1/a.mp4'), 'utf8')).toBe('a')
})
