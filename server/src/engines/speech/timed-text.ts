import type { Word } from '../engine.ts'
import { joinsWithoutSpaces } from './languages.ts'
import { FRAME, type Levels, SILENCE_DB } from './sound/levels.ts'

/** A model's transcript of an utterance. Times in seconds from the utterance's start. */
export interface TokenTranscript {
  readonly text: string
  /** The pieces of the text, and when each starts; no times if the model returns none. */
  readonly tokens: readonly string[]
  readonly timestamps: readonly number[]
  /** Duration of each token; empty if the model does not return it. */
  readonly durations: readonly number[]
  /** Natural logarithm of each token's probability; empty if the model does not return it. */
  readonly ys_log_probs: readonly number[]
}

/** Time and confidence of each character of a text. */
interface Clock {
  start(character: number): number
  end(character: number): number
  confidence(from: number, to: number): number
}

/** Seconds of a token when the model only returns its start: three of its frames, a syllable. */
const TOKEN_LENGTH = 0.24
/** A frame this much quieter (dB) than the utterance's loudest one is a pause. */
const SPEECH_RANGE_DB = 30

/**
 * Makes words from a transcript, with the model's own times, or by spreading the letters over the frames with sound.
 * @param utterance seconds from the start of the file, like the levels
 * @returns words with times from the start of the file, in order, never overlapping
 */
export function timedWords(
  heard: TokenTranscript,
  utterance: { readonly start: number; readonly end: number },
  levels: Levels,
  language: string,
): Word[] {
  const length = utterance.end - utterance.start
  const clock = clockOfTokens(heard, length) ?? clockOfSound(heard.text, utterance, levels)
  let free = 0
  return wordsOf(heard.text, language).map(({ word, from, to }) => {
    const start = Math.min(Math.max(free, clock.start(from)), length)
    const end = Math.min(Math.max(start, clock.end(to - 1)), length)
    free = end
    const at = (seconds: number) => Math.round((utterance.start + seconds) * 1000) / 1000
    return { word, start: at(start), end: at(end), confidence: clock.confidence(from, to) }
  })
}

interface PlacedWord {
  readonly word: string
  /** Position in the text; the end is exclusive. */
  readonly from: number
  readonly to: number
}

/** Words with their adjacent punctuation. */
function wordsOf(text: string, language: string): PlacedWord[] {
  if (!joinsWithoutSpaces(language))
    return Array.from(text.matchAll(/\S+/g), ({ 0: word, index }) => ({ word, from: index, to: index + word.length }))
  const words: PlacedWord[] = []
  for (const { segment, index, isWordLike } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    if (segment.trim() === '') continue
    const before = words.at(-1)
    if (!isWordLike && before?.to === index)
      words[words.length - 1] = { ...before, word: before.word + segment, to: index + segment.length }
    else words.push({ word: segment, from: index, to: index + segment.length })
  }
  return words
}

/** @returns null when the model returns no times, or tokens that do not add up to the text */
function clockOfTokens(
  { text, tokens, timestamps, durations, ys_log_probs }: TokenTranscript,
  length: number,
): Clock | null {
  const joined = tokens.join('')
  if (timestamps.length !== tokens.length || joined.trim() !== text.trim()) return null
  const shift = text.length - text.trimStart().length - (joined.length - joined.trimStart().length)
  /** The token of each character of the joined text. */
  const owners = tokens.flatMap((token, index) => new Array<number>(token.length).fill(index))
  const owner = (character: number) => owners[Math.min(owners.length - 1, Math.max(0, character - shift))] as number
  return {
    start: (character) => timestamps[owner(character)] as number,
    end(character) {
      const index = owner(character)
      const start = timestamps[index] as number
      const own = durations.length === tokens.length ? (durations[index] as number) : TOKEN_LENGTH
      return Math.min(start + own, timestamps[index + 1] ?? length)
    },
    confidence(from, to) {
      if (ys_log_probs.length !== tokens.length) return 1
      const [first, last] = [owner(from), owner(to - 1)]
      const sum = ys_log_probs.slice(first, last + 1).reduce((total, value) => total + value, 0)
      return Math.min(1, Math.exp(sum / (last - first + 1)))
    },
  }
}

/** Spreads letters evenly over the frames with sound, and skips pauses. */
function clockOfSound(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  levels: Levels,
): Clock {
  const first = Math.round(start / FRAME)
  const inside = [...levels.subarray(first, Math.round(end / FRAME))]
  const loudest = inside.reduce((most, level) => Math.max(most, level), SILENCE_DB)
  const sounding = inside.flatMap((level, index) => (level > loudest - SPEECH_RANGE_DB ? [index] : []))
  const letters = Math.max(1, text.length)
  /** @param share of the time with sound that has passed */
  const timeAt = (share: number, last: boolean): number => {
    if (sounding.length === 0) return share * (end - start)
    const passed = share * sounding.length
    const index = last ? Math.ceil(passed) - 1 : Math.floor(passed)
    const clamped = Math.min(sounding.length - 1, Math.max(0, index))
    return ((sounding[clamped] as number) + passed - clamped) * FRAME
  }
  return {
    start: (character) => timeAt(character / letters, false),
    end: (character) => timeAt((character + 1) / letters, true),
    confidence: () => 1,
  }
}
