// Past 400 lines: every call about a video shares one server and its factories, and each rule has its test here.
import { randomUUID } from 'node:crypto'
import { VIDEO_STATUSES } from '@footnote/contract/shared/video-status.ts'
import { afterAll, describe, expect, test } from 'vitest'
import type { Person } from '../../../../../seed/rows/senders.ts'
import { whileItWaits } from '../../../../test/locks.ts'
import { daysAgo, NIL, silentLog } from '../../../../test/product.ts'
import { startTeam } from '../../../../test/team.ts'
import type { JobContext } from '../../../platform/queue/jobs.ts'
import { removeExpiredUploads } from '../uploads/remove-expired.ts'
import { deleteVideo } from './delete-video.job.ts'

const GIB = 1024 ** 3
const once: JobContext = { signal: new AbortController().signal, last_attempt: false, starts: 1, log: silentLog }

const { server, owner, colleague, stranger } = await startTeam()
const collection = await server.aCollection(owner)
const sample = await server.aCollection(null)
const expired = await server.aCollection(stranger, { created_at: daysAgo(31) })
afterAll(() => server.close())

const upload = (index_id: string, person?: Person, more: object = {}) =>
  server.post('/api/upload', { index_id, file_type: 'video/mp4', file_extension: 'mp4', ...more }, person)
const add = (index_id: string, file_id: string, person?: Person, more: object = {}) =>
  server.post('/api/add_records', { index_id, file_id, file_name: 'a.mp4', file_extension: 'mp4', ...more }, person)

/** Sends bytes to an upload form. */
async function send(session: { url: { url: string; fields: Record<string, string> } }, bytes: string): Promise<number> {
  const form = new FormData()
  for (const [name, value] of Object.entries(session.url.fields)) form.append(name, value)
  form.append('file', new Blob([bytes]))
  return (await fetch(server.base + session.url.url, { method: 'POST', body: form })).status
}
async function uploaded(index_id: string, person: Person, bytes = 'bytes'): Promise<string> {
  const session = (await upload(index_id, person)).json
  expect(await send(session, bytes)).toBe(204)
  return session.file_id
}
const jobsOf = async (name: string, video_id: string) =>
  (await server.jobs()).filter((job) => job.name === name && (job.data as { video_id?: string }).video_id === video_id)

