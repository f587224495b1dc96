import type { VideoDetail } from '@footnote/contract/nouns/videos.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { isGone, videoQuery } from '../features/review/api.ts'
import { ReviewFailure, ReviewSkeleton } from '../features/review/review-states.tsx'
import { versionsQuery } from '../features/versions/api.ts'
import { readComparison, versionBeside, writeComparison } from '../features/versions/compare/comparison.ts'
import { reviewAddress } from '../lib/addresses.ts'
import { ButtonLink } from '../ui/forms/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ComparePage } from './compare-page.tsx'

export default function CompareScreen() {
  const { videoId = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const comparison = readComparison(search)
  const video = useQuery(videoQuery(videoId))
  const list = useQuery(versionsQuery(videoId))
  const versions = list.data ?? []
  const own = versions.find(({ video_id }) => video_id === videoId)
  const beside = comparison.other ?? versionBeside(versions, videoId)?.video_id ?? null
  const second = versions.find(({ video_id }) => video_id === beside && video_id !== videoId)
  const other = useQuery({ ...videoQuery(second?.video_id ?? ''), enabled: second !== undefined })
  const error = video.error ?? list.error ?? other.error
  if (error && !(video.data && list.data && other.data))
    return (
      <ReviewFailure
        error={error}
        home="/home"
        {...(isGone(error)
          ? {}
          : { onRetry: () => void Promise.all([video, list, other].map((query) => query.refetch())) })}
      />
    )
  if (!video.data || !list.data) return <ReviewSkeleton />
  if (!own || !second) return <NothingBeside video={video.data} known={comparison.other !== null} />
  if (!other.data) return <ReviewSkeleton />
  return (
    <ComparePage
      key={`${videoId} ${second.video_id}`}
      first={{ video: video.data, version: own, refresh: async () => (await video.refetch()).data }}
      second={{ video: other.data, version: second, refresh: async () => (await other.refetch()).data }}
      versions={versions}
      comparison={{ ...comparison, other: second.video_id }}
      onChange={(next) => setSearch((current) => writeComparison(next, current), { replace: true })}
    />
  )
}

/** There is no second version. @param known whether the address names one */
function NothingBeside({ video, known }: { video: VideoDetail; known: boolean }) {
  return (
    <main className="page">
      <title>Compare · Footnote</title>
      <h1 className="sr-only">Compare</h1>
      <EmptyState
        fact={known ? 'This version is not here' : 'There is only one version'}
        next={
          known
            ? 'It was deleted, or it is a version of another video.'
            : 'Upload a new version of this video to compare the two.'
        }
        action={
          <ButtonLink variant="primary" to={reviewAddress(video)}>
            Open the review
          </ButtonLink>
        }
      />
    </main>
  )
}
