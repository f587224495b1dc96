import { parseSmpte } from '@footnote/contract/shared/smpte.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { generatedComments, RETURNING, roundTrips } from '../../../../test/round-trips.ts'
import { startTeam } from '../../../../test/team.ts'

// What leaves comes back, in every format, of generated comments.
const team = await startTeam()
const { server, owner } = team
const collection = await server.aCollection(owner, { kind: 'review' })
afterAll(() => server.close())

const FRAMES = 4000
const FILMS = [
  ['23.976 without timecode', 24_000, 1001, null, false],
  ['25 from ten hours', 25, 1, '10:00:00:00', false],
  ['29.97 in drop-frame', 30_000, 1001, null, true],
  ['29.97 in drop-frame, over midnight', 30_000, 1001, '23:59:30;00', true],
  ['29.97 not in drop-frame', 30_000, 1001, '00:00:00:00', false],
  ['60 without timecode', 60, 1, null, false],
] as const

describe.for(FILMS)('at %s', ([, num, den, start, drop_frame]) => {
  test.for(RETURNING)('comments of %s come back', async (format) => {
    const { introduce, discuss, exported, imported, returned, carried } = roundTrips(team, { num, den })
    const stated = start && {
      timecode_start: parseSmpte(start, { rate: { num, den }, drop_frame, start_frame: 0 }),
      timecode_drop: drop_frame,
    }
    const film = () =>
      server.aVideo(owner, collection, {
        duration: (FRAMES * den) / num,
        frame_rate_num: num,
        frame_rate_den: den,
        ...stated,
      })
    const said = generatedComments(num + RETURNING.indexOf(format), FRAMES)
    const [source, copy] = [await film(), await film()]
    await introduce()
    await discuss(source, said)
    const list = await exported(source, `format=${format}`)
    expect(returned((await imported(copy, format, list)).comments)).toEqual(carried(format, said))
    for (const video of [copy, source]) expect((await imported(video, format, list)).comments).toEqual([])
  })
})

test.for(RETURNING)('comments of %s come back where the rate varies, on the frames of a timeline', async (format) => {
  const times = Array.from({ length: 500 }, (_, frame) => frame / 25 + 0.006 * (frame % 3))
  const facts = { duration: 20, frame_rate_num: null, frame_rate_den: null }
  const frame_times = Buffer.from(Float64Array.from(times).buffer)
  const film = () => server.aVideo(owner, collection, { ...facts, frame_times })
  const [source, copy] = [await film(), await film()]
  const frames = [0, 7, 130, 131, 499]
  for (const frame of frames)
    await server.aComment(owner, source, { content: `Frame ${frame}`, start_time: times[frame]! + 0.001 })
  const { exported, imported } = roundTrips(team, { num: 25, den: 1 })
  const list = await exported(source, `format=${format}&rate=60`)
  const { comments } = await imported(copy, format, list, { rate: '60' })
  expect(comments.map(({ content, start_time }) => [content, start_time.toFixed(6)])).toEqual(
    frames.map((frame) => [`Frame ${frame}`, times[frame]!.toFixed(6)]),
  )
})
