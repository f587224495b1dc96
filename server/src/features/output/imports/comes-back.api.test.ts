import { afterAll, expect, test } from 'vitest'
import { RETURNING, roundTrips, type SampleComment } from '../../../../test/round-trips.ts'
import { startTeam } from '../../../../test/team.ts'

// One path of each format; `comes-back.full.test.ts` has the families.
const team = await startTeam()
const { server, owner } = team
const collection = await server.aCollection(owner, { kind: 'review' })
afterAll(() => server.close())

const NTSC = { num: 30_000, den: 1001 }
const { introduce, discuss, exported, imported, returned, carried } = roundTrips(team, NTSC)
const film = () =>
  server.aVideo(owner, collection, { duration: 100, frame_rate_num: NTSC.num, frame_rate_den: NTSC.den })
const SAID: readonly SampleComment[] = [
  { text: 'Logo is too small', first: 0, last: 0, replies: ['Bigger\nin v3', 'Fine'] },
  { text: 'Hold this | that', first: 300, last: 389 },
  { text: 'One', first: 600, last: 600, guest: true },
  { text: 'with another', first: 600, last: 610 },
  { text: 'TITLE: Tōkyō 東京\nשלום', first: 1800, last: 1801, guest: true },
]
const source = await film()
await introduce()
await discuss(source, SAID)

test.for(RETURNING)('comments of %s come back with frames, lengths, texts and authors', async (format) => {
  const list = await exported(source, `format=${format}`)
  const copy = await film()
  const { comments } = await imported(copy, format, list)
  expect(returned(comments)).toEqual(carried(format, SAID))
  expect((await imported(copy, format, list)).comments).toEqual([])
  // The video that it was made of has all of it already.
  expect((await imported(source, format, list)).comments).toEqual([])
})
