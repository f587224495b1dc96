import { expect, test, vi } from 'vitest'
import { matroskaOf, mp4Of } from '../../../../test/drawn-containers.ts'
import { whyUnfit } from './unfit.ts'

const file = (name: string, content: BlobPart, type = '') => new File([content], name, { type })

test.each([
  ['talk.mp3', file('talk.mp3', 'x')],
  ['talk.m4a', file('talk.m4a', 'x', 'audio/mp4')],
  ['sound that only its type names', file('talk', 'x', 'audio/ogg')],
  ['an .mp4 with a sound track', file('talk.mp4', mp4Of('soun'), 'video/mp4')],
  ['a .mov with sound and a timecode', file('talk.mov', mp4Of('tmcd', 'soun', 'soun'), 'video/quicktime')],
  ['a .webm with a sound track', file('talk.webm', matroskaOf(2), 'video/webm')],
  ['an .mkv with sound and subtitles', file('talk.mkv', matroskaOf(2, 17))],
])('%s has only sound', async (_what, sound) => {
  expect(await whyUnfit(sound)).toBe('It has only sound, and Footnote needs a picture.')
})

test.each([
  ['a film', file('film.mp4', mp4Of('soun', 'vide'), 'video/mp4')],
  ['a silent film', file('film.mp4', mp4Of('vide'), 'video/mp4')],
  ['a recording', file('film.mkv', matroskaOf(2, 1))],
  ['a film whose index is missing', file('film.mp4', mp4Of('soun').slice(0, 60))],
  ['a file without tracks', file('film.mp4', mp4Of())],
  ['something else', file('film.mp4', 'no film at all, and no boxes')],
  ['a kind that nobody reads here', file('film.ts', new Uint8Array(188 * 4).fill(0x47))],
])('%s is not refused', async (_what, film) => {
  expect(await whyUnfit(film)).toBeNull()
})

test('a file that cannot be read, or that takes too long, is not refused', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const gone = file('gone.mp4', mp4Of('soun'))
  vi.spyOn(gone, 'slice').mockImplementation(() => {
    throw new DOMException('gone', 'NotReadableError')
  })
  const slow = file('slow.mp4', mp4Of('soun'))
  const part = new Blob()
  vi.spyOn(part, 'arrayBuffer').mockReturnValue(new Promise(() => undefined))
  vi.spyOn(slow, 'slice').mockReturnValue(part)
  vi.useFakeTimers()
  const answers = Promise.all([whyUnfit(gone), whyUnfit(slow)])
  await vi.advanceTimersByTimeAsync(3_000)
  vi.useRealTimers()
  expect(await answers).toEqual([null, null])
})

test('an empty file is refused where it is chosen', async () => {
  expect(await whyUnfit(file('film.mp4', '', 'video/mp4'))).toBe('It is empty.')
})
