import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { PrintPage } from '../../features/review/comments/print/print-page.tsx'
import { isGone } from '../../features/review/review-page/api.ts'
import { ReviewFailure, ReviewSkeleton } from '../../features/review/review-page/review-states.tsx'
import { linkQuery, sharedVideoQuery } from '../../features/review/review-page/shared-api.ts'
import type { ShareAccess } from '../../lib/calls/client.ts'
import { createQueryClient } from '../../lib/calls/query-client.ts'
import { guestKey } from '../../lib/guest.ts'

/** The comments behind a share link on paper. It needs no account, and has a query cache of its own. */
export default function SharedPrintScreen() {
  const { shareToken = '' } = useParams()
  const [queries] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queries}>
      <SharedPrint key={shareToken} shareToken={shareToken} />
    </QueryClientProvider>
  )
}

function SharedPrint({ shareToken }: { shareToken: string }) {
  const { search } = useLocation()
  const link = useQuery(linkQuery(shareToken))
  const video = useQuery(sharedVideoQuery(link.data?.video_id ?? null, shareToken))
  const comments = video.data?.can.comment
  const share = useMemo<ShareAccess>(
    () => ({ share_token: shareToken, ...(comments && { guest_key: guestKey() }) }),
    [shareToken, comments],
  )
  const failed = link.error ? link : video.error ? video : null
  if (video.data && !isGone(failed?.error))
    return <PrintPage video={video.data} share={share} back={`/shared/${shareToken}${search}`} />
  if (!failed) return <ReviewSkeleton />
  return <ReviewFailure error={failed.error} home="/" {...(isGone(failed.error) ? {} : { onRetry: failed.refetch })} />
}
