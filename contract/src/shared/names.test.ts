import { expect, test } from 'vitest'
import { cleanFileName, cleanName, shortName } from './names.ts'

test.each([
  ['a\r\nb.mp4', 'a b.mp4'],
  ['\u001b[31mred.mp4', '[31mred.mp4'],
  ['a\u0000\u009b\u2028\u202egnp.mp4\n', 'a gnp.mp4'],
  [' cafe\u0301.mp4 ', 'café.mp4'],
  ['a\ud800.mp4', 'a\ufffd.mp4'],
  ['\u2068שלום\u2069.mp4', 'שלום.mp4'],
  ['e\u202e\u0301.mp4', 'é.mp4'],
  ['\u001b\u202e', ''],
])('the name %j becomes %j, and stays so', (name, clean) => {
  expect(cleanName(name)).toBe(clean)
  expect(cleanName(clean)).toBe(clean)
  expect(cleanFileName(name)).toBe(clean)
})

test('a long name keeps its end, and no half of a character', () => {
  expect(cleanFileName(`${'x'.repeat(300)}.mp4`)).toBe(`${'x'.repeat(251)}.mp4`)
  expect(cleanFileName(`🎬${'x'.repeat(250)}.mp4`)).toBe(`${'x'.repeat(250)}.mp4`)
  expect(cleanFileName('x'.repeat(300), 'mp4')).toBe(`${'x'.repeat(251)}.mp4`)
})

test.each([
  ['C:\\films/a.mp4', 'C:_films_a.mp4'],
  ['../../etc', '.._.._etc'],
  ['a', 'a'],
  ['', ''],
  [' \u3000\u200b', ''],
  ['..', ''],
  [' . . ', ''],
])('the file name %j becomes %j: no path, and something to read', (name, clean) =>
  expect(cleanFileName(name)).toBe(clean),
)

test.each([
  ['Final', 'mp4', 'Final.mp4'],
  ['Final.MP4', 'mp4', 'Final.MP4'],
  ['Final', '', 'Final'],
  ['...', 'mp4', ''],
])('the name %j with the extension %j becomes %j', (name, extension, whole) =>
  expect(cleanFileName(name, extension)).toBe(whole),
)

test.each([
  ['a.mp4', 'a.mp4'],
  [`${'漢'.repeat(251)}.mp4`, `${'漢'.repeat(83)}.mp4`],
  [`${'x'.repeat(250)}🎬.mp4`, `${'x'.repeat(250)}.mp4`],
  [`${'x'.repeat(247)}🎬.mp4`, `${'x'.repeat(247)}🎬.mp4`],
  ['漢'.repeat(100), '漢'.repeat(85)],
])('a disk takes %j as %j', (name, short) => {
  expect(shortName(name)).toBe(short)
  expect(new TextEncoder().encode(short).length).toBeLessThanOrEqual(255)
})
