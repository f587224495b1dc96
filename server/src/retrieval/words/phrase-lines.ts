import type { Database } from '../../platform/db/database.ts'
import type { TextLine, TextSource } from '../text-line.ts'
import type { Phrase } from './exact-words.ts'
import { isNear } from './line-runs.ts'
import { holds, occurrencesOf } from './occurrences.ts'

/** The lines that contain every phrase of a query, alone or together with the next one. */
export interface PhraseLines {
  has(line: TextLine): boolean
  /** These lines, and others. */
  readonly all: readonly TextLine[]
}

/** Number of occurrences of a phrase that suffice: those that no other word of the query distinguishes are alike. */
const MOST_OCCURRENCES = 2_000

/**
 * Finds lines with exact phrases; a phrase across two lines makes one of both. Of a phrase that occurs very often not
 * all lines are read, but always those among the lines that match the query best.
 * @returns a function that also looks at other lines: see `PhraseLines.all`
 */
export async function phraseLines(
  db: Database,
  source: TextSource,
  video_ids: readonly string[],
  phrases: readonly Phrase[],
): Promise<(others: readonly TextLine[]) => PhraseLines> {
  const read = await Promise.all(
    phrases.map((phrase) => occurrencesOf(db, source, video_ids, phrase, MOST_OCCURRENCES)),
  )
  return (others) => {
    const found = read.map((lines, at) => {
      const phrase = phrases[at] as Phrase
      const known = new Set(lines.map(keyOf))
      return [...lines, ...others.filter((line) => !known.has(keyOf(line)) && holds(line, phrase))]
    })
    const by_video = found.map((lines) => Map.groupBy(lines, ({ video_id }) => video_id))
    const complete = found
      .flat()
      .filter((line) => by_video.every((lines) => lines.get(line.video_id)?.some((other) => isNear(line, other))))
    const lines = new Map(complete.map((line) => [keyOf(line), line]))
    return {
      has: (line) => lines.has(keyOf(line)),
      all: [...lines.values(), ...others.filter((line) => !lines.has(keyOf(line)))],
    }
  }
}

/** A line and the pair that begins with it have different texts. */
const keyOf = ({ video_id, number, text }: TextLine) => `${video_id} ${number} ${text}`
