import { expect, test } from 'vitest'
import { plainText } from './letters.ts'
import { lettersIn, partsOf, tokensOf } from './tokens.ts'

test.each([
  ['Łódź', 'lodz'],
  ['Straße', 'strasse'],
  ['Ærø', 'aero'],
  ['Đang', 'dang'],
  ['IŞIK ışık İzmir', 'isik isik izmir'],
  ['cafe\u0301', 'cafe'],
  ['Ёлка за\u0301мок', 'елка замок'],
  ['Йод', 'йод'],
  ['ΟΔΟΣ ὁδός', 'οδοσ οδοσ'],
  ['السَّلَام', 'السلام'],
  ['ﾄﾞｱ ﬁlm', 'ドア film'],
  ['O’Brien', "o'brien"],
  ['co\u00adop\u2011ed', 'coop-ed'],
])('the letters of %s are %s', (written, plain) => {
  expect(plainText(written)).toBe(plain)
})

/** What is between the ends of each token. */
const cut = (text: string, tokens: readonly { readonly from: number; readonly to: number }[]) =>
  tokens.map(({ from, to }) => text.slice(from, to))

test('a word with hyphens or apostrophes inside has parts; an English ending is none', () => {
  const text = 'Jean-Luc’s F-16, O’Brien’s state-of-the-art don’t rock’n’roll Qur’an 1500.50 follow‑up'
  expect(cut(text, tokensOf(text))).toEqual([
    'Jean-Luc’s',
    'F-16',
    'O’Brien’s',
    'state-of-the-art',
    'don’t',
    'rock’n’roll',
    'Qur’an',
    '1500',
    '50',
    'follow‑up',
  ])
  expect(cut(text, partsOf(text))).toEqual([
    'Jean',
    'Luc’s',
    'F',
    '16',
    'O',
    'Brien’s',
    'state',
    'of',
    'the',
    'art',
    'don’t',
    'rock',
    'n',
    'roll',
    'Qur',
    'an',
    '1500',
    '50',
    'follow',
    'up',
  ])
  expect(partsOf('follow-up call').map(({ joined = false }) => joined)).toEqual([false, true, false])
  expect(partsOf("Don't O'Brien").map(({ plain }) => plain)).toEqual(["don't", 'o', 'brien'])
})

test('the letters of a word are without the signs between its parts', () => {
  expect(lettersIn("rock'n'roll-f-16")).toBe('rocknrollf16')
})
