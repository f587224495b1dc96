import { type MatchRange, timingFrom } from '@footnote/contract/shared/frames.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { readVideoDetail } from '../../../../lib/calls/video-detail.ts'
import { TRIMMING_KEYS } from '../../../../lib/keyboard/trimming-keys.ts'
import { useKeysOf } from '../../../../lib/keyboard/use-keys.ts'
import type { MediaRequests } from '../../../../player/media/media-requests.ts'
import { isSamePart } from '../opened/film.ts'
import { type Side, trimmed } from './trim.ts'

/** What an answer of a search does not say of a video: when its frames appear, and whether the viewer may share it. */
const framesQuery = (video_id: string) =>
  queryOptions({
    queryKey: ['search', 'frames', video_id],
    queryFn: async ({ signal }) => {
      const { frame_rate, frame_times, timecode, can } = await readVideoDetail(video_id, signal)
      return { frame_rate, frame_times, timecode, may_share: can.share }
    },
    // The frames of a file never change.
    staleTime: Number.POSITIVE_INFINITY,
  })

export type Trim = ReturnType<typeof useTrim>

/** The clip of a moment as a person trims it at the frame on the screen. */
export function useTrim({
  video_id,
  duration,
  range,
  own,
  onTrim,
}: {
  video_id: string
  /** Of the video, in seconds. */
  duration: number
  range: MatchRange
  /** The times of the match; null for a moment that is none. */
  own: MatchRange | null
  onTrim: (range: MatchRange) => void
}) {
  const player = useRef<MediaRequests>(null)
  /** An element inside the player's dialog: while another dialog is in front, the keys belong to that one. */
  const inside = useRef<HTMLDivElement>(null)
  const { data } = useQuery(framesQuery(video_id))
  const timing = useMemo(() => data && timingFrom(data.frame_rate, data.frame_times), [data])
  const cut = (side: Side) => {
    const frame = player.current?.currentFrame()
    if (!timing || frame === null || frame === undefined) return
    onTrim(trimmed(timing, range, side, frame, duration))
  }
  const byKey = (side: Side) => () => inside.current?.closest('[aria-hidden="true"]') === null && cut(side)
  useKeysOf(TRIMMING_KEYS, { start: byKey('start'), end: byKey('end') }, true)
  return {
    player,
    inside,
    /** Of the video's frames; undefined until they are read. */
    frames: data,
    range,
    /** Null where the frames are unknown. */
    cut: timing ? cut : null,
    /** Brings the times of the match back; null where the clip has them. */
    reset: own && !isSamePart(own, range) ? () => onTrim(own) : null,
  }
}
