import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

const menu =
  `STAY MAIN SEASONAL BARREL AGED WEEKEND WARRIOR ${'Pale Ale House Lager '.repeat(20)}North IPA and South IPA ${'Stout Porter '.repeat(20)}`.trim()
const hitsOf = (text: string, word: string) =>
  [...text.matchAll(new RegExp(word, 'g'))].map(({ index }) => ({ from: index, to: index + word.length }))

test('a short text stays whole', () => {
  expect(excerptOf('a red boat', [{ from: 2, to: 5 }])).toEqual({ text: 'a red boat', hits: [{ from: 2, to: 5 }] })
})

test('a long text is cut round what answers, between words, with every hit in its place', () => {
  const { text, hits } = excerptOf(menu, hitsOf(menu, 'IPA'))
  expect(text).toMatch(/^…(Pale|Ale|House|Lager) .*North IPA and South IPA .*(Stout|Porter)…$/)
  expect(text.length).toBeLessThanOrEqual(182)
  expect(hits.map(({ from, to }) => text.slice(from, to))).toEqual(['IPA', 'IPA'])
})

test('what answers at the beginning or at the end is shown with what there is', () => {
  const first = excerptOf(menu, hitsOf(menu, 'STAY'))
  expect(first.text.startsWith('STAY MAIN')).toBe(true)
  expect(first.hits).toEqual([{ from: 0, to: 4 }])
  const end = `${'one two '.repeat(60)}last`
  const last = excerptOf(end, hitsOf(end, 'last'))
  expect(last.text.endsWith('two last')).toBe(true)
  expect(last.hits.map(({ from, to }) => last.text.slice(from, to))).toEqual(['last'])
})

test('without hits, and without blanks, it is cut all the same', () => {
  expect(excerptOf(menu, []).text).toMatch(/^STAY .*[^ ]…$/)
  const solid = 'x'.repeat(1_000)
  const cut = excerptOf(solid, [{ from: 500, to: 510 }])
  expect(cut.text.length).toBeLessThanOrEqual(182)
  expect(cut.hits).toHaveLength(1)
})
