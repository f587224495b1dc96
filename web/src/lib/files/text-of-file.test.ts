import { expect, test } from 'vitest'
import { bytesOf, isArchive, isNoText, textOfFile } from './text-of-file.ts'

const TEXT = 'Zeit\tÜber'
const utf16 = (text: string, little: boolean) => {
  const bytes = new Uint8Array(2 * text.length + 2)
  const view = new DataView(bytes.buffer)
  for (const [place, sign] of [...`\uFEFF${text}`].entries()) view.setUint16(2 * place, sign.charCodeAt(0), little)
  return bytes
}

test('text is read in UTF-8, in UTF-16 and in the code page of Windows', () => {
  const windows = Uint8Array.from(TEXT, (sign) => sign.charCodeAt(0))
  const utf8 = [TEXT, `\uFEFF${TEXT}`].map((text) => new TextEncoder().encode(text))
  for (const bytes of [...utf8, utf16(TEXT, true), utf16(TEXT, false), windows]) expect(textOfFile(bytes)).toBe(TEXT)
})

test('archives, empty files and files with other bytes are no text', () => {
  expect(isArchive(Uint8Array.of(0x50, 0x4b, 3, 4))).toBe(true)
  expect(isArchive(new TextEncoder().encode('Park'))).toBe(false)
  expect(['', ' \n', 'a\0b', 'a'].map(isNoText)).toEqual([true, true, true, false])
})

test('a file that the browser cannot read has no bytes', async () => {
  const file = new File(['a'], 'a.srt')
  expect(await bytesOf(file)).toEqual(Uint8Array.of(97))
  file.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'))
  expect(await bytesOf(file)).toBeNull()
})
