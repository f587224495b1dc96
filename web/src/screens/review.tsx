import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { isGone, videoQuery } from '../features/review/api.ts'
import { ReviewFailure, ReviewSkeleton, VideoDeleted } from '../features/review/review-states.tsx'
import { listAddress } from '../lib/addresses.ts'
import { ReviewPage } from './review-page.tsx'

export default function ReviewScreen() {
  const { videoId = '' } = useParams()
  return <Review key={videoId} videoId={videoId} />
}

function Review({ videoId }: { videoId: string }) {
  const { data, error, refetch } = useQuery(videoQuery(videoId))
  if (data && (isGone(error) || data.status === 'DELETING')) return <VideoDeleted home={listAddress('review')} />
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
