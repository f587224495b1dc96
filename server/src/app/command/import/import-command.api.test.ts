import { appendFile, readdir, readFile, stat, symlink, utimes } from 'node:fs/promises'
import path from 'node:path'
import { PLANS } from '@footnote/contract/shared/limits.ts'
import { expect, test } from 'vitest'
import { EARLIER, folderOf, startImports } from '../../../../test/imports.ts'

const { product, type, aPerson, videosOf, stored } = await startImports()
const { db, config } = product

test('a folder becomes collections and videos, once; what is no video is left out and counted', async () => {
  const owner = await aPerson()
  const folder = await folderOf({
    'loose.MP4': 'loose',
    'Day 1/a.mov': 'one',
    'Day 1/B cam/b.mkv': 'two',
    'Day 1/notes.txt': 'words',
    'Day 1/.DS_Store': 'x',
    '.hidden/c.mp4': 'x',
  })
  await symlink(path.join(folder, 'loose.MP4'), path.join(folder, 'Day 1/again.mp4'))
  const words = [folder, '--by-folder', '--owner', owner.email, '--json']
  const would = await type('import', ...words, '--dry-run')
  expect([would.code, JSON.parse(would.out).taken, await videosOf(owner.id)]).toEqual([0, 3, []])

  const first = await type('import', ...words)
  expect([first.code, JSON.parse(first.out)]).toEqual([
    0,
    {
      ...{ taken: 3, before: 0, bytes: 11, failed: [], stopped: null },
      left_out: { system: 2, not_video: 1, link: 1 },
    },
  ])
  const videos = await videosOf(owner.id)
  expect(videos).toMatchObject([
    { collection: 'Day 1', file_name: 'b.mkv', source: 'Day 1/B cam/b.mkv', status: 'PENDING', file_size: 3 },
    { collection: 'Day 1', file_name: 'a.mov', source: 'Day 1/a.mov' },
    { collection: path.basename(folder), file_name: 'loose.MP4', source: 'loose.MP4' },
  ])
  expect(await readFile(stored(videos[0]!.storage_key), 'utf8')).toBe('two')
  expect((await stat(stored(videos[0]!.storage_key))).mode & 0o777).toBe(0o600)
  const jobs = (await product.jobs()).filter(({ name }) => name === 'index-video')
  expect(jobs.map(({ data }) => (data as { video_id: string }).video_id).sort()).toEqual(
    videos.map(({ id }) => id).sort(),
  )
  expect(await db.selectFrom('uploads').select('id').execute()).toEqual([])

  // A deleted video does not come back, a file that grew takes the place of what it was, and another run makes no
  // collections.
  await db.deleteFrom('videos').where('id', '=', videos[1]!.id).execute()
  await appendFile(path.join(folder, 'Day 1/B cam/b.mkv'), ' and more')
  await utimes(path.join(folder, 'Day 1/B cam/b.mkv'), EARLIER, EARLIER)
  const second = await type('import', ...words)
  expect(JSON.parse(second.out)).toMatchObject({ taken: 1, before: 2 })
  const after = await videosOf(owner.id)
  expect(
    after.filter(({ status }) => status !== 'DELETING').map(({ source, file_size }) => [source, file_size]),
  ).toEqual([
    ['Day 1/B cam/b.mkv', 12],
    ['loose.MP4', 5],
  ])
  expect(new Set((await videosOf(owner.id)).map(({ collection }) => collection)).size).toBe(2)
})

