import { describe, expect, test } from 'vitest'
import { parseQuery, phrasesOf, readSequence, wordsOf, writeSequence } from './query.ts'

describe('a query', () => {
  test.each([
    ['fire truck', 'fire truck', [], []],
    ['  fire   truck ', 'fire   truck', [], []],
    ['"hold the lane"', 'hold the lane', ['hold the lane'], []],
    ['"hold the lane" fire truck', 'hold the lane fire truck', ['hold the lane'], []],
    ['a "red car" beside "Platform 9"', 'a red car beside Platform 9', ['red car', 'Platform 9'], []],
    ['fire truck -red', 'fire truck', [], ['red']],
    ['-red fire truck', 'fire truck', [], ['red']],
    ['truck -"on fire" -red', 'truck', [], ['on fire', 'red']],
    ['"fire truck" -"fire truck driver"', 'fire truck', ['fire truck'], ['fire truck driver']],
    ['truck −red', 'truck', [], ['red']],
    ['truck -red, please', 'truck please', [], ['red']],
    ['-red', '', [], ['red']],
    ['-2023 budget', 'budget', [], ['2023']],
    // A hyphen inside a word, between blanks or twice excludes nothing.
    ['mid-day sun', 'mid-day sun', [], []],
    ['left - right', 'left - right', [], []],
    ['--verbose', '--verbose', [], []],
    // Quotation marks of phones and of other languages.
    ['“hold the lane”', 'hold the lane', ['hold the lane'], []],
    ['„Oma Erna“ backt', 'Oma Erna backt', ['Oma Erna'], []],
    ['«bonne nuit» -«bon jour»', 'bonne nuit', ['bonne nuit'], ['bon jour']],
    ['今天"会议记录"完成', '今天 会议记录 完成', ['会议记录'], []],
    // Inches are no quotation; a quotation without an end reaches to the end of the query.
    ['a 5" pipe and a 6" pipe', 'a 5" pipe and a 6" pipe', [], []],
    ['truck "hold the la', 'truck hold the la', ['hold the la'], []],
    ['a " b', 'a " b', [], []],
    // Marks around nothing.
    ['truck "" -"" "!" -', 'truck "" -"" -', [], []],
    ["the driver's 'own' words", "the driver's 'own' words", [], []],
  ])('%s', (query, words, phrases, left_out) => {
    const parsed = parseQuery(query)
    expect(wordsOf(parsed)).toBe(words)
    expect(phrasesOf(parsed)).toEqual(phrases)
    expect(parsed.left_out).toEqual(left_out)
  })

  test('keeps its parts in the order in which they were typed', () => {
    expect(parseQuery('a "red car" beside -bus "Platform 9"').parts).toEqual([
      { text: 'a', as_written: false },
      { text: 'red car', as_written: true },
      { text: 'beside', as_written: false },
      { text: 'Platform 9', as_written: true },
    ])
  })
})

describe('one moment after another', () => {
  test.each([
    ['fire truck >> white car 12s', 'fire truck', 'white car', 12],
    ['fire truck >> white car 30 s', 'fire truck', 'white car', 30],
    ['fire truck >> white car', 'fire truck', 'white car', 12],
    ['fire truck>>white car 5S', 'fire truck', 'white car', 5],
    ['"hold the lane" -red >> -bus "white car" 3s', '"hold the lane" -red', '-bus "white car"', 3],
    ['a >> b >> c 12s', 'a', 'b >> c', 12],
    // Seconds out of bounds, and text that only looks like seconds.
    ['a >> b 0s', 'a', 'b', 1],
    ['a >> b 999s', 'a', 'b', 300],
    ['a >> the 1990s', 'a', 'the 1990s', 12],
    ['a >> b 12', 'a', 'b 12', 12],
    ['a >> b x12s', 'a', 'b x12s', 12],
    ['a >> 12s', 'a', '12s', 12],
    ['"a >> b" >> c', '"a >> b"', 'c', 12],
  ])('%s', (query, first, next, within) => {
    expect(readSequence(query)).toEqual({ first, next, within })
  })

  test.each(['fire truck', '', '>>', 'a >>', '>> b', '"a >> b"', '"a >> b', 'a > > b'])('is not in %s', (query) => {
    expect(readSequence(query)).toBeNull()
  })

  test('is written as it is read', () => {
    const sequence = { first: '"hold the lane" -red', next: 'white car', within: 30 }
    expect(readSequence(writeSequence(sequence))).toEqual(sequence)
  })
})
