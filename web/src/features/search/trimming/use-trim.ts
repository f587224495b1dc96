import type { Match } from '@footnote/contract/nouns/search.ts'
import { timingFrom } from '@footnote/contract/shared/frames.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { readVideoDetail } from '../../../lib/calls/video-detail.ts'
import { TRIMMING_KEYS } from '../../../lib/keyboard/trimming-keys.ts'
import { useKeysOf } from '../../../lib/keyboard/use-keys.ts'
import type { MediaRequests } from '../../../player/media/media-requests.ts'
import type { TimeRange } from '../../../player/media/use-loop.ts'
import { trimmed } from './trim.ts'

/** When the frames of a video appear, which an answer of a search does not say. */
const framesQuery = (video_id: string) =>
  queryOptions({
    queryKey: ['search', 'frames', video_id],
    queryFn: async ({ signal }) => {
      const { frame_rate, frame_times, timecode } = await readVideoDetail(video_id, signal)
      return { frame_rate, frame_times, timecode }
    },
    // The frames of a file never change.
    staleTime: Number.POSITIVE_INFINITY,
  })

export type Trim = ReturnType<typeof useTrim>

/** The clip of a match as a person trims it at the frame on the screen. Another match begins with its own times. */
export function useTrim({ video_id, start_time, end_time, video_duration }: Match) {
  const player = useRef<MediaRequests>(null)
  /** An element inside the player's dialog: while another dialog is in front, the keys belong to that one. */
  const inside = useRef<HTMLDivElement>(null)
  const { data } = useQuery(framesQuery(video_id))
  const timing = useMemo(() => data && timingFrom(data.frame_rate, data.frame_times), [data])
  const of = `${video_id} ${start_time}`
  const [kept, setKept] = useState<{ of: string; range: TimeRange } | null>(null)
  const own = { start: start_time, end: end_time }
  const range = kept?.of === of ? kept.range : own
  const cut = (side: keyof TimeRange) => {
    const frame = player.current?.currentFrame()
    if (!timing || frame === null || frame === undefined) return
    setKept({ of, range: trimmed(timing, range, side, frame, video_duration) })
  }
  const byKey = (side: keyof TimeRange) => () => inside.current?.closest('[aria-hidden="true"]') === null && cut(side)
  useKeysOf(TRIMMING_KEYS, { start: byKey('start'), end: byKey('end') }, true)
  return {
    player,
    inside,
    /** Of the video's frames; undefined until they are read. */
    frames: data,
    range,
    is_trimmed: kept?.of === of,
    /** Null where the frames are unknown. */
    cut: timing ? cut : null,
    reset: () => setKept(null),
  }
}