describe('POST /api/upload', () => {
  test('requires authentication', async () => {
    expect((await upload(collection)).status).toBe(401)
  })

  test('returns a form for one key, a file id and an address', async () => {
    const answer = await upload(collection, owner, { file_extension: ' MP4 ', file_size: 2048 })
    expect(answer.status).toBe(200)
    const { url, file_id, download_url } = answer.json
    expect(url.url).toBe('/api/files/upload')
    expect(url.fields.key).toBe(`videos/${file_id}/original.mp4`)
    const policy = JSON.parse(Buffer.from(url.fields.policy, 'base64').toString())
    expect(policy.conditions).toContainEqual(['content-length-range', 0, 2048])
    expect(policy.conditions).toContainEqual({ 'Content-Type': 'video/mp4' })
    expect(download_url).toMatch(/^\/api\/files\/videos\//)
  })

  test('accepts videos only', async () => {
    for (const file_type of ['image/png', 'text/html', 'video/', 'application/video/mp4', 'video/mp4\nx-evil: 1'])
      expect((await upload(collection, owner, { file_type })).json).toMatchObject({
        status: 415,
        code: 'unsupported_media',
      })
    expect((await upload(collection, owner, { file_type: 'video/webm; codecs=vp9' })).status).toBe(200)
    expect((await upload(collection, owner, { file_extension: '../x' })).status).toBe(400)
    expect((await upload(collection, owner, { file_size: 21 * GIB })).status).toBe(400)
  })

  test('refuses strangers, samples and expired collections', async () => {
    expect((await upload(collection, stranger)).status).toBe(404)
    expect((await upload(sample, owner)).json.code).toBe('forbidden')
    expect((await upload(expired, stranger)).json.code).toBe('collection_expired')
  })

  test('a colleague uploads into an empty collection, and again when the first video is theirs', async () => {
    const shared = await server.aCollection(owner)
    expect((await upload(shared, colleague)).status).toBe(200)
    await server.aVideo(colleague, shared, { created_at: daysAgo(2) })
    await server.aVideo(owner, shared, { created_at: daysAgo(1) })
    expect((await upload(shared, colleague)).status).toBe(200)
    expect((await upload(shared, owner)).status).toBe(200)
    const other = await server.aCollection(owner)
    await server.aVideo(owner, other, { created_at: daysAgo(2) })
    await server.aVideo(colleague, other)
    expect((await upload(other, colleague)).json.code).toBe('forbidden')
  })
})

describe('POST /api/add_records', () => {
  test('requires authentication', async () => {
    expect((await add(collection, NIL)).status).toBe(401)
  })

  test('locks the company before the collection, as the removal of a member does', async () => {
    const file_id = await uploaded(collection, owner)
    const company = { table: 'companies', id: owner.company_id } as const
    const add_it = () => add(collection, file_id, owner)
    const { begun } = await whileItWaits(server.db, company, add_it, { table: 'collections', id: collection })
    expect((await begun).status).toBe(200)
  })

  test('creates a video once, with the size that arrived, and enqueues it', async () => {
    const file_id = await uploaded(collection, owner)
    const answer = await add(collection, file_id, owner, {
      file_name: 'مباراة 🎉 "final".mp4',
      file_size: 999,
      file_url: 'http://evil.example/x',
    })
    expect(answer.status).toBe(200)
    const { video } = answer.json
    expect(video).toMatchObject({
      id: file_id,
      user_id: owner.id,
      collection_id: collection,
      file_name: 'مباراة 🎉 "final".mp4',
      file_size: 5,
      file_extension: 'mp4',
      status: 'PENDING',
      status_percentage: 0,
      error: null,
      duration: null,
      can: { open: false, review: false, rename: true, move: false, delete: true, retry: false },
    })
    const again = await add(collection, file_id, owner, { file_name: 'other.mp4' })
    expect(again.json.video).toEqual(video)
    expect(await jobsOf('index-video', file_id)).toHaveLength(1)
    const got = await fetch(server.base + video.stream_url)
    expect([got.status, await got.text()]).toEqual([200, 'bytes'])
  })

  test('two simultaneous calls get the same video and one job', async () => {
    const file_id = await uploaded(collection, owner)
    const answers = await Promise.all([1, 2, 3].map(() => add(collection, file_id, owner)))
    for (const answer of answers) expect(answer.json).toEqual(answers[0]!.json)
    expect(await jobsOf('index-video', file_id)).toHaveLength(1)
  })

  test('a foreign, an unknown and an ill-formed file id are unknown', async () => {
    const file_id = await uploaded(collection, owner)
    for (const [person, id] of [
      [colleague, file_id],
      [owner, randomUUID()],
      [owner, 'nonsense'],
    ] as const)
      expect((await add(collection, id, person)).status).toBe(404)
    expect((await add(await server.aCollection(owner), file_id, owner)).status).toBe(404)
    await add(collection, file_id, owner)
    expect((await add(collection, file_id, colleague)).status).toBe(404)
  })

  test('without a file there is nothing to add', async () => {
    const { file_id } = (await upload(collection, owner)).json
    expect((await add(collection, file_id, owner)).json).toMatchObject({ status: 409, code: 'upload_missing' })
  })

  test('closes the form', async () => {
    const session = (await upload(collection, owner)).json
    expect(await send(session, 'first')).toBe(204)
    expect(await send(session, 'second')).toBe(204)
    await add(collection, session.file_id, owner)
    expect(await send(session, 'third')).toBe(403)
    const { video } = (await add(collection, session.file_id, owner)).json
    expect(await (await fetch(server.base + video.file_url)).text()).toBe('second')
  })
})

describe('POST /api/delete_video', () => {
  const remove = (id: string, person?: Person, more: object = {}) =>
    server.post('/api/delete_video', { id, ...more }, person)

  test('requires authentication', async () => {
    expect((await remove(NIL)).status).toBe(401)
  })

  test('only the uploader may', async () => {
    const id = await server.aVideo(owner, collection)
    expect((await remove(id, stranger)).status).toBe(404)
    expect((await remove(id, colleague)).json.code).toBe('forbidden')
    expect((await remove(id, owner, { index_id: sample })).status).toBe(404)
    expect((await remove(await server.aVideo(null, sample), owner)).json.code).toBe('forbidden')
    const old = await server.aVideo(stranger, expired)
    expect((await remove(old, stranger)).json.code).toBe('collection_expired')
  })

  test('the video stays listed as DELETING until the job has removed its files and rows; its minutes stay', async () => {
    const mine = await server.aCollection(owner)
    const id = await server.aVideo(owner, mine)
    await server.db
      .insertInto('usage_charges')
      .values({ video_id: id, company_id: owner.company_id, user_id: owner.id, file_name: 'a', seconds: 60, bytes: 5 })
      .execute()
    expect((await remove(id, owner, { index_id: mine, file_extension: 'mp4' })).status).toBe(200)
    expect((await remove(id, owner)).status).toBe(200)
    expect(await jobsOf('delete-video', id)).toHaveLength(1)
    const listed = (await server.get(`/api/indexes/${mine}`, owner)).json.videos[0]
    expect(listed).toMatchObject({ status: 'DELETING', stream_url: null, can: { open: false, delete: false } })
    await deleteVideo(server)({ video_id: id }, once)
    await deleteVideo(server)({ video_id: id }, once)
    expect((await server.get(`/api/indexes/${mine}`, owner)).json.videos).toEqual([])
    expect(await server.storage.stat(`videos/${id}/original.mp4`)).toBeNull()
    expect((await server.get('/api/get_usage', owner)).json).toEqual({ usage: 1, minutes_allotted: 1800 })
  })

  test('the job ignores a video that nobody deleted', async () => {
    const id = await server.aVideo(owner, collection)
    await deleteVideo(server)({ video_id: id }, once)
    expect((await server.get(`/api/get_video_details/${id}`, owner)).status).toBe(200)
  })

  test('the last video takes a deleted collection with it', async () => {
    const mine = await server.aCollection(owner)
    const id = await server.aVideo(owner, mine)
    await server.post('/api/delete_index', { id: mine }, owner)
    await deleteVideo(server)({ video_id: id }, once)
    expect(await server.db.selectFrom('collections').select('id').where('id', '=', mine).execute()).toEqual([])
  })
})

describe('POST /api/retry-indexing', () => {
  const retry = (video_id: string, person?: Person) => server.post('/api/retry-indexing', { video_id }, person)

  test('requires authentication', async () => {
    expect((await retry(NIL)).status).toBe(401)
  })

  test('the uploader indexes a failed video again, once', async () => {
    for (const status of VIDEO_STATUSES) {
      const id = await server.aVideo(owner, collection, { status, error: 'No.', status_percentage: 40 })
      expect((await retry(id, stranger)).status).toBe(404)
      expect((await retry(id, colleague)).json.code).toBe('forbidden')
      const answer = await retry(id, owner)
      const failed = ['FAILED', 'OVER_LIMIT', 'ERROR'].includes(status)
      expect(answer.status, status).toBe(failed ? 200 : 409)
      expect(await jobsOf('index-video', id)).toHaveLength(failed ? 1 : 0)
      expect((await retry(id, owner)).json).toMatchObject({ status: 409, code: 'not_retryable' })
      if (failed)
        expect((await server.get(`/api/get_video_details/${id}`, owner)).json).toMatchObject({
          status: 'PENDING',
          error: null,
        })
    }
  })

  test('a retry is offered unless the file itself is at fault', async () => {
    const offered = async (error: string, url?: string) => {
      const id = await server.aVideo(owner, collection, { status: 'FAILED', error })
      if (url) await server.db.insertInto('video_fetches').values({ video_id: id, url }).execute()
      return (await server.get(`/api/get_video_details/${id}`, owner)).json.can.retry
    }
    expect(await offered('This kind of video is not supported.')).toBe(false)
    expect(await offered('The file is damaged. Upload another copy of it.')).toBe(false)
    expect(await offered('The server has no working ffmpeg.')).toBe(true)
    expect(await offered('The file is empty.', 'https://example.com/film.mp4')).toBe(true)
  })
})

test('a video that could not be prepared for playing says why, and its owner has it prepared again, once', async () => {
  const retry = (video_id: string, person: Person) => server.post('/api/retry-indexing', { video_id }, person)
  const playback_error = 'This video could not be prepared for playing. The file is damaged. Upload another copy of it.'
  const id = await server.aVideo(owner, collection, { status: 'SUCCESS', playback: 'FAILED', playback_error })
  const seen = async (person: Person) => (await server.get(`/api/get_video_details/${id}`, person)).json
  expect(await seen(owner)).toMatchObject({ playback: 'FAILED', playback_error, can: { retry: true, open: true } })
  expect(await seen(colleague)).toMatchObject({ playback: 'FAILED', can: { retry: false } })
  expect((await retry(id, colleague)).json.code).toBe('forbidden')
  expect((await retry(id, owner)).json).toEqual({ message: 'The video is being prepared for playing again' })
  expect(await seen(owner)).toMatchObject({
    status: 'SUCCESS',
    playback: 'PREPARING',
    playback_error: null,
    can: { retry: false },
  })
  expect((await retry(id, owner)).json).toMatchObject({ status: 409, code: 'not_retryable' })
  expect([await jobsOf('transcode-video', id), await jobsOf('index-video', id)]).toMatchObject([[{}], []])
})

test('speech whose engine failed is transcribed again for the owner, once', async () => {
  const retry = (video_id: string, person: Person) => server.post('/api/retry-indexing', { video_id }, person)
  const speech_note = 'Moonshine base failed on this video.'
  const id = await server.aVideo(owner, collection, { status: 'SUCCESS', speech_note })
  const failed = { video_id: id, stage: 'speech', engine: 'moonshine-base-1', error: 'No.', given_up: true, errors: 3 }
  await server.db.insertInto('due_stages').values(failed).execute()
  const seen = async (person: Person) => (await server.get(`/api/get_video_details/${id}`, person)).json
  expect(await seen(owner)).toMatchObject({ speech_note, can: { retry: true } })
  expect(await seen(colleague)).toMatchObject({ speech_note, can: { retry: false } })
  expect((await retry(id, colleague)).json.code).toBe('forbidden')
  expect((await retry(id, owner)).json).toEqual({ message: 'The speech is being transcribed again' })
  expect(await seen(owner)).toMatchObject({
    status: 'SUCCESS',
    speech_note: 'The speech is being transcribed again.',
    can: { retry: false },
  })
  expect((await retry(id, owner)).json).toMatchObject({ status: 409, code: 'not_retryable' })
  expect([await jobsOf('reindex-video', id), await jobsOf('index-video', id)]).toMatchObject([[{}], []])
  // A silent film is no failure.
  const silent = await server.aVideo(owner, collection, { status: 'SUCCESS', speech_note: 'The video has no sound.' })
  expect((await retry(silent, owner)).json).toMatchObject({ status: 409, code: 'not_retryable' })
})

describe('GET /api/generate-download-url/{video_id}', () => {
  const address = (id: string, person?: Person) => server.get(`/api/generate-download-url/${id}`, person)

  test('requires authentication', async () => {
    expect((await address(NIL)).status).toBe(401)
  })

  test('gives everyone who may read the video an attachment with its name', async () => {
    const id = await server.aVideo(owner, collection, { file_name: 'مباراة 🎉 "final".mp4' })
    expect((await address(id, stranger)).status).toBe(404)
    const { url } = (await address(id, colleague)).json
    const lifetime = Number(new URL(url, server.base).searchParams.get('expires')) - Date.now() / 1000
    expect(lifetime).toBeGreaterThan(3590)
    expect(lifetime).toBeLessThanOrEqual(3600)
    const got = await fetch(server.base + url)
    const disposition = got.headers.get('content-disposition')!
    expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''/)
    expect(decodeURIComponent(disposition.split("UTF-8''")[1]!)).toBe('مباراة 🎉 "final".mp4')
    expect(await got.text()).toBe('bytes')
    expect((await address(await server.aVideo(null, sample), stranger)).status).toBe(200)
  })

  test('refuses downloads from an expired collection or of a video in deletion', async () => {
    expect((await address(await server.aVideo(stranger, expired), stranger)).json.code).toBe('collection_expired')
    const going = await server.aVideo(owner, collection, { status: 'DELETING' })
    expect((await address(going, owner)).status).toBe(409)
  })
})

