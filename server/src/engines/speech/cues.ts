import { endsSentence } from '@footnote/contract/shared/language/spoken-words.ts'
import type { SpokenLine, Word } from '../engine.ts'
import { joinsWithoutSpaces, joinWords } from './languages.ts'

/** Longest line to search, in units of a letter; a character that is a syllable or a word counts as two. */
const MAX_CUE_LENGTH = 84
const MAX_UNSPACED_LENGTH = 42
/** Words that often begin a clause: a line break before one reads better. */
const CLAUSE = new Set(
  'and but or so because that which who when where while if then than as for with to in on at of from by before after until although though'.split(
    ' ',
  ),
)

/**
 * Makes cues from the words of one voice: cut where a sentence ends, and where they are longer than 84 characters at a
 * pause or before a clause.
 * @param words with capitals and punctuation, in order of time
 */
export function cuesOf(words: readonly Word[], language: string): SpokenLine[] {
  const most = joinsWithoutSpaces(language) ? MAX_UNSPACED_LENGTH : MAX_CUE_LENGTH
  return sentencesOf(words)
    .flatMap((sentence) => linesOf(sentence, most))
    .map((line) => {
      const text = joinWords(
        line.map(({ word }) => word),
        language,
      )
      return { start: (line[0] as Word).start, end: (line.at(-1) as Word).end, text, language, words: line }
    })
}

function sentencesOf(words: readonly Word[]): Word[][] {
  const sentences: Word[][] = []
  let ended = true
  for (const word of words) {
    if (ended) sentences.push([])
    sentences.at(-1)?.push(word)
    ended = endsSentence(word.word)
  }
  return sentences
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
    // Prefers a break near the middle: two words after a line of eighty characters read badly.
    const score = pause + clause - Math.abs(before / whole - 0.5)
    if (score > most) [best, most] = [i, score]
  }
  return [...linesOf(words.slice(0, best), longest), ...linesOf(words.slice(best), longest)]
}

function lengthOf(words: readonly Word[]): number {
  return words.reduce((sum, word) => sum + word.word.length + 1, -1)
}
