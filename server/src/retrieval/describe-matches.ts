import type { Hit, MatchType } from '@footnote/contract/nouns/output/search.ts'
import { SEARCH } from '@footnote/contract/shared/limits.ts'
import type { Database } from '../platform/db/database.ts'
import { confidentHit, readReadings } from './confident-lines.ts'
import { tempered, warmed } from './ranking/calibration.ts'
import type { ModalityHit } from './ranking/hit.ts'
import type { MergedHit } from './ranking/merge.ts'
import { type FoundMoment, momentsOf, readSurroundings } from './ranking/moments.ts'
import { likeness, SAME_PICTURE } from './vectors/likeness.ts'
import { readThumbnails, type Thumbnail } from './vectors/thumbnails.ts'

/** One moment of a sequence. Times in seconds. */
export interface FoundStep {
  readonly start_time: number
  readonly end_time: number
  /** Best first. */
  readonly types: readonly MatchType[]
  /** The reason for the match: the text of its best modality. */
  readonly text: string
  readonly hits: readonly Hit[]
  readonly thumbnail: Thumbnail | null
}

/** A matching moment. Times in seconds; score 0 to 1, calibrated. */
export interface FoundMatch extends FoundStep {
  readonly video_id: string
  readonly score: number
  /** The match and its surroundings, in order of time. */
  readonly moments: readonly FoundMoment[]
  /** The moments of a sequence, in order of time; null for a single moment. */
  readonly steps: readonly FoundStep[] | null
}

/**
 * Adds to the best matches what people see: reason, moments, surroundings and pictures.
 * @param temperature 0 to 1, see `tempered`
 * @returns at most `SEARCH.max_matches`, in the order of `merged`, and whether there were more
 */
export async function describeMatches(
  db: Database,
  merged: readonly MergedHit[],
  temperature: number,
): Promise<{ matches: FoundMatch[]; truncated: boolean }> {
  const scored = merged.map((hit) => ({ ...hit, ...warmed(hit, temperature) }))
  const listed = scored.slice(0, SEARCH.max_matches)
  const found = listed.flatMap(({ parts }) => parts)
  const [thumbnails, surroundings, readings, pictures] = await Promise.all([
    readThumbnails(db, listed),
    readSurroundings(db, listed),
    readReadings(db, found),
    readThumbnails(
      db,
      listed.flatMap(({ steps }) => steps ?? []),
    ),
  ])
  const shown_of = new Map(found.map((part, index) => [part, confidentHit(part, readings[index] ?? null)]))
  const shown = (part: ModalityHit) => worded(shown_of.get(part) ?? part, temperature)
  const of_steps = pictures.values()
  const matches = listed.map(({ video_id, start_time, end_time, score, ...merged }, index): FoundMatch => {
    const parts = merged.parts.map(shown)
    const around = (surroundings[index] ?? []).filter(
      ({ type, text }) => !merged.parts.some((part) => part.type === type && part.text.includes(text)),
    )
    const [best] = parts as [ModalityHit]
    return {
      video_id,
      start_time,
      end_time,
      score,
      types: typesOf(parts),
      text: best.text,
      hits: best.hits,
      moments: momentsOf(parts, around),
      thumbnail: thumbnails[index] ?? null,
      steps: merged.steps?.map((step) => stepOf(step, shown, of_steps.next().value ?? null)) ?? null,
    }
  })
  return { matches, truncated: scored.length > listed.length }
}

const typesOf = (parts: readonly ModalityHit[]): MatchType[] => [...new Set(parts.map(({ type }) => type))]

/** One moment of a sequence, with its own reason and picture. */
function stepOf(step: MergedHit, shown: (part: ModalityHit) => ModalityHit, thumbnail: Thumbnail | null): FoundStep {
  const { start_time, end_time, parts } = step
  const { text, hits } = shown(parts[0] as ModalityHit)
  return { start_time, end_time, types: typesOf(parts), text, hits, thumbnail }
}

/** A match by similarity alone says how similar it is, by the displayed score. */
const worded = (part: ModalityHit, temperature: number): ModalityHit =>
  part.like
    ? { ...part, text: part.same ? SAME_PICTURE : likeness(tempered(part.score, temperature), part.like) }
    : part
