import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router'
import { PrintPage } from '../../features/review/comments/print/print-page.tsx'
import { isGone, videoQuery } from '../../features/review/review-page/api.ts'
import { ReviewFailure, ReviewSkeleton } from '../../features/review/review-page/review-states.tsx'
import { reviewAddress } from '../../lib/addresses.ts'

/** The comments of a video on paper, for signed-in people. */
export default function PrintScreen() {
  const { videoId = '' } = useParams()
  const { search } = useLocation()
  const { data, error, refetch } = useQuery(videoQuery(videoId))
  if (data) return <PrintPage key={videoId} video={data} share={null} back={reviewAddress(data) + search} />
  if (!error) return <ReviewSkeleton />
  return <ReviewFailure error={error} home="/home" {...(isGone(error) ? {} : { onRetry: refetch })} />
}