test('--link copies no content and leaves the file as it is; --move removes it once it is a video', async () => {
  const owner = await aPerson()
  const folder = await folderOf({ 'linked.mp4': 'linked', 'moved.mp4': 'moved' })
  const file = (name: string) => path.join(folder, name)
  const before = await stat(file('linked.mp4'))
  const words = ['--collection', 'Reels', '--owner', owner.email]
  expect((await type('import', folder, ...words, '--link')).code).toBe(0)
  const after = await stat(file('linked.mp4'))
  expect([after.ino, after.mode, after.mtimeMs]).toEqual([before.ino, before.mode, before.mtimeMs])
  expect(await type('import', folder, ...words, '--move')).toMatchObject({
    code: 0,
    out: '0 files taken\n2 taken before\n',
  })
  // A file that is a video already may go.
  expect(await stat(file('linked.mp4')).catch(() => null)).toBeNull()
  const videos = await videosOf(owner.id)
  expect(videos.map(({ collection }) => collection)).toEqual(['Reels', 'Reels'])
  expect(await Promise.all(videos.map(({ storage_key }) => readFile(stored(storage_key), 'utf8')))).toEqual([
    'linked',
    'moved',
  ])
})

test('folders and options that cannot be are refused with a sentence, and nothing is taken', async () => {
  const owner = await aPerson()
  const folder = await folderOf({ 'a.mp4': 'a' })
  await symlink(config.data_dir, path.join(folder, 'out'))
  await symlink('/nowhere', path.join(folder, 'broken.mp4'))
  const as = (...words: string[]) => type('import', ...words, '--owner', owner.email)
  expect((await as(folder)).code).toBe(2)
  expect((await as(folder, '--collection', 'A', '--by-folder')).code).toBe(2)
  expect((await as(folder, '--collection', 'A', '--link', '--move')).code).toBe(2)
  expect(await as(path.join(folder, 'none'), '--by-folder')).toMatchObject({
    code: 1,
    error: expect.stringContaining('There is no folder'),
  })
  expect((await as(path.join(folder, 'a.mp4'), '--by-folder')).error).toContain('is a file')
  expect((await as(product.files, '--by-folder')).error).toContain('is in the data folder')
  expect((await type('import', folder, '--by-folder')).error).toContain('There are several accounts')
  expect((await type('import', folder, '--by-folder', '--owner', 'x@y.org')).error).toContain('has no account')
  expect(await videosOf(owner.id)).toEqual([])
  const led = await as(folder, '--collection', 'A')
  expect([led.code, led.out.match(/leads out of the folder/g)?.length]).toEqual([1, 2])
  expect((await videosOf(owner.id)).map(({ source }) => source)).toEqual(['a.mp4'])
})

test('the plan has the same room for imported files as for uploads', async () => {
  const company_id = await product.company('FREE')
  const person = await product.person({ company_id })
  const { email } = await db.selectFrom('users').select('email').where('id', '=', person.id).executeTakeFirstOrThrow()
  const file_size = PLANS.FREE.storage - 3
  await product.aVideo(person, await product.aCollection(person), { file_size })
  const folder = await folderOf({ 'a.mp4': 'abc', 'b.mp4': 'one too many', 'c.mp4': '' })
  const full = await type('import', folder, '--collection', 'Full', '--owner', email)
  expect([full.code, full.error]).toEqual([1, expect.stringContaining('nothing is free')])
  expect((await videosOf(person.id)).map(({ source }) => source)).toEqual(['a.mp4', null])
})

test('a content that the collection has is counted as taken before, and --move removes its file', async () => {
  const owner = await aPerson()
  const folder = await folderOf({ 'a.mp4': 'one content' })
  const words = ['--collection', 'Once', '--owner', owner.email]
  expect((await type('import', folder, ...words, '--link')).out).toBe('1 files taken\n')
  const copies = await folderOf({ 'renamed.mp4': 'one content', 'of equal size.mp4': 'two content' })
  const would = await type('import', copies, ...words, '--dry-run')
  expect(would.out).toBe('1 files would be taken\n1 taken before\n')
  expect((await type('import', copies, ...words, '--move')).out).toBe('1 files taken\n1 taken before\n')
  expect(await readdir(copies)).toEqual([])
  expect((await videosOf(owner.id)).map(({ source }) => source)).toEqual(['a.mp4', 'of equal size.mp4'])
})
