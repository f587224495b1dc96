import { joinWords } from '@footnote/contract/shared/language/spoken-words.ts'
import { TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import type { EditedWord, TrackCue } from '../../../../platform/db/schema.ts'
import { shared, wordsIn } from '../edit-words.ts'
import { type SaidText, saidIn } from './cue-text.ts'
import { type FileCue, parseSubtitles, type SkippedCues } from './parse-subtitles.ts'
import { withoutRepeats } from './rolling.ts'
import { withSpeakers } from './speakers.ts'

/** A line of subtitles with the times of its words; seconds. */
export interface ImportedLine {
  readonly start: number
  readonly end: number
  readonly words: readonly EditedWord[]
  /** Counted from 1; null for none. */
  readonly speaker: number | null
}

/** What a subtitle file says. */
export interface ReadSubtitles {
  /** In order of their starts; at least one. */
  readonly cues: readonly TrackCue[]
  readonly skipped: SkippedCues
}

const NO_LINE = 'None of its subtitles can be shown.'
const ADVICE = 'Check that the file belongs to this video.'

/**
 * Reads a subtitle file: what is said when, and by whom.
 * @param duration of the film in seconds; null when it is not known
 * @returns a sentence when nothing of it can be shown
 */
export function readSubtitles(text: string, duration: number | null): ReadSubtitles | string {
  const file = parseSubtitles(text, duration)
  if (typeof file === 'string') return file
  const cues = withoutRepeats(file.cues)
  const said = withSpeakers(cues.map(({ lines }) => saidIn(lines)))
  // The next cue may begin before the second speaker of one.
  const read = cues.flatMap((cue, at) => partsOf(cue, said[at] ?? [])).sort((one, other) => one.start - other.start)
  const reason = file.skipped.first[0]?.reason
  return read.length > 0 ? { cues: read, skipped: file.skipped } : `${NO_LINE}${reason ? ` ${reason}` : ''} ${ADVICE}`
}

/** The texts of each speaker of a cue, one after the other. They share its time by their letters. */
function partsOf({ start, end }: FileCue, said: readonly SaidText[]): TrackCue[] {
  const turns: { speaker: string | null; texts: string[] }[] = []
  for (const { text, speaker } of said) {
    const last = turns.at(-1)
    if (last && last.speaker === speaker) last.texts.push(text)
    else turns.push({ speaker, texts: [text] })
  }
  const texts = turns.map(({ texts }) => joinWords(texts))
  return shared(texts, start, end).map(({ word, ...times }, at) => ({
    ...times,
    text: word,
    speaker: turns[at]?.speaker ?? null,
  }))
}

/** Speakers beyond this many have no name. PostgreSQL numbers them in two bytes. */
const SPEAKERS = 1_000

/** The lines of cues: words that share the time of their cue by letters, and numbers for the speakers. */
export function timedLines(cues: readonly TrackCue[]): { lines: ImportedLine[]; speakers: string[] } {
  const numbers = new Map<string, number>()
  const lines = cues.map(({ start, end, text, speaker }): ImportedLine => {
    if (speaker !== null && !numbers.has(speaker) && numbers.size < SPEAKERS) numbers.set(speaker, numbers.size + 1)
    const number = speaker === null ? null : (numbers.get(speaker) ?? null)
    return { start, end, words: shared(wordsIn(text), start, end), speaker: number }
  })
  return { lines, speakers: [...numbers.keys()] }
}

/** A text of cues that is long enough to guess its language, in characters. */
export const sampleOf = (cues: readonly TrackCue[]): string => {
  let sample = ''
  for (const { text } of cues) {
    if (sample.length > TRANSCRIPT.searched) break
    sample += `${text} `
  }
  return sample
}
