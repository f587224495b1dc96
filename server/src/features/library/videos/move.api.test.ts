import { VIDEO_STATUSES } from '@footnote/contract/shared/video-status.ts'
import { afterAll, describe, expect, test } from 'vitest'
import type { Person } from '../../../../../seed/rows/senders.ts'
import { daysAgo, NIL } from '../../../../test/product.ts'
import { startTeam } from '../../../../test/team.ts'

const { server, owner, colleague, stranger } = await startTeam()
const from = await server.aCollection(owner)
const to = await server.aCollection(owner, { name: 'Finals', ocr: true })
afterAll(() => server.close())

const move = (index_id: string, video_ids: unknown, who?: Person) =>
  server.post('/api/move_videos', { index_id, video_ids }, who)
const idsIn = async (id: string, who: Person): Promise<string[]> =>
  (await server.get(`/api/indexes/${id}`, who)).json.videos.map((video: { id: string }) => video.id)
const detail = async (id: string, who: Person) => (await server.get(`/api/indexes/${id}`, who)).json
const dueOf = async (video_id: string) =>
  (await server.db.selectFrom('due_stages').select('stage').where('video_id', '=', video_id).execute())
    .map(({ stage }) => stage)
    .sort()
/** Records these stages as done for a video. */
const done = (video_id: string, ...stages: string[]) =>
  server.db
    .insertInto('video_stages')
    .values(stages.map((stage) => ({ video_id, stage, engine: 'made-1' })))
    .execute()

describe('rights to move', () => {
  test('an owner moves videos into another collection of theirs; a second call changes nothing', async () => {
    const [one, two] = [await server.aVideo(owner, from), await server.aVideo(owner, from)]
    const answer = await move(to, [one, two, one], owner)
    expect(answer.json).toEqual({ message: 'Successfully moved', moved: [one, two], kept: [] })
    expect(await idsIn(to, colleague)).toEqual(expect.arrayContaining([one, two]))
    expect(await idsIn(from, owner)).toEqual([])
    expect((await move(to, [one], owner)).json).toMatchObject({ moved: [one], kept: [] })
  })

  test('a video that may not move stays, with the reason, and the others move', async () => {
    const mine = await server.aVideo(owner, from)
    const theirs = await server.aVideo(colleague, from)
    const foreign = await server.aVideo(stranger, await server.aCollection(stranger))
    const busy = await server.aVideo(owner, from, { status: 'PROCESSING_VISUAL' })
    const answer = (await move(to, [theirs, mine, foreign, busy, NIL, 'nonsense'], owner)).json
    expect(answer).toMatchObject({ message: 'Not every video was moved', moved: [mine] })
    expect(answer.kept).toEqual([
      { id: theirs, code: 'forbidden', detail: expect.any(String) },
      { id: foreign, code: 'not_found', detail: expect.any(String) },
      { id: busy, code: 'video_not_ready', detail: 'The video is being indexed. Move it when that is done.' },
      { id: NIL, code: 'not_found', detail: expect.any(String) },
      { id: 'nonsense', code: 'not_found', detail: expect.any(String) },
    ])
    expect(await idsIn(from, owner)).toEqual(expect.arrayContaining([theirs, busy]))
  })

  test('people move videos only into collections that they may upload to', async () => {
    const video = await server.aVideo(owner, from)
    expect((await move(to, [video])).status).toBe(401)
    const theirs = await server.aCollection(stranger)
    expect((await move(theirs, [video], owner)).json.code).toBe('not_found')
    expect((await move(await server.aCollection(null), [video], owner)).json.code).toBe('forbidden')
    const full = await server.aCollection(colleague)
    await server.aVideo(colleague, full)
    expect((await move(full, [video], owner)).json.code).toBe('forbidden')
    expect((await move(await server.aCollection(colleague), [video], owner)).json.moved).toEqual([video])
  })

  test('a video offers the move when allowed, in every status', async () => {
    const place = await server.aCollection(owner)
    const may: Record<string, boolean> = {}
    for (const status of VIDEO_STATUSES) {
      const id = await server.aVideo(owner, place, { status, error: 'No.' })
      const { can } = (await server.get(`/api/get_video_details/${id}`, owner)).json
      may[status] = can.move
      expect((await move(to, [id], owner)).json.moved, status).toEqual(can.move ? [id] : [])
    }
    expect(Object.keys(may).filter((status) => may[status])).toEqual(['SUCCESS', 'FAILED', 'OVER_LIMIT', 'ERROR'])
  })

  test('one call moves one to a hundred videos', async () => {
    for (const ids of [[], undefined, 'x', [7], Array.from({ length: 101 }, () => NIL)])
      expect((await move(to, ids, owner)).json.code).toBe('validation_failed')
  })
})

