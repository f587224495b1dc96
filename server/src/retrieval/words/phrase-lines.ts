import type { Database } from '../../platform/db/database.ts'
import type { TextLine, TextSource } from '../text-line.ts'
import type { Phrase } from './exact-words.ts'
import { isNear } from './line-runs.ts'
import { occurrencesOf } from './occurrences.ts'

/** The lines that contain every phrase of a query, alone or together with the next one. */
export interface PhraseLines {
  has(line: TextLine): boolean
  /** Merges these lines with others. */
  among(others: readonly TextLine[]): TextLine[]
}

/** Finds the lines with exact phrases; a phrase across two lines makes one of both. */
export async function phraseLines(
  db: Database,
  source: TextSource,
  video_ids: readonly string[],
  phrases: readonly Phrase[],
): Promise<PhraseLines> {
  const found = await Promise.all(phrases.map((phrase) => occurrencesOf(db, source, video_ids, phrase)))
  const by_video = found.map((lines) => Map.groupBy(lines, ({ video_id }) => video_id))
  const complete = found
    .flat()
    .filter((line) => by_video.every((lines) => lines.get(line.video_id)?.some((other) => isNear(line, other))))
  const lines = new Map(complete.map((line) => [keyOf(line), line]))
  return {
    has: (line) => lines.has(keyOf(line)),
    among: (others) => [...lines.values(), ...others.filter((line) => !lines.has(keyOf(line)))],
  }
}

/** A line and the pair that begins with it have different texts. */
const keyOf = ({ video_id, number, text }: TextLine) => `${video_id} ${number} ${text}`
