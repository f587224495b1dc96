import { expect, test } from 'vitest'
import { citation, quoted, rangeOf } from './quote.ts'

const words = 'Keep the old harbour wall'.split(' ').map((word, place) => ({
  word,
  start: place * 0.5,
  end: place * 0.5 + 0.5,
  speaker: 1,
}))
const speakers = [{ speaker: 1, name: 'Ana Ruiz' }]
const timing = { rate: { num: 30_000, den: 1001 }, times: null }
const video = { file_name: 'harbour.final.mp4', version: 2, timecode: null }

test('a quote has the first and the last frame of its words, both included', () => {
  const { start_time, end_time_inclusive } = rangeOf({
    words: words.slice(1, 3),
    timing: { rate: { num: 25, den: 1 }, times: null },
  })
  // 0.5 s is in frame 12, and frame 37 is the last one that appears before 1.5 s.
  expect([start_time * 25, (end_time_inclusive ?? 0) * 25]).toEqual([12, 37])
})

test('a word shorter than a frame is a quote of one frame', () => {
  const short = [{ word: 'Oh', start: 1.001, end: 1.002 }]
  const { start_time, end_time_inclusive } = rangeOf({
    words: short,
    timing: { rate: { num: 25, den: 1 }, times: null },
  })
  expect([start_time * 25, (end_time_inclusive ?? 0) * 25]).toEqual([25, 25])
})

test('a quote names its speaker, the version, the timecode of the file, and its moment in the page', () => {
  expect(citation({ words: words.slice(2), speakers, timing }, video, 'https://clips.example/review')).toMatch(
    /^“old harbour wall” Ana Ruiz, harbour\.final v2, 00:00:01;00, https:\/\/clips\.example\/review\?t=1\.001$/,
  )
})

test('without a speaker and a rate there are the words, the version and the time', () => {
  const nobody = words.map(({ word, start, end }) => ({ word, start, end }))
  expect(citation({ words: nobody, speakers: [], timing: null }, video, 'https://clips.example/review')).toBe(
    '“Keep the old harbour wall”, harbour.final v2, 00:00:00.000, https://clips.example/review?t=0',
  )
})

test('where several people speak, each of their words has a name', () => {
  const talk = words.map((word, place) => ({ ...word, speaker: place < 2 ? 1 : 2 }))
  expect(quoted({ words: talk, speakers })).toBe('“Ana Ruiz: Keep the Speaker 2: old harbour wall”')
})

test('words and names that are read from right to left are set apart, so that timecode and link keep their places', () => {
  const hebrew = 'חומת הנמל'.split(' ').map((word, place) => ({ word, start: place, end: place + 1, speaker: 1 }))
  const cited = citation({ words: hebrew, speakers: [{ speaker: 1, name: 'דנה' }], timing }, video, 'https://x.example')
  expect(cited).toBe('\u2068“חומת הנמל”\u2069 \u2068דנה\u2069, harbour.final v2, 00:00:00;00, https://x.example?t=0')
})
