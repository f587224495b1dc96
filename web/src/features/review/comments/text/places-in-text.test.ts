import { expect, test } from 'vitest'
import { textParts } from './places-in-text.ts'

const found = (text: string, duration: number | null = 4_000): readonly (string | number)[] =>
  textParts(text, duration).flatMap((part) =>
    part.kind === 'words' ? [] : part.kind === 'address' ? part.address : part.seconds,
  )

test('addresses of the web are found, without the signs of the sentence around them', () => {
  expect(found('See https://example.org/a?b=c#d, and http://example.org.')).toEqual([
    'https://example.org/a?b=c#d',
    'http://example.org/',
  ])
  expect(found('(https://example.org/wiki/Cut_(film))')).toEqual(['https://example.org/wiki/Cut_(film)'])
  expect(found('https://example.org/a)')).toEqual(['https://example.org/a'])
  expect(found('<https://example.org/ä>!')).toEqual(['https://example.org/%C3%A4'])
})

test('no other scheme leads anywhere', () => {
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,<b>',
    'file:///etc/passwd',
    'mailto:a@example.org',
    'ftp://example.org',
    'https://',
    'https:// ',
    'xhttps:example.org',
  ])
    expect(found(text)).toEqual([])
})

test('times within the video are found, and other numbers are not', () => {
  expect(found('At 00:05, 1:02 and 1:02:03; then 0:05.5.')).toEqual([5, 62, 3_723, 5.5])
  expect(found('00:05')).toEqual([5])
  for (const text of ['01:00:20:00', '01:00:20;00', '16:9', '1:75', '1:60:00', '2026-01-02T10:00:00', '12:5'])
    expect(found(text)).toEqual([])
  expect(found('2:00', 60)).toEqual([])
  expect(found('0:05', null)).toEqual([])
  expect(found('https://example.org/0:05?t=1:02')).toEqual(['https://example.org/0:05?t=1:02'])
})

test('all parts together are the text', () => {
  for (const text of ['', 'a', '0:05', 'a 0:05 b https://example.org. c\n\n1:00', 'https://example.org/))) x'])
    expect(
      textParts(text, 100)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
})
