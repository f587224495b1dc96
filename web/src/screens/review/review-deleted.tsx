import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { versionsQuery } from '../../features/library/versions/api.ts'
import { versionBeside } from '../../features/library/versions/compare/comparison.ts'
import { canMoveDraft, draftName, moveDraft, readUnsent } from '../../features/review/comments/writing/draft.ts'
import { VideoDeleted } from '../../features/review/review-page/ended/video-deleted.tsx'
import { listAddress, reviewAddress } from '../../lib/addresses.ts'
import { readSession } from '../../lib/session.ts'

/** Offers another version of the deleted video, if there is one. */
export function ReviewDeleted({ video }: { video: VideoDetail }) {
  const queries = useQueryClient()
  // The server no longer tells about this version, so the list is the one that the page had.
  const [beside] = useState(() => versionBeside(queries.getQueryData(versionsQuery(video.id).queryKey) ?? [], video.id))
  const left = useQuery({ ...versionsQuery(beside?.video_id ?? ''), enabled: beside !== null })
  const next = left.data?.findLast(({ version }) => version > video.version) ?? left.data?.[0]
  const user = readSession()?.user_id
  const box = draftName(video.id, user)
  const [unsent] = useState(() => readUnsent(box))
  const next_box = draftName(next?.video_id ?? '', user)
  return (
    <VideoDeleted
      home={listAddress('review')}
      version={video.version}
      unsent={unsent}
      next={
        next
          ? {
              version: next.version,
              address: reviewAddress({ id: next.video_id, user_id: next.user_id }),
              takes_comment: canMoveDraft(box, next_box),
              onGo: () => moveDraft(box, next_box),
            }
          : null
      }
    />
  )
}
