import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'

/** Maximum stems per language. */
const MOST_STEMS = 100_000
/** Stems of words, by language. */
const known = new Map<string, Map<string, string>>()

/** The database's stemmers for scripts that one language, or a close one, mostly uses. */
const STEMMERS = [
  [/\p{sc=Cyrillic}/u, 'russian_stem'],
  [/\p{sc=Greek}/u, 'greek_stem'],
  [/\p{sc=Arabic}/u, 'arabic_stem'],
  [/\p{sc=Devanagari}/u, 'hindi_stem'],
  [/\p{sc=Tamil}/u, 'tamil_stem'],
] as const
/** Particles after a Korean noun of at least two syllables. */
const KOREAN_PARTICLE = /(?<=\p{sc=Hangul}{2})(?:에서|에게|으로|까지|부터|은|는|이|가|을|를|의|에|로|와|과|도|만)$/u

const scriptStemmer = (word: string) => STEMMERS.find(([script]) => script.test(word))?.[1] ?? null

/**
 * Stems of plain words by the database's stemmers: that of the language or, for English and unknown languages, that of
 * the word's script. Stop words, and words without a stemmer, are their own stems.
 * @param language BCP 47 tag
 * @returns a function that returns the stem of each of these words
 */
export async function readStems(
  db: Database,
  words: Iterable<string>,
  language: string,
): Promise<(word: string) => string> {
  const stems = known.get(language) ?? new Map<string, string>()
  const unknown = [...new Set(words)].filter((word) => !stems.has(word))
  if (stems.size + unknown.length > MOST_STEMS) stems.clear()
  known.set(language, stems)
  if (unknown.length > 0) {
    const { rows } = await sql<{ word: string; stem: string | null }>`
      select word, (ts_lexize(
          case when ${language} = 'en' or own = 'pg_catalog.simple'::regdictionary then coalesce(of_script, own) else own end, word))[1] as stem
        from unnest(${unknown}::text[], ${unknown.map(scriptStemmer)}::regdictionary[]) as w(word, of_script),
          stem_dictionary(${language}) as own`.execute(db)
    for (const { word, stem } of rows) stems.set(word, (stem ?? word).replace(KOREAN_PARTICLE, ''))
  }
  return (word) => stems.get(word) ?? word
}
