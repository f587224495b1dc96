import { useMemo } from 'react'
import { readSession } from '../../lib/session.ts'
import { type CommentsApi, commentsApi } from './comments-api.ts'
import { CommentsPane } from './comments-pane.tsx'
import { guestKey } from './guest.ts'
import type { PaneProps } from './pane-props.ts'

interface CommentsPanelProps extends PaneProps {
  videoId: string
  /** Whose words suggestions come from. */
  collectionId: string
  access: {
    /** The link that the page was opened by; null for people who are signed in. */
    share_token: string | null
    can_comment: boolean
  }
}

/** The comments of a video. */
export function CommentsPanel({ videoId, collectionId, access, ...props }: CommentsPanelProps) {
  const { share_token, can_comment } = access
  const api = useMemo<CommentsApi>(() => {
    const share = share_token === null ? null : { share_token, ...(can_comment ? { guest_key: guestKey() } : {}) }
    return commentsApi(videoId, collectionId, share)
  }, [videoId, collectionId, share_token, can_comment])
  return (
    <CommentsPane
      key={`${videoId} ${share_token} ${can_comment}`}
      {...props}
      api={api}
      guest={share_token !== null}
      canComment={can_comment}
      // An account finds its own drafts again, and no other's.
      draftKey={`footnote.draft.${share_token === null ? readSession()?.user_id : 'guest'}.${videoId}`}
    />
  )
}
