import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { isGone, videoQuery } from '../../features/review/review-page/api.ts'
import { ReviewFailure, ReviewSkeleton } from '../../features/review/review-page/review-states.tsx'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'
import { ReviewPage } from './review-page.tsx'

// Loaded when the video is deleted.
const ReviewDeleted = lazyPart(async () => (await import('./review-deleted.tsx')).ReviewDeleted)

export default function ReviewScreen() {
  const { videoId = '' } = useParams()
  return <Review key={videoId} videoId={videoId} />
}

function Review({ videoId }: { videoId: string }) {
  const { data, error, refetch } = useQuery(videoQuery(videoId))
  if (data && (isGone(error) || data.status === 'DELETING')) return <ReviewDeleted video={data} />
  if (data)
    return (
      <ReviewPage
        video={data}
        shareToken={null}
        refresh={async () => (await refetch()).data}
        onEnded={() => void refetch()}
      />
    )
  if (!error) return <ReviewSkeleton />
  return <ReviewFailure error={error} home="/home" {...(isGone(error) ? {} : { onRetry: refetch })} />
}
