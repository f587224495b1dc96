import { endsSentence } from '@footnote/contract/shared/language/spoken-words.ts'
import type { SpokenLine, Word } from '../engine.ts'
import { joinsWithoutSpaces, joinWords } from './languages.ts'

/** Longest line to search, in units of a letter; a character that is a syllable or a word counts as two. */
const MAX_CUE_LENGTH = 84
const MAX_UNSPACED_LENGTH = 42
/** A pause this long (seconds) ends a sentence. */
const SENTENCE_PAUSE = 0.5
/** Words that often begin a clause: a line break before one reads better. */
const CLAUSE = new Set(
  'and but or so because that which who when where while if then than as for with to in on at of from by before after until although though'.split(
    ' ',
  ),
)

/**
 * Makes cues from words: cut where a sentence ends or the speaker pauses, else before a clause, each at most 84
 * characters.
 * @param utterances the words of each utterance, in order of time
 * @param written whether the words already have capitals and punctuation. If not, the first word after a pause gets a
 * capital, and so does 'I', in the words and in the text.
 */
export function cuesOf(utterances: readonly (readonly Word[])[], language: string, written = false): SpokenLine[] {
  const cues: SpokenLine[] = []
  const most = joinsWithoutSpaces(language) ? MAX_UNSPACED_LENGTH : MAX_CUE_LENGTH
  let previous_end = -Infinity
  for (const words of utterances) {
    for (const line of linesOf(words, most)) {
      const [first, last] = [line[0] as Word, line.at(-1) as Word]
      const begins = first.start - previous_end >= SENTENCE_PAUSE
      const said = written ? line : line.map((word, place) => capitalised(word, begins && place === 0))
      const text = joinWords(
        said.map(({ word }) => word),
        language,
      )
      cues.push({ start: first.start, end: last.end, text, language, words: said })
      previous_end = last.end
    }
  }
  return cues
}

function linesOf(words: readonly Word[], longest: number): Word[][] {
  if (words.length === 0) return []
  if (words.length === 1 || lengthOf(words) <= longest) return [[...words]]
  const whole = lengthOf(words)
  let [best, most] = [1, -Infinity]
  let before = 0
  for (let i = 1; i < words.length; i++) {
    before += (words[i - 1] as Word).word.length + 1
    const pause = Math.min(1, (words[i] as Word).start - (words[i - 1] as Word).end)
    const clause = CLAUSE.has((words[i] as Word).word.toLowerCase()) ? 0.15 : 0
    const sentence = endsSentence((words[i - 1] as Word).word) ? 0.3 : 0
    // Prefers a break near the middle: two words after a line of eighty characters read badly.
    const score = pause + clause + sentence - Math.abs(before / whole - 0.5)
    if (score > most) [best, most] = [i, score]
  }
  return [...linesOf(words.slice(0, best), longest), ...linesOf(words.slice(best), longest)]
}

function lengthOf(words: readonly Word[]): number {
  return words.reduce((sum, word) => sum + word.word.length + 1, -1)
}

function capitalised(said: Word, begins: boolean): Word {
  const { word } = said
  return begins || word === 'i' || word.startsWith("i'") ? { ...said, word: firstUpper(word) } : said
}

function firstUpper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
