import { TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import { expect, test } from 'vitest'
import { readSubtitles } from './read-subtitles.ts'

const SRT = '1\r\n00:00:01,000 --> 00:00:02,000\r\nDas Türschloß\r\n'
const read = (bytes: Uint8Array | string, name = 'harbour.srt') => readSubtitles(new File([bytes as BlobPart], name))

test('SubRip and WebVTT are read in the encodings that programs write, whatever the name of the file', async () => {
  const windows = Uint8Array.from(SRT, (sign) => sign.charCodeAt(0))
  for (const bytes of [SRT, `\uFEFF${SRT}`, windows])
    for (const name of ['harbour.srt', 'harbour.txt']) expect(await read(bytes, name)).toEqual({ text: SRT })
  expect(await read('WEBVTT\n')).toEqual({ text: 'WEBVTT\n' })
})

test('other files are refused with a sentence', async () => {
  expect(await read(Uint8Array.of(0x50, 0x4b, 3, 4), 'harbour.docx')).toMatch(/not an SRT or WebVTT file/)
  expect(await read('[Script Info]\nTitle: harbour', 'harbour.ass')).toMatch(/not an SRT or WebVTT file/)
  for (const content of ['', ' \n', `${SRT}\0`]) expect(await read(content)).toMatch(/has no text/)
})

test('a file with more characters than a transcript takes is refused before it is sent, by its bytes or its text', async () => {
  const fits = SRT.padEnd(TRANSCRIPT.subtitles, ' ')
  expect(await read(fits)).toEqual({ text: fits })
  expect(await read(`${fits} `)).toMatch(/can have 5,000,000 characters. This one has more/)
  const large = new File([SRT], 'harbour.srt')
  Object.defineProperty(large, 'size', { value: 16_000_000 })
  expect(await readSubtitles(large)).toMatch(/This one has more/)
})