describe('GET /api/get_video_details/{video_id}', () => {
  const details = (id: string, person?: Person) => server.get(`/api/get_video_details/${id}`, person)

  test('requires authentication', async () => {
    expect((await details(NIL)).status).toBe(401)
  })

  test('answers in any status, to everyone who may read the collection', async () => {
    for (const status of VIDEO_STATUSES) {
      const id = await server.aVideo(owner, collection, { status, error: null })
      expect((await details(id, stranger)).status).toBe(404)
      const { can, ...video } = (await details(id, owner)).json
      expect(video).toMatchObject({
        id,
        status,
        collection_id: collection,
        collection_name: 'Matches',
        subtitle_word: [],
      })
      expect(can.open).toBe(['SUCCESS', 'VALIDATING'].includes(status))
    }
  })

  test('has the words of a complete transcript, addresses, and the frame rate as a fraction', async () => {
    const id = await server.aVideo(owner, collection, {
      duration: 12.5,
      frame_rate_num: 30_000,
      frame_rate_den: 1001,
      timecode_start: 107_892,
      timecode_drop: true,
      subtitle_key: 'videos/a/subtitles.vtt',
      storyboard_key: 'videos/a/storyboard.webp',
      storyboard: JSON.stringify({ columns: 5, count: 12, tile_width: 160, tile_height: 90, interval: 1 }),
      rendition_key: 'videos/a/rendition.mp4',
    })
    await server.db.insertInto('video_stages').values({ video_id: id, stage: 'speech', engine: 'new' }).execute()
    const cue = { video_id: id, start_time: 0, end_time: 1, language: 'en' }
    const word = (text: string) => JSON.stringify([{ word: text, start: 0, end: 0.5, confidence: 0.9 }])
    await server.db
      .insertInto('cues')
      .values([
        { ...cue, engine: 'old', number: 0, text: 'wrong', words: word('wrong') },
        { ...cue, engine: 'new', number: 1, text: 'world', words: word('world') },
        { ...cue, engine: 'new', number: 0, text: 'hello', words: word('hello') },
      ])
      .execute()
    const video = (await details(id, colleague)).json
    expect(video).toMatchObject({
      video_duration: 12.5,
      duration: 12.5,
      frame_rate: { num: 30_000, den: 1001 },
      timecode: { start: 107_892, drop_frame: true },
      storyboard: { columns: 5, count: 12 },
      subtitle_word: [
        { word: 'hello', start: 0, end: 0.5 },
        { word: 'world', start: 0, end: 0.5 },
      ],
    })
    expect(video.stream_url).toContain('/rendition.mp4?')
    expect(new URL(video.subtitle_url, server.base).searchParams.get('type')).toBe('text/vtt; charset=utf-8')
    const again = (await details(id, colleague)).json
    expect(again.stream_url).toBe(video.stream_url)
    expect(again.frame_times).toBeNull()
  })

  test('has no words while its collection is expired', async () => {
    const old = await server.aCollection(stranger, { created_at: daysAgo(31) })
    const id = await server.aVideo(stranger, old)
    await server.db.insertInto('video_stages').values({ video_id: id, stage: 'speech', engine: 'new' }).execute()
    const words = JSON.stringify([{ word: 'hello', start: 0, end: 1, confidence: 0.9 }])
    const cue = { video_id: id, engine: 'new', number: 0, start_time: 0, end_time: 1, language: 'en' }
    await server.db
      .insertInto('cues')
      .values({ ...cue, text: 'hello', words })
      .execute()
    const said = async () => (await details(id, stranger)).json.subtitle_word
    expect(await said()).toEqual([])
    await server.db.updateTable('collections').set({ created_at: new Date() }).where('id', '=', old).execute()
    expect(await said()).toHaveLength(1)
  })

  test('has the time of each frame when the rate is not constant, to the microsecond', async () => {
    const times = Float64Array.of(0, 0.0333333333, 0.0721, 3599.9999999)
    const id = await server.aVideo(owner, collection, { frame_times: Buffer.from(times.buffer) })
    const { frame_times, frame_rate, timecode } = (await details(id, owner)).json
    expect([frame_times, frame_rate, timecode]).toEqual([[0, 0.033333, 0.0721, 3600], null, null])
  })
})

