import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchPlayed } from './guest-visit.tsx'
import { merged, newIn, type Range } from './watched.ts'

test('ranges that touch are one, in order', () => {
  expect(
    merged([
      [5, 7],
      [0, 2],
      [2, 3],
      [6, 9],
    ]),
  ).toEqual([
    [0, 3],
    [5, 9],
  ])
})

test('what is known is not new, whichever part of a range it is', () => {
  expect(newIn([[0, 10]], [])).toEqual([[0, 10]])
  expect(
    newIn(
      [[0, 10]],
      [
        [2, 3],
        [8, 12],
      ],
    ),
  ).toEqual([
    [0, 2],
    [3, 8],
  ])
  expect(newIn([[2, 4]], [[0, 10]])).toEqual([])
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A page whose video has played some ranges. @returns what it reports */
function page() {
  const state = { played: [] as readonly Range[], fails: false }
  const sent: Range[][] = []
  const watched = watchPlayed(
    () => state.played,
    async (ranges) => {
      if (state.fails) throw new Error('offline')
      sent.push(ranges)
    },
  )
  return { state, sent, ...watched }
}

/** Plays from a second for some seconds. */
async function play({ state }: ReturnType<typeof page>, from: number, seconds: number) {
  const before = state.played
  for (let at = 1; at <= seconds; at += 1) {
    state.played = [...before, [from, from + at]]
    await vi.advanceTimersByTimeAsync(1_000)
  }
}

test('while it plays, what is new is reported every 15 s, and the rest soon after it stops', async () => {
  const open = page()
  await play(open, 0, 20)
  expect(open.sent).toEqual([[[0, 15]]])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(open.sent).toEqual([[[0, 15]], [[15, 20]]])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(open.sent).toHaveLength(2)
  open.stop()
})

test('what was skipped is not reported, and what is seen again only once', async () => {
  const open = page()
  await play(open, 0, 5)
  await play(open, 50, 5)
  await play(open, 2, 4)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(merged(open.sent.flat())).toEqual([
    [0, 6],
    [50, 55],
  ])
  expect(open.sent.flat().reduce((sum, [start, end]) => sum + end - start, 0)).toBeCloseTo(11)
  open.stop()
})

test('another file of the video begins with nothing played, and loses nothing', async () => {
  const open = page()
  await play(open, 0, 5)
  open.state.played = []
  await play(open, 5, 5)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(merged(open.sent.flat())).toEqual([[0, 10]])
  open.stop()
})

test('what could not be sent is sent with the next report', async () => {
  const open = page()
  open.state.fails = true
  await play(open, 0, 5)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(open.sent).toEqual([])
  open.state.fails = false
  open.report()
  expect(open.sent).toEqual([[[0, 5]]])
  open.stop()
})

test('a page that is left reports at once', async () => {
  const open = page()
  await play(open, 0, 3)
  open.report()
  expect(merged(open.sent.flat())).toEqual([[0, 3]])
  open.stop()
})
