import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation, useParams } from 'react-router'
import { PrintPage } from '../../features/review/comments/print/print-page.tsx'
import { isGone } from '../../features/review/review-page/api.ts'
import { ReviewFailure, ReviewSkeleton } from '../../features/review/review-page/review-states.tsx'
import { sharedVideoQuery } from '../../features/review/review-page/shared-api.ts'
import type { ShareAccess } from '../../lib/calls/client.ts'
import { type OpenLink, SharedDoor } from './shared-door.tsx'

/** The comments behind a share link on paper. */
export default function SharedPrintScreen() {
  return <SharedDoor>{(open) => <SharedPrint {...open} />}</SharedDoor>
}

function SharedPrint({ link, shareToken, gone }: OpenLink) {
  const { videoId } = useParams()
  const { pathname, search } = useLocation()
  const { data, error, refetch } = useQuery(sharedVideoQuery(videoId ?? link.video_id, shareToken))
  const share = useMemo<ShareAccess>(() => ({ share_token: shareToken }), [shareToken])
  if (data && !gone && !isGone(error))
    return <PrintPage video={data} share={share} back={pathname.replace(/\/print$/, '') + search} />
  if (!error && !gone) return <ReviewSkeleton />
  return <ReviewFailure error={error} home="/" {...(gone || isGone(error) ? {} : { onRetry: refetch })} />
}
