import { largest } from '@footnote/contract/shared/extremes.ts'
import type { TrackCue } from '../../../../platform/db/schema.ts'
import { languageTag } from './language.ts'

/** A text track of a video's own file. */
export interface FilmTrack {
  readonly number: number
  readonly language: string | null
  readonly title: string | null
  readonly by_default: boolean
  readonly forced: boolean
  /** At least one. */
  readonly cues: readonly TrackCue[]
}

/** Least share of letters among letters, digits and signs of speech. Telemetry of drones has about a third. */
const LETTERS = 0.6
/** Cues that are compared for their shape. */
const COMPARED = 200
/** Share of cues with one shape, among at least so many, that no speech has. */
const [ONE_SHAPE, FEWEST] = [0.5, 5]

/** A cue without what changes in telemetry: its numbers. */
const shapeOf = (text: string): string => text.replace(/\d[\d.,:+-]*/g, '0').replace(/\s+/g, ' ')

/** Whether a track has what people say, and no readings of a camera. */
export function looksLikeSpeech(cues: readonly Pick<TrackCue, 'text'>[]): boolean {
  const texts = cues.slice(0, COMPARED).map(({ text }) => text)
  const all = [...texts.join('')].filter((letter) => /\S/u.test(letter))
  const letters = all.filter((letter) => /[\p{L}\p{M}]/u.test(letter)).length
  if (letters < LETTERS * all.length) return false
  const shapes = Map.groupBy(
    texts.filter((text) => /\d/.test(text)),
    shapeOf,
  )
  const most = largest([...shapes.values()].map(({ length }) => length))
  return texts.length < FEWEST || most < ONE_SHAPE * texts.length
}

/**
 * The track that is shown by itself: the only one that is not forced, or the only default one, if it has speech in a
 * language that may be that of the sound.
 * @param spoken language of the sound track, as the file states it; null when it states none
 */
export function trackToShow(tracks: readonly FilmTrack[], spoken: string | null): FilmTrack | null {
  const whole = tracks.filter(({ forced }) => !forced)
  const defaults = whole.filter(({ by_default }) => by_default)
  const [track] = whole.length === 1 ? whole : defaults.length === 1 ? defaults : []
  if (!track || !looksLikeSpeech(track.cues)) return null
  const [written, heard] = [languageTag(track.language), languageTag(spoken)]
  return written === null || heard === null || written === heard ? track : null
}
