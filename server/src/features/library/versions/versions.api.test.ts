import type { Version } from '@footnote/contract/nouns/library/videos/versions.ts'
import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { afterAll, describe, expect, test } from 'vitest'
import type { Person, Sender } from '../../../../../seed/rows/senders.ts'
import { daysAgo, NIL, silentLog } from '../../../../test/product.ts'
import { startTeam } from '../../../../test/team.ts'
import type { JobContext } from '../../../platform/queue/jobs.ts'
import { deleteVideo } from '../videos/delete-video.job.ts'

const once: JobContext = { signal: new AbortController().signal, last_attempt: false, starts: 1, log: silentLog }

const { server, owner, colleague, stranger } = await startTeam()
const collection = await server.aCollection(owner)
const theirs = await server.aCollection(colleague)
afterAll(() => server.close())

const aVideo = (values: object = {}, who: Person | null = owner, where = collection) =>
  server.aVideo(who, where, { duration: 10, ...values })
const list = (id: string, who?: Sender) => server.get(`/api/quick-review/versions/${id}`, who)
const stack = (id: string, onto: string, who?: Person) => server.post(`/api/quick-review/stack/${id}`, { onto }, who)
const unstack = (id: string, who?: Person) => server.post(`/api/quick-review/unstack/${id}`, {}, who)
const remove = async (id: string) => {
  expect((await server.post('/api/delete_video', { id }, owner)).status).toBe(200)
  await deleteVideo(server)({ video_id: id }, once)
}
const details = async (id: string, who: Person = owner): Promise<Video> =>
  (await server.get(`/api/get_video_details/${id}`, who)).json
/** Version, id and whether it is current, newest first. */
const shown = async (id: string): Promise<[number, string, boolean][]> =>
  (await list(id, owner)).json.versions.map(({ version, video_id, current }: Version) => [version, video_id, current])

const form = (version_of: string, who: Person, index_id = collection) =>
  server.post('/api/upload', { index_id, file_type: 'video/mp4', file_extension: 'mp4', version_of }, who)
/** Uploads a file and adds it as a version. */
async function upload(version_of: string, who: Person = owner, index_id = collection) {
  const session = (await server.post('/api/upload', { index_id, file_type: 'video/mp4', file_extension: 'mp4' }, who))
    .json
  const body = new FormData()
  for (const [name, value] of Object.entries(session.url.fields)) body.append(name, String(value))
  body.append('file', new Blob(['bytes']))
  expect((await fetch(server.base + session.url.url, { method: 'POST', body })).status).toBe(204)
  const record = { index_id, file_id: session.file_id, file_name: 'cut.mp4', file_extension: 'mp4', version_of }
  return await server.post('/api/add_records', record, who)
}

describe('uploading a version', () => {
  test('the new video is the next version; the earlier one stays current until the file proved to be a video', async () => {
    const first = await aVideo()
    const { video } = (await upload(first)).json
    expect(video).toMatchObject({ version: 2, version_count: 2, current: false, status: 'PENDING' })
    expect(video.stack_id).toBe((await details(first)).stack_id)
    expect(await shown(video.id)).toEqual([
      [2, video.id, false],
      [1, first, true],
    ])
    await server.db
      .updateTable('videos')
      .set({ duration: 9, status: 'VALIDATING' })
      .where('id', '=', video.id)
      .execute()
    expect(await shown(first)).toEqual([
      [2, video.id, true],
      [1, first, false],
    ])
  })

  test('a version that failed never becomes current, and says why', async () => {
    const first = await aVideo()
    const error = 'This kind of video is not supported.'
    const second = await aVideo({ ...(await placeAfter(first)), status: 'FAILED', error })
    const { versions } = (await list(first, owner)).json
    expect(versions).toMatchObject([
      { video_id: second, status: 'FAILED', error, current: false },
      { video_id: first, current: true },
    ])
  })

  test('twenty uploads at once get twenty numbers', async () => {
    const first = await aVideo()
    const answers = await Promise.all(Array.from({ length: 20 }, () => upload(first)))
    const numbers = answers.map(({ json }) => json.video.version as number).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, at) => at + 2))
  })

  test('a video that is unknown, elsewhere or in deletion gets no version, and no bytes are sent for it', async () => {
    const elsewhere = await aVideo({}, owner, await server.aCollection(owner))
    const gone = await aVideo({ status: 'DELETING' })
    const foreign = await aVideo({}, stranger, await server.aCollection(stranger))
    for (const [id, status, code] of [
      [NIL, 404, 'not_found'],
      ['nonsense', 404, 'not_found'],
      [foreign, 404, 'not_found'],
      [elsewhere, 409, 'other_collection'],
      [gone, 409, 'video_not_ready'],
    ] as const)
      for (const answer of [await form(id, owner), await upload(id)])
        expect(answer.json, id).toMatchObject({ status, code })
  })

  test('the owner of a version and of the collection add versions; other members and samples are refused', async () => {
    const mine = await aVideo()
    expect((await form(mine, colleague)).json.code).toBe('forbidden')
    expect((await details(mine, colleague)).can.versions).toBe(false)
    const ofColleague = await aVideo({}, colleague)
    expect((await upload(ofColleague)).status).toBe(200)
    expect((await form(ofColleague, colleague)).status).toBe(200)
    expect((await details(ofColleague, colleague)).can.versions).toBe(true)
    const sample = await server.aCollection(null)
    const film = await aVideo({}, null, sample)
    expect((await form(film, owner, sample)).json.code).toBe('forbidden')
    const old = await server.aCollection(stranger, { created_at: daysAgo(31) })
    const late = await aVideo({}, stranger, old)
    expect((await form(late, stranger, old)).json.code).toBe('collection_expired')
  })
})

