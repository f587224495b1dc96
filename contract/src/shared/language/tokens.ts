import { plainText } from './letters.ts'

/** Letters of the scripts without spaces between words: Chinese, Japanese, Thai, Lao, Khmer, Burmese. */
export const WITHOUT_SPACES = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]/u
/** Includes combining marks, such as vowels of Indian scripts and of Thai, and hyphens where a word may break. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’‐‑\u00ad-][\p{L}\p{M}\p{N}]+)*/gu
const ASCII = /^[\x20-\x7e\n]*$/
/** Signs within a word that separate its parts, as people write them. */
const JOINT = /['’ʼʻʾ‐‑-]/
const PART = /[^'’ʼʻʾ‐‑-]+/gu
/** English endings after an apostrophe, which belong to the part before it. */
const ENDING = /^(?:s|m|re|ve|ll|d|t)$/i
/** Splits scripts without spaces by its own dictionary. */
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/** A word and its place in a text; `plain` is as `plainText` writes it. */
export interface Token {
  readonly plain: string
  /** UTF-16 units. */
  readonly from: number
  readonly to: number
  /** Whether a hyphen or an apostrophe joins it to the part of a word before it. */
  readonly joined?: boolean
}

/** The words of a text in order; in scripts without spaces, as a dictionary splits them. */
export function tokensOf(text: string): Token[] {
  if (ASCII.test(text)) return asciiTokens(text)
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) =>
    WITHOUT_SPACES.test(word)
      ? Array.from(segmenter.segment(word), (part) =>
          part.isWordLike ? [token(part.segment, index + part.index)] : [],
        )
      : [[token(word, index)]],
  ).flat(2)
}

/**
 * The same, with the parts of words instead of words that have hyphens or apostrophes inside: two of 'Jean-Luc', two of
 * "O'Brien", one of "don't".
 */
export function partsOf(text: string): Token[] {
  const words = tokensOf(text)
  if (!JOINT.test(text)) return words
  return words.flatMap((word) => {
    const written = text.slice(word.from, word.to)
    if (!JOINT.test(written)) return word
    return partRanges(written).map(([from, to], at) => ({
      ...token(written.slice(from, to), word.from + from),
      joined: at > 0,
    }))
  })
}

/** Where the parts of a word begin and end. */
function partRanges(word: string): [number, number][] {
  const ranges: [number, number][] = []
  for (const { 0: part, index } of word.matchAll(PART)) {
    const last = ranges.at(-1)
    const ends = last?.[1] === index - 1 && /['’]/.test(word[index - 1] ?? '') && ENDING.test(part)
    if (last && ends) last[1] = index + part.length
    else ranges.push([index, index + part.length])
  }
  return ranges
}

/** A plain word without the signs between its parts: 'f-16' is 'f16'. */
export const lettersIn = (plain: string): string => (/['-]/.test(plain) ? plain.replace(/['-]/g, '') : plain)

/** Whether each ASCII character is a letter or a digit. */
const IN_WORD = Array.from({ length: 128 }, (_, code) => /[A-Za-z0-9]/.test(String.fromCharCode(code)))

/** The same for ASCII texts, as most lines are: a loop over characters takes half the time of a pattern. */
function asciiTokens(text: string): Token[] {
  const lower = text.toLowerCase()
  const found: Token[] = []
  const isWord = (at: number) => IN_WORD[text.charCodeAt(at)] === true
  const isJoint = (at: number) => (text[at] === "'" || text[at] === '-') && isWord(at + 1)
  for (let from = 0; from < text.length; from++) {
    if (!isWord(from)) continue
    let to = from + 1
    while (isWord(to) || isJoint(to)) to++
    found.push({ plain: lower.slice(from, to), from, to })
    from = to
  }
  return found
}

function token(word: string, from: number): Token {
  return { plain: plainText(word), from, to: from + word.length }
}
