import { expect, test } from 'vitest'
import { cleanFileName, cleanName } from './names.ts'

test.each([
  ['a\r\nb.mp4', 'a b.mp4'],
  ['\u001b[31mred.mp4', '[31mred.mp4'],
  ['a\u0000\u009b\u2028\u202egnp.mp4\n', 'a gnp.mp4'],
  [' cafe\u0301.mp4 ', 'café.mp4'],
  ['a\ud800.mp4', 'a\ufffd.mp4'],
  ['\u2068שלום\u2069.mp4', 'שלום.mp4'],
  ['\u001b\u202e', ''],
])('the name %j becomes %j, and stays so', (name, clean) => {
  expect(cleanName(name)).toBe(clean)
  expect(cleanName(clean)).toBe(clean)
  expect(cleanFileName(name)).toBe(clean)
})

test('a long name keeps its end, and no half of a character', () => {
  expect(cleanFileName(`${'x'.repeat(300)}.mp4`)).toBe(`${'x'.repeat(251)}.mp4`)
  expect(cleanFileName(`🎬${'x'.repeat(250)}.mp4`)).toBe(`\ufffd${'x'.repeat(250)}.mp4`)
})