test('expired uploads are removed with their files', async () => {
  const kept = await uploaded(collection, owner)
  const gone = await uploaded(collection, owner)
  await server.db
    .updateTable('uploads')
    .set({ expires_at: daysAgo(2) })
    .where('id', '=', gone)
    .execute()
  await removeExpiredUploads(server, once)
  expect(await server.storage.stat(`videos/${gone}/original.mp4`)).toBeNull()
  expect((await add(collection, gone, owner)).status).toBe(404)
  expect((await add(collection, kept, owner)).status).toBe(200)
})

test('a deleted collection disappears with its last unfinished upload, and accepts no more', async () => {
  const mine = await server.aCollection(owner)
  const session = (await upload(mine, owner)).json
  await send(session, 'bytes')
  await server.post('/api/delete_index', { id: mine }, owner)
  expect(await send(session, 'more')).toBe(403)
  await removeExpiredUploads(server, once)
  expect(await server.db.selectFrom('collections').select('id').where('id', '=', mine).execute()).toEqual([])
  expect(await server.storage.stat(session.url.fields.key)).toBeNull()
})

test('GET /api/get_usage requires authentication and counts the minutes of the period', async () => {
  expect((await server.get('/api/get_usage')).status).toBe(401)
  const person = await server.person({ company_id: await server.company('FREE') })
  const charge = { company_id: person.company_id, user_id: person.id, file_name: 'a', bytes: 1 }
  await server.db
    .insertInto('usage_charges')
    .values([
      { ...charge, video_id: randomUUID(), seconds: 90, created_at: daysAgo(300) },
      { ...charge, video_id: randomUUID(), seconds: 45 },
    ])
    .execute()
  expect((await server.get('/api/get_usage', person)).json).toEqual({ usage: 2.25, minutes_allotted: 60 })
})