/** Columns of the next version of a video. */
async function placeAfter(id: string): Promise<{ stack_id: string; version: number }> {
  const { stack_id, version_count } = await details(id)
  await server.db
    .updateTable('stacks')
    .set({ last_version: version_count + 1 })
    .where('id', '=', stack_id)
    .execute()
  return { stack_id, version: version_count + 1 }
}

describe('the list of versions', () => {
  test('shows who uploaded each and how many comments it has, to everybody who may read the video', async () => {
    const first = await aVideo()
    const second = await aVideo(await placeAfter(first), colleague)
    const root = await server.aComment(owner, first)
    await server.aComment(colleague, first, { parent_comment_id: root.id })
    const { versions, stack_id } = (await list(second, colleague)).json
    expect(stack_id).toBe((await details(first)).stack_id)
    expect(versions).toMatchObject([
      { version: 2, user_id: colleague.id, first_name: expect.stringMatching(/./), open_comments: 0, duration: 10 },
      { version: 1, user_id: owner.id, open_comments: 1, file_name: 'match.mp4' },
    ])
    await server.post(`/api/quick-review/resolve-comment/${first}/${root.id}`, { resolved: true }, owner)
    expect((await list(first, owner)).json.versions[1]).toMatchObject({ version: 1, open_comments: 0 })
    expect((await list(first)).status).toBe(401)
    expect((await list(first, stranger)).status).toBe(404)
    expect((await list(NIL, owner)).status).toBe(404)
  })

  test('a link shows the version that it was made for, and neither the others nor who works here', async () => {
    const first = await aVideo()
    const second = await aVideo(await placeAfter(first))
    const link = await server.aLink(owner, first)
    const { versions } = (await list(first, link)).json
    expect(versions).toMatchObject([{ video_id: first, first_name: '', last_name: '', current: true }])
    expect(versions).toHaveLength(1)
    expect((await list(second, link)).json.code).toBe('invalid_share_token')
    const shared = (await server.get(`/api/sharing_router/get_shared_video_details/${first}`, link)).json
    expect(shared).toMatchObject({ version: 1, version_count: 1, current: true, can: { versions: false } })
  })

  test('a collection lists every version, names the current one, and counts the versions as one video', async () => {
    const mine = await server.aCollection(owner)
    const first = await aVideo({ created_at: daysAgo(1) }, owner, mine)
    const second = await aVideo(await placeAfter(first), owner, mine)
    const { videos, collection: card } = (await server.get(`/api/indexes/${mine}`, owner)).json
    expect(videos).toMatchObject([
      { id: second, current: true, version: 2, version_count: 2 },
      { id: first, current: false, version: 1, version_count: 2 },
    ])
    expect(card).toMatchObject({ num_videos: 1, total_duration: 10 })
  })
})

