import type { FrameRate } from '@footnote/contract/shared/frames.ts'
import { canDrop, formatSmpte, parseSmpte } from '@footnote/contract/shared/smpte.ts'
import { type TimelineOrigin, timelineLabels } from '@footnote/contract/shared/timeline.ts'
import type { ImportPosition } from './entries.ts'

type Label = Extract<ImportPosition, { kind: 'label' }>

/** Numbers the frames of a timeline, from 0 at the first frame of the video. */
export interface Timeline {
  readonly rate: FrameRate
  /** Timecode of the first frame. */
  readonly start: string
  /** The number of a label, or a sentence that says why it has none. */
  readonly numberOf: (label: Label) => number | string
}

/** @param drop_frame how labels count that do not show it; null if nothing says so */
export function timelineOf(origin: TimelineOrigin, rate: FrameRate, drop_frame: boolean | null): Timeline | null {
  const usual = timelineLabels(origin, rate, drop_frame)
  if (!usual) return null
  return {
    rate,
    start: formatSmpte(0, usual),
    numberOf: ({ text, drop_frame: shown }) => {
      if (shown === true && !canDrop(rate))
        return `${text} is drop-frame timecode, which does not exist at ${perSecond(rate)} frames a second.`
      const labels = timelineLabels(origin, rate, shown ?? usual.drop_frame)
      const number = labels && parseSmpte(text, labels)
      return number ?? `${text} does not exist at ${perSecond(rate)} frames a second.`
    },
  }
}

const perSecond = ({ num, den }: FrameRate): string => String(Math.round((1000 * num) / den) / 1000)
