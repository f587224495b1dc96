import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { draftName, readUnsent } from '../../features/review/comments/writing/draft.ts'
import { isGone } from '../../features/review/review-page/api.ts'
import { GuestFacts, NewerExists } from '../../features/review/review-page/guest/guest-facts.tsx'
import { ReviewFailure, ReviewSkeleton } from '../../features/review/review-page/review-states.tsx'
import { linkQuery, sharedVideoQuery } from '../../features/review/review-page/shared-api.ts'
import { createQueryClient } from '../../lib/calls/query-client.ts'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'
import { ReviewPage } from './review-page.tsx'

// Loaded when the link ends while its page is open.
const LinkEnded = lazyPart(
  async () => (await import('../../features/review/review-page/ended/link-ended.tsx')).LinkEnded,
)

/** A video behind a share link. It needs no account, and has a query cache of its own. */
export default function SharedScreen() {
  const { shareToken = '' } = useParams()
  const [queries] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queries}>
      <Shared key={shareToken} shareToken={shareToken} />
    </QueryClientProvider>
  )
}

function Shared({ shareToken }: { shareToken: string }) {
  const [ended, setEnded] = useState(false)
  const link = useQuery(linkQuery(shareToken))
  const video = useQuery(sharedVideoQuery(link.data?.video_id ?? null, shareToken))
  const gone = isGone(link.error) || isGone(video.error)
  if (video.data) {
    if (ended || gone || video.data.status === 'DELETING')
      return <LinkEnded unsent={readUnsent(draftName(video.data.id, null))} fallback={<ReviewSkeleton />} />
    return (
      <ReviewPage
        video={video.data}
        shareToken={shareToken}
        link={link.data ?? null}
        facts={
          link.data && (
            <>
              <GuestFacts link={link.data} />
              <NewerExists link={link.data} />
            </>
          )
        }
        refresh={async () => (await video.refetch()).data}
        onEnded={() => setEnded(true)}
      />
    )
  }
  const failed = link.error ? link : video.error ? video : null
  if (!failed) return <ReviewSkeleton />
  return <ReviewFailure error={failed.error} home="/" {...(gone ? {} : { onRetry: failed.refetch })} />
}
