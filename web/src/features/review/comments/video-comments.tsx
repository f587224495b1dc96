import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ShareAccess } from '../../../lib/calls/client.ts'
import type { ReviewEvent } from '../../../lib/calls/events.ts'
import { readSession } from '../../../lib/session.ts'
import { useLatest } from '../../../lib/use-latest.ts'
import type { Marker } from '../../../player/player-props.ts'
import { lazyPart } from '../../../ui/overlays/lazy-part.tsx'
import { type CommentsApi, commentsApi } from './comments-api.ts'
import { CommentsPane } from './comments-pane.tsx'
import { earlierKey } from './earlier/earlier-key.ts'
import { readFilter, withFilter } from './list/filter.ts'
import type { PaneProps } from './pane-props.ts'
import { draftName } from './writing/draft.ts'

// Only a video with earlier versions needs it.
const EarlierComments = lazyPart(async () => (await import('./earlier/earlier-comments.tsx')).EarlierComments)

interface VideoCommentsProps extends Omit<PaneProps, 'filter' | 'onFilter' | 'duration'> {
  video: Pick<VideoDetail, 'id' | 'collection_id' | 'duration' | 'can'>
  /** The share link that opened the page; null for a signed-in user. */
  share: ShareAccess | null
  /** Name of the guest for whom the link was made; null or absent for other links. */
  guest_name?: string | null
  /** Shown between the list and the form for a comment. */
  offer?: ReactNode
  /** Whether the viewer sees earlier versions of the video. */
  earlier: boolean
}

/** The comments of a video. The address of the page holds the filter. */
export function VideoComments({
  video,
  share,
  guest_name = null,
  earlier,
  onMarkers,
  onNews,
  ...props
}: VideoCommentsProps) {
  const { id: videoId, collection_id, duration, can } = video
  const [search, setSearch] = useSearchParams()
  const filter = useMemo(() => readFilter(search), [search])
  const api = useMemo<CommentsApi>(() => commentsApi(videoId, collection_id, share), [videoId, collection_id, share])
  const draftKey = draftName(videoId, share === null ? readSession()?.user_id : null)
  const queries = useQueryClient()
  const markers = useMarkers(onMarkers)
  const hear = (news: ReviewEvent | null) => {
    if (news === null || news.name === 'earlier') void queries.invalidateQueries({ queryKey: earlierKey(videoId) })
    // Somebody may have drawn something else.
    if (news === null || (news.name === 'comment' && news.data.kind === 'updated'))
      void queries.invalidateQueries({ queryKey: ['drawing', videoId, ...(news ? [news.data.comment.id] : [])] })
    onNews?.(news)
  }
  return (
    <CommentsPane
      key={`${videoId} ${share?.share_token} ${can.comment}`}
      {...props}
      duration={duration}
      onMarkers={markers.setOwn}
      onNews={hear}
      api={api}
      filter={filter}
      onFilter={(next) =>
        setSearch((current) => withFilter(current, next), { replace: true, preventScrollReset: true })
      }
      guest={share !== null}
      guest_name={guest_name}
      canComment={can.comment}
      above={
        earlier && (
          <EarlierComments
            key={videoId}
            videoId={videoId}
            api={api}
            draftKey={draftKey}
            filter={filter}
            selected={props.selected}
            onMarkers={markers.setEarlier}
            playhead={props.playhead}
            duration={duration}
            onSeek={props.onSeek}
            canComment={can.comment}
            onSelect={props.onSelect}
          />
        )
      }
      draftKey={draftKey}
    />
  )
}

/** The markers of the video's own comments, and those of earlier versions, as one list. */
function useMarkers(onMarkers: PaneProps['onMarkers']) {
  const [known] = useState<{ own: readonly Marker[] | null; earlier: readonly Marker[] }>(() => ({
    own: null,
    earlier: [],
  }))
  const latest = useLatest(onMarkers)
  const tell = useCallback(
    (change: Partial<typeof known>) => {
      Object.assign(known, change)
      latest.current(known.own && [...known.own, ...known.earlier])
    },
    [known, latest],
  )
  return {
    setOwn: useCallback((own: readonly Marker[] | null) => tell({ own }), [tell]),
    setEarlier: useCallback((earlier: readonly Marker[]) => tell({ earlier }), [tell]),
  }
}
