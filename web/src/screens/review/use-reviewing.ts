import type { Transcript } from '@footnote/contract/nouns/library/transcripts.ts'
import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { Quote } from '../../features/library/transcripts/selection/quote.ts'
import { approvalsKey } from '../../features/review/approvals/approvals-query.ts'
import { createBoard, useLockedFrame } from '../../features/review/comments/drawing/board.ts'
import { videoQuery } from '../../features/review/review-page/api.ts'
import type { Below, VisiblePanels } from '../../features/review/review-page/panel-sizes.ts'
import { createPlayhead } from '../../features/review/review-page/playhead.ts'
import type { ReviewEvent } from '../../lib/calls/events.ts'
import type { MediaRequests } from '../../player/media/media-requests.ts'
import type { Marker } from '../../player/player-props.ts'

/** Shows what the stream tells about the approval and the transcript. @returns takes an event, or null after some may have been missed */
export function useReviewNews(
  videoId: string,
  revision: number,
  refresh: () => Promise<unknown>,
): (news: ReviewEvent | null) => void {
  const queries = useQueryClient()
  return (news) => {
    if (news === null) void queries.invalidateQueries({ queryKey: approvalsKey(videoId) })
    // What this page has changed itself, it knows; and then the subtitle file follows.
    if (news === null || (news.name === 'transcript' && (news.data.file || news.data.revision > revision)))
      void refresh()
    if (news?.name === 'review') {
      const { video_id, ...approvals } = news.data
      queries.setQueryData(approvalsKey(video_id), approvals)
      void queries.invalidateQueries({ queryKey: [...approvalsKey(video_id), 'log'] })
    }
  }
}

/** Shows the transcript after a change, on a page of a signed-in person. */
export function useNewTranscript(video_id: string): (transcript: Transcript) => void {
  const queries = useQueryClient()
  const { queryKey } = videoQuery(video_id)
  return ({ revision, ...transcript }) => {
    // An answer under way may be older than this one; or newer, if somebody else has changed the transcript since.
    const reading = queries.isFetching({ queryKey }) > 0
    void queries.cancelQueries({ queryKey })
    queries.setQueryData(queryKey, (video) =>
      video && revision >= video.transcript_revision
        ? { ...video, ...transcript, transcript_revision: revision }
        : video,
    )
    if (reading) void queries.invalidateQueries({ queryKey })
  }
}

const NONE: readonly Marker[] = []

/**
 * Selects a comment, from its text, marker or superscript: all three show it, and the video plays from there. With a
 * drawing it stops there, because the drawing is on that picture only.
 * @param linked the comment that the address names: it is selected, and the video waits at the time of the address
 */
export function useReviewing(linked: string | null) {
  const player = useRef<MediaRequests>(null)
  const [playhead] = useState(createPlayhead)
  const [board] = useState(createBoard)
  const [read, setMarkers] = useState<readonly Marker[] | null>(null)
  const markers = read ?? NONE
  const [selected, setSelected] = useState(linked)
  const [followed, setFollowed] = useState(linked)
  if (linked !== followed) {
    setFollowed(linked)
    if (linked !== null) setSelected(linked)
  }
  useLockedFrame(board, (start) => {
    player.current?.pause()
    player.current?.seek(start)
  })
  const show = (seconds: number, drawn: boolean) => {
    board.close()
    if (drawn) player.current?.pause()
    player.current?.seek(seconds)
    if (!drawn) player.current?.play()
  }
  // The transcript has the numbers of this version's comments.
  const own_markers = useMemo(() => markers.filter(({ version }) => !version), [markers])
  return {
    player,
    playhead,
    board,
    markers,
    own_markers,
    /** Number of this version's comments; null while they are unread. */
    count: read && own_markers.length,
    setMarkers,
    selected,
    seek: (seconds: number) => {
      board.close()
      player.current?.seek(seconds)
    },
    select: ({ id, start_time, has_drawing }: Pick<Comment, 'id' | 'start_time' | 'has_drawing'>) => {
      setSelected(id)
      show(start_time, has_drawing)
    },
    selectMarker: (id: string) => {
      setSelected(id)
      const marker = markers.find((candidate) => candidate.id === id)
      if (marker) show(marker.start_time, marker.drawn === true)
    },
  }
}

export type ReviewState = ReturnType<typeof useReviewing>

export type Beside = ReturnType<typeof useBeside>

/** Which panels are beside the video, and what is in them. */
export function useBeside() {
  const [shown, setShown] = useState<VisiblePanels>({ transcript: true, comments: true })
  const [front, setFront] = useState<Below>('comments')
  const [history, setHistory] = useState(false)
  const [quote, setQuote] = useState<Quote | null>(null)
  const bringForward = (part: Below) => {
    setShown((before) => ({ ...before, [part]: true }))
    setFront(part)
  }
  return {
    shown,
    setShown,
    front,
    setFront,
    /** Whether the history of the transcript covers the comments. */
    history,
    showHistory: (show: boolean) => {
      setHistory(show)
      bringForward(show ? 'comments' : 'transcript')
    },
    /** Words of the transcript that the composer has not taken over yet. */
    quote,
    forgetQuote: () => setQuote(null),
    comment: (words: Quote) => {
      setHistory(false)
      setQuote(words)
      bringForward('comments')
    },
  }
}
