import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

const menu =
  `STAY MAIN SEASONAL BARREL AGED WEEKEND WARRIOR ${'Pale Ale House Lager '.repeat(20)}North IPA and South IPA ${'Stout Porter '.repeat(20)}`.trim()
const hitsOf = (text: string, word: string) =>
  [...text.matchAll(new RegExp(word, 'g'))].map(({ index }) => ({ from: index, to: index + word.length }))

test('a short text stays whole', () => {
  expect(excerptOf('a red boat', [{ from: 2, to: 5 }])).toEqual({ text: 'a red boat', hits: [{ from: 2, to: 5 }] })
})

test('a long text is cut around its hits, between words, with every hit in its place', () => {
  const { text, hits } = excerptOf(menu, hitsOf(menu, 'IPA'))
  expect(text).toMatch(/^…(Pale|Ale|House|Lager) .*North IPA and South IPA .*(Stout|Porter)…$/)
  expect(text.length).toBeLessThanOrEqual(182)
  expect(hits.map(({ from, to }) => text.slice(from, to))).toEqual(['IPA', 'IPA'])
})

test('a hit at the beginning or the end is shown with the text around it', () => {
  const first = excerptOf(menu, hitsOf(menu, 'STAY'))
  expect(first.text.startsWith('STAY MAIN')).toBe(true)
  expect(first.hits).toEqual([{ from: 0, to: 4 }])
  const end = `${'one two '.repeat(60)}last`
  const last = excerptOf(end, hitsOf(end, 'last'))
  expect(last.text.endsWith('two last')).toBe(true)
  expect(last.hits.map(({ from, to }) => last.text.slice(from, to))).toEqual(['last'])
})

test('a text without hits, or without blanks, is cut, too', () => {
  expect(excerptOf(menu, []).text).toMatch(/^STAY .*[^ ]…$/)
  const solid = 'x'.repeat(1_000)
  const cut = excerptOf(solid, [{ from: 500, to: 510 }])
  expect(cut.text.length).toBeLessThanOrEqual(182)
  expect(cut.hits).toHaveLength(1)
})

test('no character is cut in two, however many units it has', () => {
  const halves =
    /^[\udc00-\udfff]|[\ud800-\udbff]$|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/
  const family = '👩‍👩‍👧'
  for (const lead of ['', 'a', 'ab', 'abc']) {
    const signs = '🎬'.repeat(100) + lead + '🎬'.repeat(300)
    for (const after of [0, 3, 10, 20, 100]) {
      const from = 200 + lead.length + 2 * after
      const { text } = excerptOf(signs, [{ from, to: from + 2 }])
      expect(text.replaceAll('…', '')).not.toMatch(halves)
    }
    const families = excerptOf(lead + family.repeat(60), [{ from: lead.length + 8 * 30, to: lead.length + 8 * 31 }])
    expect(families.text.replaceAll('…', '').replaceAll(family, '')).toBe('')
    expect(families.hits.map(({ from, to }) => families.text.slice(from, to))).toEqual([family])
  }
})

test('of a hit that is cut, the visible part is marked', () => {
  const { text, hits } = excerptOf(`one two ${'three four '.repeat(40)}`, [{ from: 0, to: 400 }])
  expect(hits.map(({ from, to }) => text.slice(from, to))).toEqual([text.slice(0, -1)])
})
