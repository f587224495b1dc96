import { expect, test } from 'vitest'
import { probedFilms } from '../../test/probed-films.ts'
import { timecodeOf } from './timecode.ts'

const { timecodeIn } = await probedFilms()

test.each([
  ['a.mov', '30000/1001', '01:00:00;00', { start: 107_892, drop_frame: true }],
  ['c.mp4', '25', '10:00:00:00', { start: 900_000, drop_frame: false }],
])('%s at %s states %s', async (name, rate, label, timecode) => {
  expect(await timecodeIn(name, rate, '-timecode', label)).toEqual(timecode)
})

test('a label that does not exist at the rate is none', () => {
  const of = (label: string, num: number, den = 1) =>
    timecodeOf({ tags: [undefined, { TIMECODE: label }], track_rate: null }, { num, den })
  for (const label of ['01:00:00:25', '25:00:00:00', '01:60:00:00', '01:00:00;00', 'an hour', ''])
    expect(of(label, 25)).toBeNull()
  expect(of('00:01:00;00', 30_000, 1001)).toBeNull()
  expect(of('00:01:00;02', 30_000, 1001)).toEqual({ start: 1800, drop_frame: true })
})
