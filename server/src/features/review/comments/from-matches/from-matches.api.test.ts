import { randomUUID } from 'node:crypto'
import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { commentFrames, frameStart, matchFrames } from '@footnote/contract/shared/frames.ts'
import { afterAll, expect, test } from 'vitest'
import type { Sender } from '../../../../../../seed/rows/senders.ts'
import { openEvents } from '../../../../../test/event-stream.ts'
import { NIL } from '../../../../../test/product.ts'
import { startTeam } from '../../../../../test/team.ts'

const { server, owner, colleague, stranger } = await startTeam()
const collection = await server.aCollection(owner)
afterAll(() => server.close())

const RATE = { num: 30_000, den: 1_001 }
const film = (of = owner) =>
  server.aVideo(of, collection, { duration: 120, frame_rate_num: RATE.num, frame_rate_den: RATE.den })
const send = (items: readonly object[], who: Sender = colleague, more: object = {}) =>
  server.post('/api/quick-review/comments-from-matches', { items, query: 'harbour', ...more }, who)
const match = (video_id: string, place: number) => ({
  video_id,
  start_time: frameStart({ rate: RATE, times: null }, 31 * place),
  end_time: frameStart({ rate: RATE, times: null }, 31 * place + 20),
  score: 0.91,
  content: `Match ${place}`,
})
const listed = async (video_id: string, who: Sender = owner): Promise<Comment[]> =>
  (await server.get(`/api/quick-review/comments/${video_id}?page_size=100`, who)).json.items
const notices = async () => (await server.get('/api/get_notifications', owner)).json.notifications

test('37 matches in four videos become comments on their frames, and each owner gets one notification', async () => {
  const videos = await Promise.all([film(), film(), film(), film()])
  const [theirs] = [await film(colleague)]
  const stream = await openEvents(server.base, videos[0]!, owner)
  const before = (await notices()).length
  const items = Array.from({ length: 37 }, (_, place) => match(videos[place % 4]!, place))
  const { status, json } = await send([...items, match(theirs!, 1)], colleague, {
    types: ['VISUAL'],
    visibility: 'team',
  })
  expect(status).toBe(200)
  expect(json.repeated).toEqual([])
  const comments: Comment[] = json.comments
  expect(comments.map(({ content }) => content)).toEqual([...items, match(theirs!, 1)].map(({ content }) => content))
  for (const [place, item] of items.entries()) {
    const { start_time, end_time } = comments[place]!
    const timing = { rate: RATE, times: null }
    expect(commentFrames(timing, { start_time, end_time_inclusive: end_time })).toEqual({
      first: 31 * place,
      last: 31 * place + 19,
    })
    expect(matchFrames(timing, { start_time: item.start_time, end_time_exclusive: item.end_time }).last).toBe(
      31 * place + 19,
    )
  }
  const source = { kind: 'search', index_id: 'all', query: 'harbour', types: ['VISUAL'], frame: null, score: 0.91 }
  expect(comments[0]).toMatchObject({ visibility: 'team', depth: 0, mine: true, source })
  expect(await listed(videos[0]!)).toHaveLength(10)
  await expect.poll(() => stream.events.length).toBe(10)
  expect(stream.events.every(({ data }) => data.kind === 'created' && data.comment.source.query === 'harbour')).toBe(
    true,
  )
  stream.close()
  const [newest, ...older] = await notices()
  expect(older).toHaveLength(before)
  expect(newest).toMatchObject({ type: 'COMMENT', comments: 37, videos: 4, text: 'Match 0', video_name: 'match.mp4' })
})

