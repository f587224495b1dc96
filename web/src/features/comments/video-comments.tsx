import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { readSession } from '../../lib/session.ts'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'
import { type CommentsApi, commentsApi } from './comments-api.ts'
import { CommentsPane } from './comments-pane.tsx'
import { guestKey } from './guest.ts'
import { readFilter, withFilter } from './list/filter.ts'
import type { PaneProps } from './pane-props.ts'

// Only a video with earlier versions needs it.
const EarlierComments = lazyPart(async () => (await import('./earlier/earlier-comments.tsx')).EarlierComments)

interface VideoCommentsProps extends Omit<PaneProps, 'filter' | 'onFilter'> {
  videoId: string
  /** Collection whose words the suggestions come from. */
  collectionId: string
  /** Whether the viewer sees earlier versions of the video. */
  earlier: boolean
  access: {
    /** The share link that opened the page; null for a signed-in user. */
    share_token: string | null
    can_comment: boolean
  }
}

/** The comments of a video. The address of the page holds the filter. */
export function VideoComments({ videoId, collectionId, access, earlier, ...props }: VideoCommentsProps) {
  const { share_token, can_comment } = access
  const [search, setSearch] = useSearchParams()
  const filter = useMemo(() => readFilter(search), [search])
  const api = useMemo<CommentsApi>(() => {
    const share = share_token === null ? null : { share_token, ...(can_comment ? { guest_key: guestKey() } : {}) }
    return commentsApi(videoId, collectionId, share)
  }, [videoId, collectionId, share_token, can_comment])
  return (
    <CommentsPane
      key={`${videoId} ${share_token} ${can_comment}`}
      {...props}
      api={api}
      filter={filter}
      onFilter={(next) =>
        setSearch((current) => withFilter(current, next), { replace: true, preventScrollReset: true })
      }
      guest={share_token !== null}
      canComment={can_comment}
      above={
        earlier && (
          <EarlierComments
            videoId={videoId}
            playhead={props.playhead}
            canComment={can_comment}
            onSelect={props.onSelect}
          />
        )
      }
      // Each account has drafts of its own.
      draftKey={`footnote.draft.${share_token === null ? readSession()?.user_id : 'guest'}.${videoId}`}
    />
  )
}
