import { SELECTS_FORMATS } from '@footnote/contract/nouns/output/selects/render.ts'
import { EXPORT_FORMATS } from '@footnote/contract/nouns/review/comments/export-formats.ts'
import { FRAMES_DIFFER } from '@footnote/contract/shared/video-status.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, expect, test } from 'vitest'
import { headersOf, type Sender } from '../../../../../seed/rows/senders.ts'
import { startTeam } from '../../../../test/team.ts'

const { server, owner } = await startTeam()
const collection = await server.aCollection(owner, { kind: 'review' })
const guestOf = async (video: string) => ({ ...(await server.aLink(owner, video)), guest_key: 'a guest' })
afterAll(() => server.close())

/** A video of a minute whose copy that plays lacks frames, with a comment on it. */
async function film(): Promise<string> {
  const rate = { frame_rate_num: 25, frame_rate_den: 1 }
  const video = await server.aVideo(owner, collection, { duration: 60, ...rate, frames_differ: true })
  await server.aComment(owner, video, { content: 'Hold this', start_time: 2 })
  return video
}
const copyAgrees = (video: string) =>
  server.db.updateTable('videos').set({ frames_differ: false }).where('id', '=', video).execute()

/** Status and code of a file. */
async function outcome(path: string, who: Sender = owner): Promise<string> {
  const answer = await fetch(`${server.base}${path}`, { headers: headersOf(who) })
  const text = await answer.text()
  return answer.ok ? 'written' : JSON.parse(text).code
}
const refused = { status: 409, json: { code: 'frames_differ', detail: FRAMES_DIFFER } }

test('a video says that the copy that plays lacks frames, to members and to guests, until the copy has them', async () => {
  const video = await film()
  const guest = await guestOf(video)
  const notes = async () => {
    const answers = [
      await server.get(`/api/get_video_details/${video}`, owner),
      await server.get(`/api/sharing_router/get_shared_video_details/${video}`, guest),
    ]
    return answers.map(({ json }) => json.frames_note)
  }
  expect(await notes()).toEqual([FRAMES_DIFFER, FRAMES_DIFFER])
  await copyAgrees(video)
  expect(await notes()).toEqual([null, null])
})

test('files for programs are refused, and lists for people are written', async () => {
  const video = await film()
  const guest = await guestOf(video)
  const of = async (what: string) =>
    await Promise.all(EXPORT_FORMATS.map((format) => outcome(`/api/quick-review/${what}/${video}?format=${format}`)))
  const mixed = [...Array(6).fill('frames_differ'), 'written', 'written']
  expect([await of('export'), await of('export-preview')]).toEqual([mixed, mixed])
  expect(await outcome(`/api/quick-review/export/${video}?format=csv`, guest)).toBe('frames_differ')
  await copyAgrees(video)
  expect(await of('export')).toEqual(Array(8).fill('written'))
})

test('no stills are made', async () => {
  const video = await film()
  const ask = () => server.post(`/api/quick-review/stills/${video}`, { comment_ids: null, drawings: true }, owner)
  expect(await ask()).toMatchObject(refused)
  await copyAgrees(video)
  expect((await ask()).status).toBe(200)
})

test('selects with a piece of it are neither rendered nor exported for programs, and say which piece it is', async () => {
  const [video, other] = [await film(), await film()]
  await copyAgrees(other)
  const { id } = (await server.post('/api/selects', { name: 'Best of' }, owner)).json
  const items = [other, video].map((video_id) => ({ video_id, start_frame: 50, end_frame: 75 }))
  expect((await server.post(`/api/selects/${id}/items`, { items }, owner)).status).toBe(200)
  const files = () =>
    Promise.all(SELECTS_FORMATS.map((format) => outcome(`/api/selects/${id}/export?format=${format}`)))
  const render = () => server.post(`/api/selects/${id}/render`, { size: 'first', rate: 'first', burn_in: [] }, owner)
  expect(await files()).toEqual([...Array(5).fill('frames_differ'), 'written'])
  const piece = { status: 409, json: { code: 'frames_differ', detail: `Piece 2: ${FRAMES_DIFFER}` } }
  expect(await render()).toMatchObject(piece)
  await copyAgrees(video)
  expect([await files(), (await render()).status]).toEqual([Array(6).fill('written'), 200])
})

test('a table of matches has their times, and no frames', async () => {
  const video = await film()
  const match = { video_id: video, start_time: 2, end_time: 3, score: 0.9, types: ['visual'], content: '' }
  const answer = await fetch(`${server.base}/api/match_list`, {
    method: 'POST',
    headers: { ...headersOf(owner), 'content-type': 'application/json' },
    body: JSON.stringify({ format: 'csv', items: [match], query: 'a harbour' }),
  })
  expect(parse(await answer.text(), { bom: true, columns: true })).toMatchObject([
    { timecode_in: '00:00:02.000', frame_in: '', frame_out: '', seconds_in: '2.000000' },
  ])
})