test('what was sent before is not written or announced again, even by two calls at once', async () => {
  const [one, other] = [await film(), await film()]
  const items = [match(one, 1), match(other, 2), match(one, 3)]
  const before = (await notices()).length
  const answers = await Promise.all([send(items), send(items.toReversed()), send(items)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const ids = answers.map(({ json }) => json.comments.map(({ id }: Comment) => id).sort())
  expect(ids[1]).toEqual(ids[0])
  expect(ids[2]).toEqual(ids[0])
  expect(answers.map(({ json }) => json.repeated.length).sort()).toEqual([0, 3, 3])
  expect([(await listed(one)).length, (await listed(other)).length]).toEqual([2, 1])
  expect(await notices()).toHaveLength(before + 1)
  const deleted = answers[0]!.json.comments[0]
  await server.delete(`/api/quick-review/comments/${deleted.video_id}/${deleted.id}`, colleague)
  const again = (await send(items)).json
  expect([again.comments.length, again.repeated.length]).toEqual([3, 2])
  expect((await send([{ ...items[0]!, content: 'Other words' }], owner)).json.repeated).toEqual([])
  expect((await send([items[0]!, items[0]!], owner)).json.comments).toHaveLength(2)
})

test.each([
  ['an unknown video', async () => ({ ...match(NIL, 1) }), 404, 'not_found', 'Item 2: Not found.'],
  ['an id that is none', async () => ({ ...match('x', 1) }), 404, 'not_found', 'Item 2: Not found.'],
  [
    'a video of another company',
    async () => match(await server.aVideo(stranger, await server.aCollection(stranger), { duration: 60 }), 1),
    404,
    'not_found',
    'Item 2: Not found.',
  ],
  [
    'a video that is being deleted',
    async () => match(await server.aVideo(owner, collection, { duration: 60, status: 'DELETING' }), 1),
    409,
    'video_not_ready',
    'Item 2: The video is being deleted.',
  ],
  [
    'an end past the video',
    async () => ({ ...match(await film(), 1), end_time: 120.1 }),
    400,
    'validation_failed',
    'Item 2: The end must lie within the video',
  ],
  [
    'an end before the start',
    async () => ({ ...match(await film(), 1), end_time: 1 }),
    400,
    'validation_failed',
    'Item 2: The end must lie after the start',
  ],
  [
    'no words',
    async () => ({ ...match(await film(), 1), content: ' ' }),
    400,
    'validation_failed',
    'Item 2: Please enter a comment',
  ],
  [
    'no score',
    async () => ({ ...match(await film(), 1), score: undefined }),
    400,
    'validation_failed',
    'Item 2: A score is required',
  ],
])('%s is named by its number, and nothing is written', async (_what, wrong, status, code, detail) => {
  const video = await film()
  const { json } = await send([match(video, 1), await wrong(), match(video, 3)])
  expect(json).toMatchObject({ status, code, detail })
  expect(await listed(video)).toEqual([])
})

test('nothing, more than 200 at once, and searches that cannot be are refused', async () => {
  const video = await film()
  const many = Array.from({ length: 201 }, (_, place) => match(video, place))
  expect((await send(many)).json.detail).toBe('At most 200 matches can be sent at once')
  expect((await send([])).json.detail).toBe('Choose a match to comment on')
  const one = [match(video, 1)]
  for (const more of [{ index_id: 'x' }, { frame: { video_id: 'x', time: 1 } }, { types: ['SMELL'] }])
    expect((await send(one, colleague, more)).json.code).toBe('validation_failed')
  const half = await send(one, colleague, { query: 'a half \ud83d', index_id: randomUUID() })
  expect(half.json.comments[0].source.query).toBe('a half \ufffd')
  const by_frame = { query: '', frame: { video_id: video, time: 2 } }
  expect((await send([match(video, 2)], colleague, by_frame)).json.comments[0].source).toMatchObject(by_frame)
  const by_part = { query: '', frame: { video_id: video, time: 2, region: '0.1,0.2,0.3,0.4' } }
  expect((await send([match(video, 3)], colleague, by_part)).json.comments[0].source).toMatchObject(by_part)
  const by_nothing = { query: '', frame: { video_id: video, time: 2, region: '0.9,0,0.3,1' } }
  expect((await send([match(video, 3)], colleague, by_nothing)).status).toBe(400)
})

test('members without a seat, links and nobody are refused; samples have comments of each company', async () => {
  const video = await film()
  const link = await server.aLink(owner, video)
  const people = await server.people('FREE')
  const theirs = await server.aVideo(people.owner, await server.aCollection(people.owner), { duration: 60 })
  const seatless = await send([match(theirs, 1)], people.colleague)
  expect([(await send([match(video, 1)], link)).status, (await send([match(video, 1)], null)).status]).toEqual([
    401, 401,
  ])
  expect(seatless.json).toMatchObject({ status: 403, code: 'limit_seats' })
  const sample = await server.aVideo(null, await server.aCollection(null), { duration: 60 })
  const sent = (await send([{ ...match(sample, 1), end_time: 2 }])).json.comments
  expect(sent).toHaveLength(1)
  expect([(await listed(sample)).length, (await listed(sample, stranger)).length]).toEqual([1, 0])
  // The frames of this one are unknown.
  expect(sent[0].end_time).toBeCloseTo(1.999)
})
