/** Letters of the scripts without spaces between words: Chinese, Japanese, Thai, Lao, Khmer, Burmese. */
export const WITHOUT_SPACES = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]/u
/** Includes combining marks, such as vowels of Indian scripts and of Thai. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu
const ASCII = /^[\x20-\x7e]*$/
/** Accents of Latin and Greek letters; in other scripts such marks make other letters. */
const ACCENTS = /(?<=[\p{sc=Latin}\p{sc=Greek}])[\u0300-\u036f]+/gu
/** Vowel points of Arabic and Hebrew, which are mostly omitted, and the stroke that only lengthens a word. */
const POINTS = /[\u0591-\u05bd\u05bf-\u05c7\u0640\u064b-\u065f\u0670\u06d6-\u06dc]/g
/** Splits scripts without spaces by its own dictionary. */
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/** A word and its place in a text; `plain` is lower case without accents. */
export interface Token {
  readonly plain: string
  /** UTF-16 units. */
  readonly from: number
  readonly to: number
}

/**
 * Lower case without accents and with straight apostrophes, like `plain_text` in the database; also without vowel
 * points.
 */
export function plainText(text: string): string {
  // The fast path for most words: a search compares thousands of them.
  if (ASCII.test(text)) return text.toLowerCase()
  const bare = text.normalize('NFKD').replace(ACCENTS, '').normalize('NFKC').replace(POINTS, '')
  return bare.replaceAll('’', "'").toLowerCase().replaceAll('ё', 'е')
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
