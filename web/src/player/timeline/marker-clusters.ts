import { commentOver, type FrameTiming, type MatchRange } from '@footnote/contract/shared/frames.ts'
import { PLAYER } from '@footnote/contract/shared/review-limits.ts'
import type { Marker } from '../player-props.ts'

/** Neighbouring markers that are drawn as one, because there is no room for each. */
export interface MarkerCluster {
  readonly markers: readonly Marker[]
  /** Text on it. */
  readonly label: string
  /** Its centre, in pixels from the left end of the strip. */
  readonly at: number
  /** Width that reacts to presses, in pixels: as much as neighbours leave. */
  readonly room: number
}

/** Pixels of a label: padding and digits as `.fn` draws them, and the gap to the next one. */
const LABEL = { least: 15, padding: 6, character: 6.2, air: 1 } as const
/** Pixels that a label may extend past the ends of the strip. */
const OVERHANG = 12
/** Largest width that reacts to presses, in pixels. */
const WIDEST = 32

const labelWidth = (label: string): number => Math.max(LABEL.least, LABEL.padding + LABEL.character * label.length)

/** What a marker shows: its number, dots while it has none, or the earlier version that it was set on. */
export const signOf = ({ number, version }: Marker): string => (version ? `v${version}` : number || '…')

/**
 * What joined markers show: the first and last number if they follow each other, else how many they are; with a plus if
 * there are some of earlier versions. Those of earlier versions alone show the versions.
 * @returns the sign, and words for screen readers
 */
export function joinedSign(markers: readonly Marker[]): { readonly sign: string; readonly words: string } {
  const own = markers.filter(({ version }) => !version)
  if (own.length === 0) {
    const versions = markers.map(signOf)
    const [first = '', last = first] = [versions[0], versions.at(-1)]
    const sign = first === last ? first : `${first}–${last}`
    return { sign, words: `Comments of ${sign}` }
  }
  const range = rangeOf(own.map(({ number }) => number))
  const [noun, name] = own[0]?.match ? ['matches', 'Matches'] : ['comments', 'Comments']
  const many = `${markers.length} ${noun}`
  if (range === null) return { sign: many, words: many }
  const sign = own.length < markers.length ? `${range}+` : range
  return { sign, words: `${name} ${sign}` }
}

/** Numbers that follow each other as one sign; null for others. */
function rangeOf(numbers: readonly string[]): string | null {
  const [team, ...others] = new Set(numbers.map((number) => number.startsWith('T')))
  if (others.length > 0) return null
  const counts = numbers.map((number) => Number.parseInt(team ? number.slice(1) : number, 10)).sort((a, b) => a - b)
  const [first = Number.NaN] = counts
  if (!counts.every((count, place) => count === first + place)) return null
  const mark = team ? 'T' : ''
  return counts.length === 1 ? `${mark}${first}` : `${mark}${first}–${mark}${first + counts.length - 1}`
}

/** Sorts markers by time; of one moment, those of earlier versions are first. */
export const inTimeOrder = (markers: readonly Marker[]): Marker[] =>
  [...markers].sort((one, other) => one.start_time - other.start_time || Number(!one.version) - Number(!other.version))

/** Pixels between the centres of two targets that fingers tell apart (WCAG 2.2, target size). */
export const FINGERS = 24

/**
 * Joins neighbours that are closer than 16 px, or whose labels would touch.
 * @param markers in time order
 * @param duration seconds
 * @param width of the strip, pixels
 * @param apart pixels, if they must be further apart
 */
export function clusterMarkers(
  markers: readonly Marker[],
  duration: number,
  width: number,
  apart: number = PLAYER.marker_distance,
): MarkerCluster[] {
  if (!(duration > 0 && width > 0)) return []
  const place = ({ start_time }: Marker): number => Math.min(1, Math.max(0, start_time / duration)) * width
  const join = (joined: readonly Marker[]): MarkerCluster => {
    const first = joined[0]
    const last = joined[joined.length - 1]
    if (!first || !last) return { markers: joined, label: '', at: 0, room: 0 }
    const label = joined.length > 1 ? joinedSign(joined).sign : signOf(first)
    const inset = Math.max(0, labelWidth(label) / 2 - OVERHANG)
    const at = Math.min(width - inset, Math.max(inset, (place(first) + place(last)) / 2))
    return { markers: joined, label, at, room: WIDEST }
  }
  const clusters: MarkerCluster[] = []
  for (const marker of markers) {
    let cluster = join([marker])
    for (let before = clusters.at(-1); before && isTooClose(before, cluster, apart); before = clusters.at(-1)) {
      cluster = join([...before.markers, ...cluster.markers])
      clusters.pop()
    }
    clusters.push(cluster)
  }
  return clusters.map((cluster, place) => ({ ...cluster, room: roomOf(clusters, place) }))
}

function roomOf(clusters: readonly MarkerCluster[], place: number): number {
  const { at, label } = clusters[place] ?? { at: 0, label: '' }
  const gaps = [clusters[place - 1], clusters[place + 1]].map((other) => (other ? Math.abs(other.at - at) : WIDEST))
  return Math.max(labelWidth(label), Math.min(WIDEST, ...gaps))
}

function isTooClose(left: MarkerCluster, right: MarkerCluster, apart: number): boolean {
  const labels = (labelWidth(left.label) + labelWidth(right.label)) / 2 + LABEL.air
  return right.at - left.at < Math.max(apart, labels)
}

/** The range of a marker on the strip. */
export interface StripRange extends MatchRange {
  /** Id of the marker. */
  readonly id: string
}

/**
 * The range of a marker; null for one frame.
 * @param timing null while frames are unknown; then the range is over with its inclusive end
 */
export function asRange(marker: Marker, timing: FrameTiming | null): StripRange | null {
  const { id, start_time, end_time_inclusive: end } = marker
  return end === null ? null : { id, start_time, end_time_exclusive: timing ? commentOver(timing, marker) : end }
}

/**
 * The parts of the video that ranges cover, in time order and without overlap.
 * @param ranges in time order
 */
export function coveredRanges(ranges: readonly MatchRange[]): MatchRange[] {
  const covered: { start_time: number; end_time_exclusive: number }[] = []
  for (const { start_time, end_time_exclusive: end } of ranges) {
    if (end <= start_time) continue
    const last = covered.at(-1)
    if (last && start_time <= last.end_time_exclusive) last.end_time_exclusive = Math.max(last.end_time_exclusive, end)
    else covered.push({ start_time, end_time_exclusive: end })
  }
  return covered
}
