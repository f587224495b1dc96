import type { FrameRate } from '@footnote/contract/shared/frames.ts'
import {
  canDrop,
  formatSmpte,
  parseSmpte,
  saysDrop,
  type Timecode,
  typedLabels,
} from '@footnote/contract/shared/smpte.ts'
import { timelineLabels } from '@footnote/contract/shared/timeline.ts'
import { useState } from 'react'

export const START_PROBLEM = 'Write a timecode, for example 01:00:00:00'

/** Why a typed start is none; null if it is one. */
export const startProblem = (typed: string, rate: FrameRate): string | null =>
  parseSmpte(typed, { ...typedLabels(rate, typed), start_frame: 0 }) === null ? START_PROBLEM : null

interface Timeline {
  readonly rate: FrameRate
  /** That of the file. */
  readonly timecode: Timecode | null
  /** Hours at which the timeline starts if the file says nothing. */
  readonly hours: number
}

/** The first timecode of an exported timeline: the usual one or a typed one, and how labels are counted. */
export function useTimelineStart({ rate, timecode, hours }: Timeline) {
  const [typed, setTyped] = useState<string | null>(null)
  const [chosen, setChosen] = useState(true)
  // A file with a timecode says it itself.
  const choosable = timecode === null && canDrop(rate)
  const labels = timelineLabels({ video_rate: rate, timecode, start: null, hours }, rate, choosable ? chosen : null)
  const start = typed ?? (labels ? formatSmpte(0, labels) : '')
  return {
    start,
    problem: startProblem(start, rate),
    /** Null where nobody chooses. */
    drop: choosable ? saysDrop(start) === true : null,
    /** What the server is asked for; null for what it takes anyway. */
    asked: typed !== null || (choosable && !chosen) ? start : null,
    onStart: setTyped,
    onDrop: (drop: boolean) => {
      setChosen(drop)
      // The separator says it, too.
      setTyped(typed?.replace(/[:;](\d*)$/, `${drop ? ';' : ':'}$1`) ?? null)
    },
  }
}
