import { plainText } from '@footnote/contract/shared/language/letters.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/test-database.ts'
import { openDatabase } from './database.ts'

const db = openDatabase(await createTestDatabase())
afterAll(() => db.destroy())

/** Each letter, mark and digit of the scripts that people write words of one alphabet with. */
const ALL = Array.from({ length: 0x20000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((letter) =>
    /[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Inherited}]/u.test(letter),
  )
/** Accents, two of them, and a letter after the one that is tried. */
const AROUND = [
  (letter: string) => letter,
  (letter: string) => `${letter}\u0301`,
  (letter: string) => `a${letter}\u0323\u0308b`,
  (letter: string) => `${letter.normalize('NFD')} ΟΔΟΣ`,
]

async function foldedByDatabase(texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ plain: string }>`
    select plain_text(written) as plain from unnest(${texts}::text[]) with ordinality as asked(written, place)
    order by place`.execute(db)
  return rows.map(({ plain }) => plain)
}

/** Letters that this PostgreSQL has heard of. */
const { rows: known } = await sql<{ letter: string }>`
  select letter from unnest(${ALL}::text[]) as letter where unicode_assigned(letter)`.execute(db)
const LETTERS = known.map(({ letter }) => letter)

test('the database folds each letter of Latin, Greek, Cyrillic, Arabic and Hebrew as the product does', async () => {
  expect(LETTERS.length).toBeGreaterThan(3_500)
  for (const around of AROUND) {
    const texts = LETTERS.map(around)
    const folded = await foldedByDatabase(texts)
    expect(
      texts.flatMap((text, at) => (folded[at] === plainText(text) ? [] : [[text, folded[at], plainText(text)]])),
    ).toEqual([])
  }
})

test('the database folds what people write as the product does', async () => {
  const texts = [
    'Łódź',
    'STRASSE Straße',
    'Ærø',
    'Đang',
    'IŞIK ışık İzmir',
    'Søren',
    'Œuvre',
    'ﬁlm',
    'за́мок ЁЖ',
    'O’Brien',
    'co\u00adop',
  ]
  texts.push('東京タワー', 'ﾄｳｷｮｳ', 'السَّلَام', 'ΟΔΟΣ', '½ №5 “quoted” – …', 'Ḫattuša', 'e\u0301te\u0301', '한국어', 'कि')
  expect(await foldedByDatabase(texts)).toEqual(texts.map(plainText))
  expect(texts.slice(0, 7).map(plainText)).toEqual([
    'lodz',
    'strasse strasse',
    'aero',
    'dang',
    'isik isik izmir',
    'soren',
    'oeuvre',
  ])
})
