import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { TextWord } from './matching/text-word.ts'

/** Maximum words in memory per language: some 20 MB, and more words than most collections have. */
const MOST_WORDS = 100_000
/** Words of texts, by language: searches meet the same ones. */
const known = new Map<string, Map<string, TextWord>>()

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
 * Prepares plain words for comparison, with their stems by the database's stemmers: that of the language or, for
 * English and unknown languages, that of the word's script. Stop words, and words without a stemmer, are their own
 * stems.
 * @param language BCP 47 tag
 * @returns in the order of the words
 */
export async function readTextWords(db: Database, words: readonly string[], language: string): Promise<TextWord[]> {
  const before = known.get(language)
  // A new map, since other searches still use the full one.
  const kept = before && before.size + words.length <= MOST_WORDS ? before : new Map<string, TextWord>()
  known.set(language, kept)
  const found = words.map((word) => kept.get(word))
  if (found.includes(undefined)) {
    const unknown = [...new Set(words.filter((_, at) => found[at] === undefined))]
    const { rows } = await sql<{ word: string; stem: string | null }>`
      select word, (ts_lexize(
          case when ${language} = 'en' or own = 'pg_catalog.simple'::regdictionary then coalesce(of_script, own) else own end, word))[1] as stem
        from unnest(${unknown}::text[], ${unknown.map(scriptStemmer)}::regdictionary[]) as w(word, of_script),
          stem_dictionary(${language}) as own`.execute(db)
    for (const { word, stem } of rows) kept.set(word, new TextWord(word, (stem ?? word).replace(KOREAN_PARTICLE, '')))
  }
  return words.map((word, at) => found[at] ?? kept.get(word) ?? new TextWord(word, word))
}

/** Stems of plain words: see `readTextWords`. @returns a function that returns the stem of each of these words */
export async function readStems(
  db: Database,
  words: readonly string[],
  language: string,
): Promise<(word: string) => string> {
  const read = await readTextWords(db, words, language)
  const stems = new Map(read.map(({ plain, stem }) => [plain, stem]))
  return (word) => stems.get(word) ?? word
}
