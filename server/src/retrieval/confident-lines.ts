import type { Hit } from '@footnote/contract/nouns/output/search.ts'
import { largest } from '@footnote/contract/shared/extremes.ts'
import { SEARCH } from '@footnote/contract/shared/limits.ts'
import { sql } from 'kysely'
import { floats, integers, uuids } from '../platform/db/arrays.ts'
import type { Database } from '../platform/db/database.ts'
import type { ModalityHit } from './ranking/hit.ts'

/** Confidence of a screen text, 0 to 1. */
export interface Reading {
  readonly confidence: number
  /** Confidence of each line; null if only their mean is stored. */
  readonly line_confidences: readonly number[] | null
}

interface MarkedText {
  readonly text: string
  readonly hits: readonly Hit[]
}

/**
 * The part of a screen text that people see: confident lines, and matching ones.
 * @returns null when there is none
 */
export function confidentLines(
  { text, hits }: MarkedText,
  { confidence, line_confidences }: Reading,
): MarkedText | null {
  const lines = linesOf(text)
  const kept = lines.filter(({ from, to }, index) => {
    const sure = (line_confidences?.[index] ?? confidence) >= SEARCH.readable_confidence
    return sure || hits.some((hit) => hit.from < to && hit.to > from)
  })
  return kept.length === 0 ? null : join(text, hits, kept)
}

/**
 * The same for a hit: if no line is confident, the best one.
 * @param reading null for a hit that is no screen text
 */
export function confidentHit(hit: ModalityHit, reading: Reading | null): ModalityHit {
  if (!reading) return hit
  const shown = confidentLines(hit, reading)
  if (shown) return { ...hit, ...shown }
  const sureness = reading.line_confidences ?? []
  const best = sureness.indexOf(largest(sureness))
  const line = linesOf(hit.text)[Math.max(0, best)]
  return line ? { ...hit, ...join(hit.text, hit.hits, [line]) } : hit
}

/** A line's position in its text, in UTF-16 units. */
interface Line {
  readonly from: number
  readonly to: number
}

function linesOf(text: string): Line[] {
  let from = 0
  return text.split('\n').map((line) => {
    const place = { from, to: from + line.length }
    from = place.to + 1
    return place
  })
}

/** Joins some lines of a text, and moves its hits accordingly. A hit over two lines ends with the first. */
function join(text: string, hits: readonly Hit[], lines: readonly Line[]): MarkedText {
  let length = 0
  const moved: Hit[] = []
  for (const { from, to } of lines) {
    for (const hit of hits)
      if (hit.from >= from && hit.from < to)
        moved.push({ ...hit, from: hit.from - from + length, to: Math.min(hit.to, to) - from + length })
    length += to - from + 1
  }
  return { text: lines.map(({ from, to }) => text.slice(from, to)).join('\n'), hits: moved }
}

/** Confidence of the hits' screen texts; null for hits of other kinds, and for deleted texts. In the same order. */
export async function readReadings(db: Database, hits: readonly ModalityHit[]): Promise<(Reading | null)[]> {
  const written = hits.flatMap((hit, place) => (hit.type === 'ocr' ? [{ ...hit, place }] : []))
  const readings: (Reading | null)[] = hits.map(() => null)
  if (written.length === 0) return readings
  const { rows } = await sql<Reading & { place: number }>`
    select wanted.place, reading.confidence, reading.line_confidences
    from unnest(${integers(written.map(({ place }) => place))}, ${uuids(written.map(({ video_id }) => video_id))},
        ${floats(written.map(({ start_time }) => start_time))}, ${floats(written.map(({ end_time }) => end_time))},
        ${written.map(({ text }) => text)}::text[]) as wanted(place, video_id, start_time, end_time, text)
      cross join lateral (
        select span.confidence, span.line_confidences from text_spans as span join shown_lines as done
          on done.video_id = span.video_id and done.stage = 'ocr' and done.engine = span.engine
        where span.video_id = wanted.video_id and span.start_time >= wanted.start_time and span.end_time <= wanted.end_time
          and span.text = wanted.text
        limit 1
      ) as reading`.execute(db)
  for (const { place, ...reading } of rows) readings[place] = reading
  return readings
}
