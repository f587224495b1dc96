import type { FrameTiming } from '@footnote/contract/shared/frames.ts'
import type { Timecode } from '@footnote/contract/shared/smpte.ts'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { type Times, timesOf } from './times.ts'
import { usePositionFormat } from './use-position-format.ts'

const Context = createContext<Times>(timesOf(null, null, 'time'))

/** How to write times of the video around, as the person chose. Minutes and seconds outside of a `VideoTimes`. */
export const useTimes = (): Times => useContext(Context)

/** Gives its children the times of a video. @param timecode that of the file, if it states one */
export function VideoTimes({
  timing,
  timecode,
  children,
}: {
  timing: FrameTiming | null
  timecode: Timecode | null
  children: ReactNode
}) {
  const [format] = usePositionFormat()
  const times = useMemo(() => timesOf(timing, timecode, format), [timing, timecode, format])
  return <Context value={times}>{children}</Context>
}

/** The format where single frames matter, as in comparisons and selects: timecode, or frames if somebody chose those. */
export const useFrameFormat = (): 'frames' | 'smpte' => (usePositionFormat()[0] === 'frames' ? 'frames' : 'smpte')
