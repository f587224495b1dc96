import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import sharp, { type Sharp } from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { type LinkHolder, type Person, SECRET } from '../../../../seed/rows/senders.ts'
import { countOf, drawnCases } from '../../../test/drawn-cases.ts'
import { openReader } from '../../../test/film-text.ts'
import { makeQueuedLibrary, startIndexing } from '../../../test/indexing.ts'
import { KilledWorkers } from '../../../test/killed-workers.ts'
import { ffmpeg, H264, makeJob } from '../../../test/made-media.ts'
import { startObjectStore } from '../../../test/object-store.ts'
import { type Product, startProduct } from '../../../test/product.ts'
import { randomFrames, servedFor, unreadIn } from '../../../test/watermarks.ts'
import { reconcile } from '../../app/reconcile.job.ts'
import { removeExpired } from '../../app/remove-expired.job.ts'
import { callForCopies } from '../../features/review/sharing/marked/commands.ts'
import { probe } from '../../media/probe.ts'
import { SAME_TIME } from '../../media/rendition-plan.ts'
import { S3Storage } from '../../platform/storage/s3/s3-storage.ts'

const FRAMES = countOf({ usual: 10, all: 20 })
const TEXT = 'Kestrel walrus'
const LONG = 'Kestrel walrus gondola harvest teapot compass pumpkin violin saddle meadow copper'.slice(0, 80)
const NOTHING = { visual: false, ocr: false, audio: false }
const context = { signal: new AbortController().signal, last_attempt: false, starts: 1, log: console }

const job = await makeJob()
const reader = openReader()
afterAll(async () => {
  await reader.close()
  await job.remove()
})

/** Films of a second: name, text of the watermark, words for ffmpeg, and the size of the picture that plays. */
const FILMS: readonly (readonly [string, string, readonly string[], object])[] = [
  ['portrait.mp4', LONG, moving('608x1080', 25), { width: 608, height: 1080 }],
  ['4k.mp4', TEXT, [...moving('3840x2160', 24), '-f', 'lavfi', '-i', 'sine=d=1'], { width: 1920, height: 1080 }],
  ['anamorphic.mkv', TEXT, [...moving('720x576', 25), '-vf', 'setsar=64/45'], { width: 1024, height: 576 }],
  ['variable.mp4', TEXT, [...moving('640x360', 50), '-vf', uneven(), '-vsync', 'vfr'], { width: 640, height: 360 }],
]

