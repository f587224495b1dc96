import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { approvalsKey } from '../features/approvals/approvals-query.ts'
import type { ReviewEvent } from '../features/comments/discussion/live.ts'
import { type Board, createBoard, openSketch, useBoard } from '../features/comments/drawing/board.ts'
import { createPlayhead } from '../features/review/playhead.ts'
import type { MediaRequests } from '../player/media/media-requests.ts'
import type { Marker } from '../player/player-props.ts'

/** Shows what the stream tells about the approval. @returns takes an event, or null after some may have been missed */
export function useReviewNews(videoId: string): (news: ReviewEvent | null) => void {
  const queries = useQueryClient()
  return (news) => {
    if (news === null) void queries.invalidateQueries({ queryKey: approvalsKey(videoId) })
    else if (news.name === 'review') {
      const { video_id, ...approvals } = news.data
      queries.setQueryData(approvalsKey(video_id), approvals)
      void queries.invalidateQueries({ queryKey: [...approvalsKey(video_id), 'log'] })
    }
  }
}

/** Selects a comment, from its text, marker or superscript: all three show it, and the video plays from there. */
export function useReviewing() {
  const player = useRef<MediaRequests>(null)
  const [playhead] = useState(createPlayhead)
  const [board] = useState(createBoard)
  const [markers, setMarkers] = useState<readonly Marker[]>([])
  const [selected, setSelected] = useState<string | null>(null)
  useLockedFrame(board, player)
  const playFrom = (seconds: number) => {
    board.close()
    player.current?.seek(seconds)
    player.current?.play()
  }
  return {
    player,
    playhead,
    board,
    markers,
    // The transcript has the numbers of this version's comments.
    own_markers: useMemo(() => markers.filter(({ version }) => !version), [markers]),
    setMarkers,
    selected,
    seek: (seconds: number) => {
      board.close()
      player.current?.seek(seconds)
    },
    select: (id: string, start: number) => {
      setSelected(id)
      playFrom(start)
    },
    selectMarker: (id: string) => {
      setSelected(id)
      const marker = markers.find((candidate) => candidate.id === id)
      if (marker) playFrom(marker.start)
    },
  }
}

/** While somebody draws, the video waits on the first frame of the comment. */
function useLockedFrame(board: Board, player: RefObject<MediaRequests | null>): void {
  const start = openSketch(useBoard(board))?.start ?? null
  useEffect(() => {
    if (start === null) return
    player.current?.pause()
    player.current?.seek(start)
  }, [start, player])
}

export type Reviewing = ReturnType<typeof useReviewing>
