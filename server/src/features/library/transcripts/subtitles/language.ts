import { FUNCTION_WORDS } from '@footnote/contract/shared/language/function-words.ts'

/** Scripts that one language uses for the most part. Japanese goes before Chinese, whose letters it has too. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/u, 'ja'],
  [/\p{sc=Hangul}/u, 'ko'],
  [/\p{sc=Han}/u, 'zh'],
  [/\p{sc=Thai}/u, 'th'],
  [/\p{sc=Hebrew}/u, 'he'],
  [/\p{sc=Greek}/u, 'el'],
  [/\p{sc=Armenian}/u, 'hy'],
  [/\p{sc=Tamil}/u, 'ta'],
]
/** Share of letters, or of words, that decides. English prose has about half of these words. */
const SHARE = 0.25

/** The language of a text, by its script, or by the most frequent words of English; null when neither says it. */
export function guessLanguage(text: string): string | null {
  const letters = [...text].filter((letter) => /\p{L}/u.test(letter))
  for (const [script, language] of SCRIPTS)
    if (letters.filter((letter) => script.test(letter)).length > SHARE * letters.length) return language
  const words = text.toLowerCase().match(/[\p{L}'’]+/gu) ?? []
  const english = words.filter((word) => FUNCTION_WORDS.has(word)).length
  return words.length > 0 && english > SHARE * words.length ? 'en' : null
}

/** A language of a file as search has it, without a region; null for none. @param stated ISO 639 or BCP 47 */
export function languageTag(stated: string | null): string | null {
  try {
    const { language } = new Intl.Locale(stated?.trim() ?? '')
    // The type of `language` does not say that it is absent from 'und'.
    return !language || ['mis', 'mul', 'zxx'].includes(language) ? null : language
  } catch {
    return null
  }
}