function moving(size: string, rate: number): string[] {
  return ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}:d=1.2`]
}
/** Leaves out frames, so that there is no rate. */
function uneven(): string {
  return "select='not(between(n,10,21))*not(eq(n,40))*not(eq(n,43))'"
}

/** A member who has just signed in: a session may be over before all films are read. */
const aMaker = (api: Product, { company_id }: { readonly company_id: string }) => api.person({ company_id })

async function aLink(api: Product, maker: Person, settings: object): Promise<{ id: string; guest: LinkHolder }> {
  const body = { kind: 'version', permission: 'viewer', watermark: 'in', watermark_text: TEXT, ...settings }
  const { json, text } = await api.post('/api/sharing_router/links', body, maker)
  if (!json.link) throw new Error(text)
  return { id: json.link.id, guest: { share_token: json.share_url.split('/').at(-1) } }
}
const marks = (api: Product) => api.db.selectFrom('marked_copies').selectAll().orderBy('created_at').execute()
const statesOf = async (api: Product, link_id: string) =>
  (await marks(api)).filter((copy) => copy.link_id === link_id).map(({ text, state }) => [text, state])

describe.each(drawnCases(['disk', 's3']))('stored on %s', async (kind) => {
  const store = kind === 's3' ? await startObjectStore() : undefined
  const storage = store && new S3Storage({ s3: store.settings, secret_key: SECRET })
  const indexing = await startIndexing(storage ? { storage } : {})
  const api = await startProduct({ database_url: indexing.database_url, storage: indexing.storage })
  await api.db.updateTable('subscriptions').set({ plan: 'TEAM' }).execute()
  afterAll(async () => {
    await Promise.all([api.close(), indexing.close()])
    await store?.stop()
  })

  test.each(drawnCases(FILMS))(
    'the text is read in random frames of all that a link to %s serves, and frames keep their times',
    async (name, text, options, size) => {
      const film = job.path(name)
      await ffmpeg(...options, ...H264, '-movflags', '+faststart', film)
      const { id: video } = await indexing.settled(await indexing.add(film, NOTHING))
      const maker = await aMaker(api, indexing)
      const { id, guest } = await aLink(api, maker, { ids: [video], download: 'original', watermark_text: text })
      await expect.poll(() => statesOf(api, id)).toEqual([[text, 'READY']])
      const files = await servedFor(api, guest, video, job.folder)
      expect(new Set(files.map(({ type }) => type))).toEqual(new Set(['image/jpeg', 'video/mp4']))
      const whole = files.find(({ type }) => type === 'video/mp4')!
      const same = files.filter(({ url }) => url.split('?')[0] === whole.url.split('?')[0])
      expect(files).toHaveLength(same.length + 1)
      const [before, after] = [await probe(job, film), await probe(job, whole.file)]
      expect(after).toMatchObject({ ...size, audio: before.audio ? { codec: 'aac' } : null })
      expect(after.frames).toHaveLength(before.frames.length)
      for (const [frame, time] of after.frames.entries())
        expect(Math.abs(after.start + time - before.frames[frame]!)).toBeLessThan(SAME_TIME)
      const pictures = await randomFrames(whole.file, after.frames.length, FRAMES)
      const poster = files.find(({ type }) => type === 'image/jpeg')!.file
      for (const picture of [...pictures, poster]) expect(await unreadIn(reader, picture, text), picture).toEqual([])
    },
  )

  test('a job ends when its link gets another text, or ends, and leaves nothing', async () => {
    const film = job.path('long.mp4')
    await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=1280x720:r=25:d=12', ...H264, '-movflags', '+faststart', film)
    const { id: video } = await indexing.settled(await indexing.add(film, NOTHING))
    const atWork = async () => {
      const { rows } = await sql<{ text: string }>`
        select text from pgboss.job join marked_copies on marked_copies.id::text = data ->> 'copy_id'
        where name = 'mark-video' and job.state = 'active'`.execute(api.db)
      return rows.map(({ text }) => text)
    }
    const maker = await aMaker(api, indexing)
    const { id } = await aLink(api, maker, { ids: [video], watermark_text: 'First' })
    await expect.poll(atWork).toEqual(['First'])
    await api.put(`/api/sharing_router/share-links/${id}`, { watermark_text: 'Second' }, maker)
    await expect.poll(atWork).toEqual(['Second'])
    await api.delete(`/api/sharing_router/share-links/${id}`, maker)
    await expect.poll(atWork).toEqual([])
    expect((await marks(api)).filter(({ video_id }) => video_id === video).map(({ state }) => state)).toEqual([
      'DUE',
      'DUE',
    ])
    await removeExpired(api)({}, context)
    expect((await marks(api)).filter(({ video_id }) => video_id === video)).toEqual([])
    const keys: string[] = []
    for await (const { key } of indexing.storage.list(`videos/${video}/`)) keys.push(key)
    expect(keys.filter((key) => key.includes('marked'))).toEqual([])
    expect(await api.db.selectFrom('job_errors').selectAll().execute()).toEqual([])
  })

  test('a link that follows a video gets a copy of its next version without a guest', async () => {
    const film = job.path('short.mp4')
    await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=1', ...H264, '-movflags', '+faststart', film)
    const [first, second] = [await indexing.add(film, NOTHING), await indexing.add(film, NOTHING)]
    for (const id of [first, second]) await indexing.settled(id)
    const { id } = await aLink(api, await aMaker(api, indexing), { kind: 'stack', ids: [first] })
    await expect.poll(() => statesOf(api, id)).toEqual([[TEXT, 'READY']])
    const { stack_id, collection_id } = await api.db
      .selectFrom('videos')
      .select(['stack_id', 'collection_id'])
      .where('id', '=', first)
      .executeTakeFirstOrThrow()
    await api.db.updateTable('videos').set({ stack_id, version: 2, collection_id }).where('id', '=', second).execute()
    await reconcile({ ...indexing.services, log: context.log })({}, context)
    await expect
      .poll(() => statesOf(api, id))
      .toEqual([
        [TEXT, 'READY'],
        [TEXT, 'READY'],
      ])
  })
})

test('a text from right to left is in the picture as people read it', async () => {
  const indexing = await startIndexing()
  const api = await startProduct({ database_url: indexing.database_url, storage: indexing.storage })
  try {
    await api.db.updateTable('subscriptions').set({ plan: 'TEAM' }).execute()
    const maker = await aMaker(api, indexing)
    const film = job.path('grey.mp4')
    await ffmpeg('-f', 'lavfi', '-i', 'color=gray:s=640x360:r=25:d=1', ...H264, '-movflags', '+faststart', film)
    const { id: video } = await indexing.settled(await indexing.add(film, NOTHING))
    const { id, guest } = await aLink(api, maker, { ids: [video], watermark_text: 'סודי בלבד' })
    await expect.poll(async () => (await statesOf(api, id)).map(([, state]) => state)).toEqual(['READY'])
    const [file] = (await servedFor(api, guest, video, job.folder)).filter(({ type }) => type === 'video/mp4')
    const [frame] = await randomFrames(file!.file, 25, 1)
    const [right, wrong] = [await likeness(frame!, 'סודי בלבד'), await likeness(frame!, 'דבלב ידוס')]
    expect(right).toBeGreaterThan(0.7)
    expect(right).toBeGreaterThan(wrong + 0.1)
  } finally {
    await Promise.all([api.close(), indexing.close()])
  }
})

/**
 * How much a corner of a picture that has the text looks like a text that ffmpeg draws, at the best place: 0 to 1
 * (normalised cross-correlation).
 */
async function likeness(picture: string, text: string): Promise<number> {
  const file = job.path('drawn.png')
  // ffmpeg's letters of 20 pixels are as wide as Pango's of 18.
  const drawn = `drawtext=text='${text}':font='DejaVu Sans\\:bold':fontsize=20:fontcolor=white:x=8:y=8`
  await promisify(execFile)('ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', `color=gray:s=200x40,${drawn}`, '-frames:v', '1', file],
  ])
  const grey = async (input: Sharp) => await input.greyscale().raw().toBuffer({ resolveWithObject: true })
  const corner = { left: 0, top: 0, width: 320, height: 120 }
  const [small, large] = [await grey(sharp(file).trim()), await grey(sharp(picture).extract(corner))]
  const { width, height } = small.info
  let best = 0
  for (let top = 0; top + height <= large.info.height; top += 1)
    for (let left = 0; left + width <= large.info.width; left += 1) {
      let [sum, ofSmall, ofLarge] = [0, 0, 0]
      for (let y = 0; y < height; y += 1)
        for (let x = 0; x < width; x += 1) {
          // Only letters are brighter than the ground.
          const a = Math.max(0, small.data[y * width + x]! - 132)
          const b = Math.max(0, large.data[(top + y) * large.info.width + left + x]! - 132)
          sum += a * b
          ofSmall += a * a
          ofLarge += b * b
        }
      if (ofLarge > 0) best = Math.max(best, sum / Math.sqrt(ofSmall * ofLarge))
    }
  return best
}

test.skipIf(process.platform !== 'linux')('a copy whose worker is killed begins again, and is made once', async () => {
  const { library, queue, database_url, close } = await makeQueuedLibrary()
  const workers = new KilledWorkers(database_url, library.data_dir, 500)
  workers.start()
  try {
    const { db, user_id, company_id } = library
    const film = job.path('killed.mp4')
    await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=25:d=4', ...H264, '-movflags', '+faststart', film)
    const { id: video_id } = await library.settled(await library.addVideo(queue, film, NOTHING))
    const settings = { permission: 'viewer', watermark: 'in', watermark_text: TEXT, expires_at: null } as const
    const { id } = await db
      .insertInto('share_links')
      .values({ ...settings, user_id, company_id, token_hash: 'hash' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('share_link_items').values({ link_id: id, position: 0, video_id }).execute()
    await db.transaction().execute((transaction) => callForCopies(transaction, queue, id))
    const release = () => workers.release(queue, db)
    await workers.killAt(({ msg, job: name }) => msg === 'job started' && name === 'mark-video', release)
    await expect
      .poll(async () => {
        await release()
        return (await db.selectFrom('marked_copies').select('state').execute()).map(({ state }) => state)
      })
      .toEqual(['READY'])
    const jobs = sql<{ state: string }>`select state::text from pgboss.job where name = 'mark-video'`
    await expect.poll(async () => (await jobs.execute(db)).rows).toEqual([{ state: 'completed' }])
    expect(await db.selectFrom('job_errors').selectAll().execute()).toEqual([])
  } finally {
    await workers.killAll()
    await close()
  }
})
