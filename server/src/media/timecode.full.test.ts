import { expect, test } from 'vitest'
import { ffmpeg, H264 } from '../../test/made-media.ts'
import { picture, probedFilms } from '../../test/probed-films.ts'
import { probe } from './probe.ts'

const { job, timecodeIn } = await probedFilms()

const film = (rate: string) => [...picture(`s=64x64:r=${rate}:d=0.5`), ...H264]

test.each([
  ['b.mov', '30000/1001', '01:00:00:00', { start: 108_000, drop_frame: false }],
  ['d.mkv', '24000/1001', '00:59:58:00', { start: 86_352, drop_frame: false }],
  ['e.mov', '60000/1001', '01:00:00;00', { start: 215_784, drop_frame: true }],
  ['f.mp4', '50', '23:59:50:00', { start: 4_319_500, drop_frame: false }],
  ['g.mov', '24', '00:00:00:00', { start: 0, drop_frame: false }],
])('%s at %s states %s', async (name, rate, label, timecode) => {
  expect(await timecodeIn(name, rate, '-timecode', label)).toEqual(timecode)
})

test('a file without timecode has none, and neither has one whose rate varies', async () => {
  expect(await timecodeIn('none.mp4', '25')).toBeNull()
  const varying = ['-vf', "select='not(between(n,3,5))'", '-vsync', 'vfr', '-timecode', '01:00:00:00']
  expect(await timecodeIn('varying.mov', '25', ...varying)).toBeNull()
})

test('a track that counts half the frames counts double', async () => {
  await ffmpeg(...film('60000/1001'), job.path('double.mov'))
  await ffmpeg(...film('30000/1001'), '-timecode', '01:00:00:02', job.path('half.mov'))
  const both = ['-i', job.path('double.mov'), '-i', job.path('half.mov'), '-map', '0:v', '-map', '1:d', '-c', 'copy']
  await ffmpeg(...both, job.path('both.mov'))
  expect((await probe(job, job.path('both.mov'))).timecode).toEqual({ start: 2 * 108_002, drop_frame: false })
})