describe('retention', () => {
  const place = (who: Person, days: number) => server.aCollection(who, { created_at: daysAgo(days) })

  test('nothing leaves or enters an expired collection', async () => {
    const [old, fresh] = [await place(stranger, 31), await place(stranger, 1)]
    const stuck = await server.aVideo(stranger, old)
    expect((await move(fresh, [stuck], stranger)).json).toMatchObject({
      moved: [],
      kept: [{ id: stuck, code: 'collection_expired' }],
    })
    expect((await move(old, [await server.aVideo(stranger, fresh)], stranger)).json.code).toBe('collection_expired')
  })

  test('the older of the two dates governs when the collection expires, and later moves can only make it earlier', async () => {
    const [older, fresh, newer] = [await place(stranger, 29), await place(stranger, 10), await place(stranger, 1)]
    const film = await server.aVideo(stranger, older)
    const before = (await detail(fresh, stranger)).collection
    await move(fresh, [film], stranger)
    const after = (await detail(fresh, stranger)).collection
    expect(after.created_at).toBe(before.created_at)
    expect(after.expires_at).toBe((await detail(older, stranger)).collection.expires_at)
    expect(Date.parse(before.expires_at) - Date.parse(after.expires_at)).toBeCloseTo(19 * 86_400_000, -4)
    // A detour through a third collection gains nothing.
    await move(newer, [film], stranger)
    expect((await detail(newer, stranger)).collection.expires_at).toBe(after.expires_at)
    await move(fresh, [await server.aVideo(stranger, newer)], stranger)
    expect((await detail(fresh, stranger)).collection.expires_at).toBe(after.expires_at)
  })

  test('an expiry that came with a video applies to every call', async () => {
    const [older, fresh] = [await place(stranger, 29), await place(stranger, 1)]
    const film = await server.aVideo(stranger, older)
    await move(fresh, [film], stranger)
    await server.db
      .updateTable('collections')
      .set({ retained_from: daysAgo(31) })
      .where('id', '=', fresh)
      .execute()
    expect(await detail(fresh, stranger)).toMatchObject({ expired: true, videos: [{ stream_url: null }] })
    expect((await server.get(`/api/generate-download-url/${film}`, stranger)).json.code).toBe('collection_expired')
    const comment = { content: 'Late', start_time: 1, end_time: null }
    const said = await server.post(`/api/quick-review/create-comment/${film}`, comment, stranger)
    expect(said.json.code).toBe('collection_expired')
  })

  test('a plan without retention has no date', async () => {
    expect((await detail(from, owner)).collection.expires_at).toBeNull()
  })
})

describe('after a move', () => {
  test('comments, share links, notifications, clips and minutes are unchanged', async () => {
    const film = await server.aVideo(owner, from, { duration: 30 })
    const link = await server.aLink(owner, film)
    await server.aComment(colleague, film, { content: 'Hold this' })
    const { company_id } = owner
    const charge = { video_id: film, company_id, user_id: owner.id, file_name: 'match.mp4', seconds: 30, bytes: 5 }
    await server.db.insertInto('usage_charges').values(charge).execute()
    const usage = async () => (await server.get('/api/get_usage', owner)).json
    const used = await usage()
    await move(to, [film], owner)
    expect((await server.get(`/api/quick-review/comments/${film}`, owner)).json).toMatchObject({
      items: [{ content: 'Hold this' }],
      index_id: to,
    })
    const shared = await server.get(`/api/sharing_router/get_shared_video_details/${film}`, link)
    expect(shared.json).toMatchObject({ id: film, collection_id: to })
    const notices = (await server.get('/api/get_notifications', owner)).json.notifications
    expect(notices).toContainEqual(expect.objectContaining({ video_id: film, collection_id: to }))
    const clip = { video_id: film, start_time: 1, end_time: 2 }
    expect((await server.post('/api/download_clip', clip, owner)).status).toBe(200)
    expect(await usage()).toEqual(used)
  })

  test('modalities that the new collection has and the video lacks are indexed, and no others', async () => {
    const film = await server.aVideo(owner, from)
    await done(film, 'speech', 'samples', 'visual')
    await move(to, [film], owner)
    expect(await dueOf(film)).toEqual(['ocr'])
    const jobs = (await server.jobs()).filter(({ name }) => name === 'reindex-video')
    expect(jobs).toContainEqual(expect.objectContaining({ data: { video_id: film } }))
    const whole = await server.aVideo(owner, from)
    await done(whole, 'speech', 'samples', 'visual', 'ocr')
    await move(to, [whole], owner)
    expect(await dueOf(whole)).toEqual([])
  })

  test('a failed video is indexed only on request, and then for its new collection', async () => {
    const film = await server.aVideo(owner, from, { status: 'FAILED', error: 'No.' })
    await move(to, [film], owner)
    expect(await dueOf(film)).toEqual([])
    expect((await server.post('/api/retry-indexing', { video_id: film }, owner)).status).toBe(200)
  })

  test('speech is transcribed again if the new collection’s language differs and the video has none', async () => {
    const german = await server.aCollection(owner, { language: 'de' })
    const [plain, chosen] = [
      await server.aVideo(owner, from),
      await server.aVideo(owner, from, { language_choice: 'fr' }),
    ]
    for (const film of [plain, chosen]) await done(film, 'speech', 'samples', 'visual')
    await move(german, [plain, chosen], owner)
    expect([await dueOf(plain), await dueOf(chosen)]).toEqual([['speech'], []])
  })

  test('the counts of both collections are right', async () => {
    const film = await server.aVideo(owner, from)
    expect(await idsIn(from, owner)).toContain(film)
    await move(to, [film], owner)
    const counts = (await server.get('/api/indexes', owner)).json.indexes
    const of = (id: string) => counts.find((row: { id: string }) => row.id === id).num_videos
    expect([of(from), of(to)]).toEqual([(await idsIn(from, owner)).length, (await idsIn(to, owner)).length])
  })
})

test('simultaneous moves of one video leave it in one collection', async () => {
  const film = await server.aVideo(owner, from)
  const places = await Promise.all(Array.from({ length: 6 }, () => server.aCollection(owner)))
  const answers = await Promise.all(places.map((place) => move(place, [film], owner)))
  expect(answers.map(({ status }) => status)).toEqual(places.map(() => 200))
  const held = await Promise.all(places.map(async (place) => (await idsIn(place, owner)).length))
  expect(held.reduce((sum, count) => sum + count, 0)).toBe(1)
})
