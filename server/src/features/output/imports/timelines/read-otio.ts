import type { SkippedLine } from '@footnote/contract/nouns/review/comments/imports.ts'
import { readMarkerName } from '@footnote/contract/nouns/review/comments/marker-names.ts'
import type { FrameRate } from '@footnote/contract/shared/frames.ts'
import * as z from 'zod/mini'
import { invalidField } from '../../../../platform/errors.ts'
import { type Entry, entryOf, type FileEntries, namedText, repliesTo } from '../entries.ts'

const NO_TIMELINE = 'The file is not an OpenTimelineIO timeline'
const MARKER = /"OTIO_SCHEMA"\s{0,9}:\s{0,9}"Marker\.\d{1,3}"/g

const Time = z.object({ rate: z.number().check(z.gt(0), z.lt(1000)), value: z.number() })
const Range = z.object({ start_time: Time, duration: Time })
const Marker = z.object({
  name: z._default(z.nullable(z.string()), ''),
  comment: z._default(z.nullable(z.string()), ''),
  marked_range: Range,
  metadata: z._default(
    z.nullable(
      z.object({
        footnote: z.optional(z.object({ resolved: z.boolean(), replies: z.array(z.string()) })),
      }),
    ),
    {},
  ),
})
/** What is on a timeline: clips, gaps, tracks and stacks. */
const Item = z.object({
  OTIO_SCHEMA: z.string(),
  source_range: z.optional(z.nullable(Range)),
  media_reference: z.optional(z.nullable(z.object({ available_range: z.optional(z.nullable(Range)) }))),
  markers: z._default(z.nullable(z.array(z.unknown())), []),
  children: z._default(z.nullable(z.array(z.unknown())), []),
})
type Item = z.infer<typeof Item>
const Timeline = z.object({
  OTIO_SCHEMA: z.string().check(z.startsWith('Timeline.')),
  global_start_time: z.optional(z.nullable(Time)),
  tracks: z.unknown(),
})
/** Compositions within each other. */
const DEEPEST = 100

/** A marker, in seconds of the timeline from its first frame. */
interface TimelineMarker {
  readonly marker: z.infer<typeof Marker>
  readonly line: number
  readonly start: number
}

/**
 * Reads the markers of an OpenTimelineIO timeline, ours or of another program. Their places are frames of the timeline.
 * @throws ProductError validation_failed for what is no JSON, with the line, or no timeline
 */
export function readOtio(content: string): FileEntries {
  const { json, lines } = parsed(content)
  const timeline = Timeline.safeParse(json)
  const top = Item.safeParse(timeline.data?.tracks)
  if (!timeline.success || !top.success) throw invalidField('content', NO_TIMELINE)
  const skipped: SkippedLine[] = []
  const placed: TimelineMarker[] = []
  const collect = (item: Item, shift: number, depth: number): void => {
    if (depth > DEEPEST) throw invalidField('content', NO_TIMELINE)
    for (const value of item.markers ?? []) {
      const line = lines.get(value as object) ?? 1
      const marker = Marker.safeParse(value)
      if (marker.success)
        placed.push({ marker: marker.data, line, start: shift + seconds(marker.data.marked_range.start_time) })
      else skipped.push({ line, why: 'This marker has no range.' })
    }
    let next = 0
    for (const value of item.children ?? []) {
      const child = Item.safeParse(value)
      // Transitions lie over their neighbours.
      if (!child.success || child.data.OTIO_SCHEMA.startsWith('Transition.')) continue
      const range = child.data.source_range ?? child.data.media_reference?.available_range
      collect(child.data, shift + next - (range ? seconds(range.start_time) : 0), depth + 1)
      if (item.OTIO_SCHEMA.startsWith('Track.')) next += lengthOf(child.data)
    }
  }
  collect(top.data, 0, 0)
  const rate = rateOf(timeline.data.global_start_time?.rate ?? placed[0]?.marker.marked_range.start_time.rate ?? 24)
  return { hours: 0, rate, entries: placed.flatMap((one) => entriesOf(one, rate)), skipped }
}

/** The value of a text, and the lines of its markers. */
function parsed(content: string): { json: unknown; lines: ReadonlyMap<object, number> } {
  const starts = Array.from(content.matchAll(MARKER), ({ index }) => index)
  const lines = new Map<object, number>()
  let [from, line, place] = [0, 1, 0]
  try {
    const json: unknown = JSON.parse(content.replace(/^\uFEFF/, ' '), (_, value) => {
      if (typeof value?.OTIO_SCHEMA !== 'string' || !value.OTIO_SCHEMA.startsWith('Marker.')) return value
      const start = starts[place] ?? from
      line += content.slice(from, start).match(/\n/g)?.length ?? 0
      from = start
      place += 1
      lines.set(value, line)
      return value
    })
    return { json, lines }
  } catch (error) {
    const position = Number(/position (\d{1,9})/.exec(String(error))?.[1] ?? content.length)
    const at = content.slice(0, position).split('\n').length
    throw invalidField('content', `Line ${at}: this is not JSON. Export the file again`)
  }
}

const seconds = ({ rate, value }: z.infer<typeof Time>): number => value / rate

/** Seconds that an item takes on its track. */
function lengthOf({ source_range, media_reference, children, OTIO_SCHEMA }: Item): number {
  const range = source_range ?? media_reference?.available_range
  if (range) return seconds(range.duration)
  const lengths = (children ?? []).map((child) => {
    const item = Item.safeParse(child)
    return item.success && !item.data.OTIO_SCHEMA.startsWith('Transition.') ? lengthOf(item.data) : 0
  })
  return OTIO_SCHEMA.startsWith('Stack.')
    ? lengths.reduce((most, length) => Math.max(most, length), 0)
    : lengths.reduce((sum, length) => sum + length, 0)
}

/** The exact rate: those of NTSC are a thousandth slower than a whole number. */
function rateOf(rate: number): FrameRate {
  const nominal = Math.round(rate)
  if (Math.abs(rate - nominal) < 0.001) return { num: nominal, den: 1 }
  if (Math.abs(rate - (1000 * nominal) / 1001) < 0.005) return { num: 1000 * nominal, den: 1001 }
  return { num: Math.round(rate * 1000), den: 1000 }
}

function entriesOf({ marker, line, start }: TimelineMarker, { num, den }: FrameRate): Entry[] {
  const frames = (time: number) => Math.round((time * num) / den)
  const length = frames(seconds(marker.marked_range.duration))
  const placed = {
    line,
    start: { kind: 'timeline', frame: frames(start) } as const,
    end: length > 1 ? ({ kind: 'frames', frames: length } as const) : null,
  }
  const { name, comment } = { name: marker.name ?? '', comment: marker.comment ?? '' }
  const own = readMarkerName(name)
  const said = marker.metadata?.footnote
  if (!own || !said) return [entryOf({ ...placed, text: namedText(name, comment) })]
  const { numbers, words: author } = own
  const root = entryOf({ ...placed, text: comment, author, resolved: said.resolved, number: numbers.join(', ') })
  return [root, ...repliesTo(root, said.replies)]
}
