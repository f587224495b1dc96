import { expect, test } from 'vitest'
import { readCommentFile } from './read-file.ts'

const read = (bytes: Uint8Array | string, name = 'notes.txt') =>
  readCommentFile(new File([bytes as BlobPart], name, { type: 'text/plain' }))
const utf16 = (text: string, little: boolean) => {
  const bytes = new Uint8Array(2 * text.length + 2)
  const view = new DataView(bytes.buffer)
  for (const [place, sign] of [...`\uFEFF${text}`].entries()) view.setUint16(2 * place, sign.charCodeAt(0), little)
  return bytes
}

test('text is read in the encodings of editing programs and spreadsheets', async () => {
  const table = 'Zeit\tÜber'
  const windows = Uint8Array.from('Zeit\tÜber', (sign) => sign.charCodeAt(0))
  for (const bytes of [table, `\uFEFF${table}`, utf16(table, true), utf16(table, false), windows])
    expect(await read(bytes)).toMatchObject({ content: table, format: 'csv' })
})

test('the name or the beginning says what kind of file it is', async () => {
  expect(await read('a,b', 'a.EDL')).toMatchObject({ format: 'edl' })
  expect(await read('TITLE: a', 'a.csv')).toMatchObject({ format: 'csv' })
  for (const content of ['TITLE: a', '\r\nFCM: DROP FRAME', '001  AX       V     C        00:00:00:00'])
    expect(await read(content)).toMatchObject({ format: 'edl' })
  expect(await read('time,comment')).toMatchObject({ format: 'csv' })
  for (const [content, format] of [
    ['Ana R\t00:00:01:00\tV1\tred\tFix\t1', 'avid'],
    ['<?xml version="1.0"?>\n<!DOCTYPE fcpxml>\n<fcpxml version="1.9"/>', 'fcpxml'],
    ['<?xml version="1.0"?><xmeml version="4"/>', 'premiere'],
    ['<?xml version="1.0"?>\n<Avid:StreamItems/>', 'avid'],
    ['{"OTIO_SCHEMA": "Timeline.1"}', 'otio'],
    ['* LOC: 01:00:00:00 red  Fix', 'edl'],
  ] as const)
    expect(await read(content)).toMatchObject({ format })
  expect(await read('{}', 'a.fcpxml')).toMatchObject({ format: 'fcpxml' })
})

test('a file without text, or a large one, is refused with a sentence', async () => {
  expect(await read(Uint8Array.of(0x50, 0x4b, 3, 4))).toMatch(/workbook/)
  for (const content of ['', ' \n', 'a\0b']) expect(await read(content)).toMatch(/no text/)
  for (const content of ['x'.repeat(1_000_001), 'é'.repeat(500_001), 'x'.repeat(2_000_003)])
    expect(await read(content)).toMatch(/larger than 1 MB/)
})
