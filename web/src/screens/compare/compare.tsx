import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import type { OpenedLink } from '@footnote/contract/nouns/review/sharing/opened-link.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { versionsQuery } from '../../features/library/versions/api.ts'
import { versionBeside, writeComparison } from '../../features/library/versions/compare/comparison.ts'
import { readComparison } from '../../features/library/versions/compare/read-comparison.ts'
import { versionName } from '../../features/library/versions/compare/version-choice.tsx'
import { isGone, videoQuery } from '../../features/review/review-page/api.ts'
import { ReviewFailure, ReviewSkeleton } from '../../features/review/review-page/review-states.tsx'
import { reviewAddress, sharedAddress } from '../../lib/addresses.ts'
import type { ShareAccess } from '../../lib/calls/client.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ComparePage } from './compare-page.tsx'

export default function CompareScreen() {
  const { videoId = '' } = useParams()
  return <Compare videoId={videoId} share={null} link={null} useVideo={useMemberVideo} />
}

const useMemberVideo: UseVideo = (id, enabled) => useQuery({ ...videoQuery(id), enabled })

/** Reads a version. */
export type UseVideo = (id: string, enabled: boolean) => Pick<UseQueryResult<VideoDetail>, 'data' | 'error' | 'refetch'>

interface CompareScreenProps {
  /** The first version. */
  videoId: string
  /** The share link that opened the page, and what its guests may know of it; null for signed-in people. */
  share: ShareAccess | null
  link: OpenedLink | null
  useVideo: UseVideo
}

/** Two versions, of which the address names the second. */
export function Compare({ videoId, share, link, useVideo }: CompareScreenProps) {
  const [search, setSearch] = useSearchParams()
  const comparison = readComparison(search)
  const video = useVideo(videoId, true)
  const list = useQuery(versionsQuery(videoId, share))
  const versions = list.data ?? []
  const own = versions.find(({ video_id }) => video_id === videoId)
  const beside = comparison.other ?? versionBeside(versions, videoId)?.video_id ?? null
  const second = versions.find(({ video_id }) => video_id === beside && video_id !== videoId)
  const other = useVideo(second?.video_id ?? '', second !== undefined)
  const error = video.error ?? list.error ?? other.error
  if (error && !(video.data && list.data && other.data))
    return (
      <ReviewFailure
        error={error}
        home={share ? sharedAddress(share.share_token) : '/home'}
        {...(isGone(error)
          ? {}
          : { onRetry: () => void Promise.all([video, list, other].map((query) => query.refetch())) })}
      />
    )
  if (!video.data || !list.data) return <ReviewSkeleton />
  if (!own || !second)
    return (
      <NoComparison
        video={video.data}
        share={share}
        {...(comparison.other !== null ? OTHER_VERSION : share ? ONLY_SHOWN : ONLY_VERSION)}
      />
    )
  if (!other.data) return <ReviewSkeleton />
  const inexact = [video.data, other.data].find(({ frames_note }) => frames_note !== null)
  if (inexact)
    return (
      <NoComparison
        video={video.data}
        share={share}
        fact={`${versionName(inexact)} cannot be compared`}
        next={inexact.frames_note ?? ''}
      />
    )
  return (
    <ComparePage
      key={`${videoId} ${second.video_id}`}
      first={{ video: video.data, version: own, refresh: async () => (await video.refetch()).data }}
      second={{ video: other.data, version: second, refresh: async () => (await other.refetch()).data }}
      versions={versions}
      share={share}
      link={link}
      comparison={{ ...comparison, other: second.video_id }}
      onChange={(next) => setSearch((current) => writeComparison(next, current), { replace: true })}
    />
  )
}

const ONLY_VERSION = {
  fact: 'There is only one version',
  next: 'Upload a new version of this video to compare the two.',
}
const ONLY_SHOWN = {
  fact: 'There is only one version',
  next: 'This link shows no other version of this video.',
}
const OTHER_VERSION = {
  fact: 'This version is not here',
  next: 'It was deleted, or it is a version of another video.',
}

/** Why nothing can be compared, and the way back. */
function NoComparison({
  video,
  share,
  fact,
  next,
}: {
  video: VideoDetail
  share: ShareAccess | null
  fact: string
  next: string
}) {
  return (
    <main className="page">
      <title>Compare · Footnote</title>
      <h1 className="sr-only">Compare</h1>
      <EmptyState
        fact={fact}
        next={next}
        action={
          <ButtonLink variant="primary" to={reviewAddress(video, share)}>
            Open the review
          </ButtonLink>
        }
      />
    </main>
  )
}
