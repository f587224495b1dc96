import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { LinkEnded } from '../../features/review/review-page/ended/link-ended.tsx'
import { sharedVideoQuery } from '../../features/review/review-page/shared-api.ts'
import type { ShareAccess } from '../../lib/calls/client.ts'
import { Compare, type UseVideo } from '../compare/compare.tsx'
import { type OpenLink, SharedDoor } from './shared-door.tsx'

/** Two versions of a video behind a share link. */
export default function SharedCompareScreen() {
  const { videoId = '' } = useParams()
  return <SharedDoor>{(open) => <SharedComparison {...open} videoId={videoId} />}</SharedDoor>
}

function SharedComparison({ link, shareToken, gone, videoId }: OpenLink & { videoId: string }) {
  const share = useMemo<ShareAccess>(() => ({ share_token: shareToken }), [shareToken])
  if (gone) return <LinkEnded unsent={[]} />
  const useVideo: UseVideo = (id, enabled) => useQuery(sharedVideoQuery(enabled ? id : null, shareToken))
  return <Compare videoId={videoId} share={share} link={link} useVideo={useVideo} />
}