describe('stacking', () => {
  test('a video and its versions become the newest versions of another, and can leave again', async () => {
    const [a, b] = [await aVideo(), await aVideo()]
    const c = await aVideo(await placeAfter(b))
    const answer = await stack(b, a, owner)
    expect(answer.json.versions.map(({ video_id, version }: Version) => [version, video_id])).toEqual([
      [3, c],
      [2, b],
      [1, a],
    ])
    expect((await stack(b, a, owner)).json).toEqual(answer.json)
    expect((await unstack(c, owner)).json.versions).toMatchObject([{ video_id: c, version: 1, current: true }])
    expect(await shown(a)).toEqual([
      [2, b, true],
      [1, a, false],
    ])
    expect((await stack(c, b, owner)).json.versions[0]).toMatchObject({ video_id: c, version: 4 })
    expect((await unstack(a, owner)).json.versions).toHaveLength(1)
    expect((await unstack(a, owner)).json.versions).toMatchObject([{ video_id: a }])
  })

  test('is refused across collections, in deletion, and to people who own neither version nor collection', async () => {
    const [a, b] = [await aVideo(), await aVideo()]
    const elsewhere = await aVideo({}, owner, await server.aCollection(owner))
    expect((await stack(a, elsewhere, owner)).json.code).toBe('other_collection')
    expect((await stack(a, await aVideo({ status: 'DELETING' }), owner)).json.code).toBe('video_not_ready')
    expect((await stack(a, NIL, owner)).status).toBe(404)
    expect((await stack(a, b)).status).toBe(401)
    expect((await stack(a, b, stranger)).status).toBe(404)
    expect((await stack(a, b, colleague)).json.code).toBe('forbidden')
    const ofColleague = await aVideo({}, colleague)
    expect((await stack(ofColleague, a, colleague)).json.code).toBe('forbidden')
    expect((await unstack(a, colleague)).json.code).toBe('forbidden')
    expect((await unstack(a)).status).toBe(401)
    expect((await unstack(NIL, owner)).status).toBe(404)
  })

  test('two people who stack onto each other at once leave one stack', async () => {
    const [a, b] = [await aVideo(), await aVideo()]
    const answers = await Promise.all([stack(a, b, owner), stack(b, a, owner)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await shown(a)).toHaveLength(2)
  })
})

describe('deleting and moving', () => {
  test('deleting a version makes the one before it current; its number is not used again', async () => {
    const first = await aVideo()
    const second = (await upload(first)).json.video.id
    await server.db.updateTable('videos').set({ duration: 9 }).where('id', '=', second).execute()
    await remove(second)
    expect(await shown(first)).toEqual([[1, first, true]])
    expect((await upload(first)).json.video.version).toBe(3)
  })

  test('deleting the last version deletes the stack', async () => {
    const only = await aVideo()
    const { stack_id } = await details(only)
    await remove(only)
    expect(await server.db.selectFrom('stacks').select('id').where('id', '=', stack_id).execute()).toEqual([])
  })

  test('moving a version moves all of them, once every one is indexed', async () => {
    const first = await aVideo()
    const second = await aVideo({ ...(await placeAfter(first)), status: 'QUEUED' })
    const target = await server.aCollection(owner, { ocr: true })
    const move = () => server.post('/api/move_videos', { index_id: target, video_ids: [first] }, owner)
    expect((await move()).json).toMatchObject({ moved: [], kept: [{ id: first, code: 'video_not_ready' }] })
    await server.db.updateTable('videos').set({ status: 'SUCCESS' }).where('id', '=', second).execute()
    expect((await move()).json).toMatchObject({ moved: [second, first], kept: [] })
    expect((await details(second)).collection_id).toBe(target)
    expect(await shown(first)).toHaveLength(2)
    expect((await stack(first, await aVideo(), owner)).json.code).toBe('other_collection')
  })

  test('the database refuses a version in another collection, and two with one number', async () => {
    const first = await aVideo()
    const { stack_id } = await details(first)
    await expect(aVideo({ stack_id, version: 2 }, colleague, theirs)).rejects.toThrow('videos_stack')
    await expect(aVideo({ stack_id, version: 1 })).rejects.toThrow('videos_version')
  })
})
