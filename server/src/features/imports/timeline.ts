import type { FrameRate, FrameTiming } from '@footnote/contract/shared/frames.ts'
import { canDrop, formatSmpte, parseSmpte, saysDrop, type Timecode } from '@footnote/contract/shared/smpte.ts'
import type { Place } from './entries.ts'

type Label = Extract<Place, { kind: 'label' }>

/** What the start of a timeline is taken from. */
interface Origin {
  readonly timing: FrameTiming
  /** That of the video's file, if it states one. */
  readonly timecode: Timecode | null
  /** Of the timeline, in frames a second. */
  readonly rate: FrameRate
  /** Timecode of the first frame, in place of the video's; null when nobody says it. */
  readonly start: string | null
  /** Hours at which the timeline starts if nothing else says it. */
  readonly hours: number
}

/** Numbers the frames of a timeline, from 0 at the first frame of the video. */
export interface Timeline {
  readonly rate: FrameRate
  /** Timecode of the first frame. */
  readonly start: string
  /** The number of a label, or a sentence that says why it has none. */
  readonly numberOf: (label: Label) => number | string
}

/** @param drop_frame how labels count that do not show it; null if nothing says so */
export function timelineOf(origin: Origin, drop_frame: boolean | null): Timeline | null {
  const { rate, timecode } = origin
  const usual = (drop_frame ?? saysDrop(origin.start) ?? timecode?.drop_frame ?? canDrop(rate)) && canDrop(rate)
  const usual_start = startOf(origin, usual)
  if (usual_start === null) return null
  return {
    rate,
    start: formatSmpte(0, { rate, drop_frame: usual, start_frame: usual_start }),
    numberOf: ({ text, drop_frame: shown }) => {
      if (shown === true && !canDrop(rate))
        return `${text} is drop-frame timecode, which does not exist at ${perSecond(rate)} frames a second.`
      const counted = (shown ?? usual) && canDrop(rate)
      const start_frame = startOf(origin, counted)
      const number = start_frame === null ? null : parseSmpte(text, { rate, drop_frame: counted, start_frame })
      return number ?? `${text} does not exist at ${perSecond(rate)} frames a second.`
    },
  }
}

/** Number of the label of the first frame, from midnight; null when there is no such label. */
function startOf({ timing, timecode, rate, start, hours }: Origin, drop_frame: boolean): number | null {
  const counting = { rate, drop_frame, start_frame: 0 }
  if (start !== null) return parseSmpte(start, counting)
  if (!timecode) return parseSmpte(`${hours}:00:00:00`, counting)
  const own = timing.rate
  if (!own) return timecode.start
  if (own.num * rate.den !== rate.num * own.den)
    // The same time of day at another rate.
    return Math.round((timecode.start * own.den * rate.num) / (own.num * rate.den))
  const label = formatSmpte(0, { rate, drop_frame: timecode.drop_frame, start_frame: timecode.start })
  return parseSmpte(label, counting) ?? timecode.start
}

const perSecond = ({ num, den }: FrameRate): string => String(Math.round((1000 * num) / den) / 1000)
