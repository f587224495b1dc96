import type { Version } from '@footnote/contract/nouns/library/videos/versions.ts'
import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { commentsApi } from '../../features/review/comments/comments-api.ts'
import { readRoots } from '../../features/review/comments/discussion/read-roots.ts'
import { createBoard, useLockedFrame } from '../../features/review/comments/drawing/board.ts'
import { markerOf } from '../../features/review/comments/list/markers.ts'
import { createPlayhead } from '../../features/review/review-page/playhead.ts'
import type { ShareAccess } from '../../lib/calls/client.ts'
import { useTiming } from '../../lib/times/use-timing.ts'
import { offsetSeconds } from '../../player/compare/beside.ts'
import type { MediaRequests } from '../../player/media/media-requests.ts'
import type { Marker } from '../../player/player-props.ts'

export interface ComparedVersion {
  readonly video: VideoDetail
  readonly version: Version
  readonly refresh: () => Promise<VideoDetail | undefined>
}
export type Which = 'first' | 'second'
export type Sides = Record<Which, ComparedVersion>

/** Milliseconds until comments are read again: only those of the listed version come as events. */
const READ_AGAIN = 15_000

/** The other side. */
export const otherOf = (which: Which): Which => (which === 'first' ? 'second' : 'first')

/**
 * The version whose comments are listed, the selected comment, and markers of both versions.
 * @param offset frames of the first version by which the second is ahead
 * @param share the share link that opened the page; null for signed-in people
 */
export function useComparedComments(
  sides: Sides,
  offset: number,
  player: RefObject<MediaRequests | null>,
  share: ShareAccess | null,
) {
  const [shown, setShown] = useState<Which>('first')
  const [read, setMarkers] = useState<readonly Marker[] | null>(null)
  const [selected, setSelected] = useState<string | null>(null)
  const [playheads] = useState({ first: createPlayhead(), second: createPlayhead() })
  const all = { first: useRoots(sides.first.video, share), second: useRoots(sides.second.video, share) }
  const queries = useQueryClient()
  const { duration, frame_rate, frame_times } = sides.first.video
  const timings = {
    first: useTiming(frame_rate, frame_times),
    second: useTiming(sides.second.video.frame_rate, sides.second.video.frame_times),
  }
  const ahead = offsetSeconds(timings.first, offset, duration ?? 0)
  /** The time of the first version beside a time of one of them, in seconds. */
  const beside = (which: Which, seconds: number) => (which === 'first' ? seconds : seconds - ahead)
  const onStrip = (which: Which, marker: Marker): Marker[] => {
    const { end_time_inclusive: end } = marker
    const start_time = beside(which, marker.start_time)
    const end_time_inclusive = end === null ? null : beside(which, end)
    if (start_time < 0 || start_time > (duration ?? start_time)) return []
    return [{ ...marker, start_time, end_time_inclusive }]
  }
  const other = otherOf(shown)
  const { video, version } = sides[other]
  const hollow = (all[other]?.roots ?? []).map(
    (comment): Marker => ({ ...markerOf(comment), version: version.version, video_id: video.id }),
  )
  const markers = read ?? []
  const [board] = useState(createBoard)
  useLockedFrame(board, (start) => {
    player.current?.pause()
    player.current?.seek(beside(shown, start))
  })
  const select = (which: Which, id: string, seconds: number | undefined) => {
    board.close()
    if (which !== shown) show(which)
    setSelected(id)
    if (seconds !== undefined) player.current?.seek(beside(which, seconds))
  }
  const show = (which: Which) => {
    setMarkers(null)
    setSelected(null)
    setShown(which)
  }
  return {
    shown,
    /** Of the listed comments, at the times of their version. */
    markers,
    /** Of both versions, at the times of the first; those of the version that is not listed are hollow. */
    on_strip: [
      ...markers.flatMap((marker) => onStrip(shown, marker)),
      ...hollow.flatMap((marker) => onStrip(other, marker)),
    ],
    /** Numbers of open comments; undefined until they are read. */
    open: { first: all.first?.counts.open, second: all.second?.counts.open },
    selected,
    playheads,
    board,
    timing: timings[shown],
    seek(seconds: number) {
      board.close()
      player.current?.seek(beside(shown, seconds))
    },
    setMarkers,
    select: (id: string, seconds: number | undefined) => select(shown, id, seconds),
    selectMarker(id: string) {
      const own = markers.find((marker) => marker.id === id)
      if (own) return select(shown, id, own.start_time)
      const far = hollow.find((marker) => marker.id === id)
      if (far) select(other, id, far.start_time)
    },
    show,
    /** Reads the comments again, after an event of the listed version. */
    readAgain: () => void queries.invalidateQueries({ queryKey: keyOf(sides[shown].video) }),
  }
}

const keyOf = ({ id }: VideoDetail) => ['compared comments', id]

/** The root comments of a version. */
const useRoots = (video: VideoDetail, share: ShareAccess | null) =>
  useQuery({
    queryKey: keyOf(video),
    queryFn: ({ signal }) => readRoots(commentsApi(video.id, video.collection_id, share), signal),
    refetchInterval: READ_AGAIN,
  }).data
