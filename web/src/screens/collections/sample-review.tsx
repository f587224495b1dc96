import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { useQuery } from '@tanstack/react-query'
import { samplesQuery } from '../../features/library/collections/api.ts'
import { collectionQuery } from '../../features/library/videos/api.ts'
import { reviewAddress } from '../../lib/addresses.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { Badge } from '../../ui/marks/badge.tsx'
import { Frame } from '../../ui/marks/frame.tsx'

/** The sample that has been reviewed: it has several versions. */
const isReviewed = ({ version_count, current, status }: Video): boolean =>
  version_count > 1 && current && status === 'SUCCESS'

/** Leads to a review with comments, a drawing and two versions; nothing where there are no samples. */
export function SampleReview() {
  const samples = useQuery(samplesQuery())
  const sample = samples.data?.[0]
  const { data } = useQuery({ ...collectionQuery(sample?.id ?? ''), enabled: sample !== undefined })
  const video = data?.videos.find(isReviewed)
  if (!video) return null
  return (
    <article className="collection" aria-label="Sample review">
      <Frame src={video.thumbnail_url ?? ''}>
        <Badge>Sample</Badge>
      </Frame>
      <div className="body">
        <h3 className="flex min-h-6 items-center">Sample review</h3>
        <div className="meta">
          <span className="truncate" dir="auto">
            {video.file_name}
          </span>
          <span>{video.version_count} versions</span>
        </div>
        <div className="made">
          <span className="meta">Comments and a drawing</span>
          <ButtonLink size="sm" className="opens-card" to={reviewAddress(video)} aria-label="Open the sample review">
            Open
          </ButtonLink>
        </div>
      </div>
    </article>
  )
}
