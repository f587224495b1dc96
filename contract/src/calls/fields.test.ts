import { describe, expect, test } from 'vitest'
import { printable } from '../shared/text.ts'
import { Email, fileName, filePath, requiredLines, requiredText } from './fields.ts'

const name = requiredText('A name is required', 120)

describe('a name', () => {
  test.each([
    'Security notice:\r\nyour account is locked',
    'Ada\u001b[2J',
    'Ada\u0085x',
    'Ada\u009b31m',
    'Ada\u2028Lovelace',
    'A\u0000a',
    'A\tb',
  ])('%j is refused', (text) =>
    expect(name.safeParse(text).error?.issues[0]?.message).toBe('Line breaks and control characters are not allowed'),
  )

  test.each([
    ['  Ada Lovelace\n', 'Ada Lovelace'],
    ['\u2068María José\u2069', 'María José'],
    ['A\u202egnp.exe', 'Agnp.exe'],
    ['李小龍', '李小龍'],
    ['שלום\u200f', 'שלום\u200f'],
    ['O\'Brien & Söhne <GmbH>, "x"', 'O\'Brien & Söhne <GmbH>, "x"'],
  ])('%j is kept as %j', (text, kept) => expect(name.parse(text)).toBe(kept))
})

test('text of several lines keeps its line ends and refuses other control characters', () => {
  const lines = requiredLines('Please enter a comment', 100)
  expect(lines.parse('one\r\ntwo\tthree\u2028four')).toBe('one\r\ntwo\tthree\u2028four')
  for (const text of ['a\u001bb', 'a\u0000b', 'a\u009bb']) expect(lines.safeParse(text).success).toBe(false)
})

test('the name of a file becomes one line', () => {
  const file = fileName('A file name is required')
  expect(file.parse('a\r\n\u001bb\u202e.mp4')).toBe('a b.mp4')
  expect(file.safeParse('\r\n\u001b').success).toBe(false)
  expect(filePath('A path has at least one character', 255).parse('day\n1 / \u001ba.mp4')).toBe('day 1/a.mp4')
})

describe('an e-mail address', () => {
  test.each([
    'ada@example.org',
    'Ada+x@EXAMPLE.org',
    "o'brien@example.co.uk",
    'ada@müller.de',
    'ada@xn--mller-kva.de',
    '用户@例子.公司',
  ])('%s is valid', (text) => expect(Email.parse(text)).toBe(text.toLowerCase()))
  test.each([
    ...[...',;:<>()"[]\\ @'].flatMap((separator) => [`z@q.test${separator}evil.test`, `z${separator}y@q.test`]),
    ...['z@q.test,evil0hb', 'z@q\u001b.test', 'z\u0007@q.test', 'z@q.test\u200b', 'z@q\u202e.test', 'z@q\u00a0.test'],
    ...['z@q．test', 'z@q。test', 'z@ｑ.test', 'z@q', 'z@.test', 'z@q..test', 'z@q.test.', 'z@q.test\r\nBcc: y@q.test'],
  ])('%j is not valid', (text) => expect(Email.safeParse(text).success).toBe(false))
})

test('printed text forges no line and moves no cursor', () => {
  expect(printable('a\r\n\u001b[2J\u009b\u2028\u202ebé')).toBe('a\\u000d\\u000a\\u001b[2J\\u009b\\u2028\\u202ebé')
  expect(JSON.parse(printable(JSON.stringify('\u007f\u009b\u2028')))).toBe('\u007f\u009b\u2028')
})