test('no value of any field of a video call makes the server fail', async () => {
  const id = await server.aVideo(owner, collection, { status: 'FAILED', error: 'No.' })
  const calls: Record<string, object> = {
    '/api/upload': { index_id: collection, file_type: 'video/mp4', file_extension: 'mp4', file_size: 1 },
    '/api/add_records': {
      index_id: collection,
      file_id: id,
      file_name: 'a',
      file_extension: 'mp4',
      file_size: 1,
      file_url: 'x',
    },
    '/api/delete_video': { id: NIL, index_id: collection, file_extension: 'mp4' },
    '/api/retry-indexing': { video_id: NIL },
  }
  const values = [
    {},
    [],
    [{}],
    7,
    -1.5,
    1e300,
    null,
    true,
    '',
    '\0',
    'a\0b',
    '\ud800',
    'x'.repeat(1_000_000),
    undefined,
  ]
  for (const [url, good] of Object.entries(calls))
    for (const field of Object.keys(good))
      for (const value of values) {
        const answer = await server.post(url, { ...good, [field]: value }, owner)
        expect(answer.status, `${url} ${field} ${String(value).slice(0, 20)}`).toBeLessThan(500)
      }
  for (const value of ['%00', '%', 'x'.repeat(10_000), '..%2f..', '%ff'])
    for (const call of ['generate-download-url', 'get_video_details'])
      expect((await server.get(`/api/${call}/${value}`, owner)).status).toBeLessThan(500)
})
