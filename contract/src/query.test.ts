import { describe, expect, test } from 'vitest'
import { parseQuery, phrasesOf, wordsOf } from './query.ts'

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
    // A hyphen inside a word, between blanks or twice leaves nothing out.
    ['mid-day sun', 'mid-day sun', [], []],
    ['left - right', 'left - right', [], []],
    ['--verbose', '--verbose', [], []],
    // Quotation marks of telephones and of other languages.
    ['“hold the lane”', 'hold the lane', ['hold the lane'], []],
    ['„Oma Erna“ backt', 'Oma Erna backt', ['Oma Erna'], []],
    ['«bonne nuit» -«bon jour»', 'bonne nuit', ['bonne nuit'], ['bon jour']],
    ['今天"会议记录"完成', '今天 会议记录 完成', ['会议记录'], []],
    // Inches are no quotation; what is not closed reaches to the end.
    ['a 5" pipe and a 6" pipe', 'a 5" pipe and a 6" pipe', [], []],
    ['truck "hold the la', 'truck hold the la', ['hold the la'], []],
    ['a " b', 'a " b', [], []],
    // Marks round nothing.
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
