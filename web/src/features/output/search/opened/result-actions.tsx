import { TIMING } from '@footnote/contract/shared/limits.ts'
import { MessageSquareText, ScanSearch, Scissors } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../../../../ui/forms/button.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { useDownloadClip } from '../api.ts'
import { reviewOf } from '../results/match-menu.tsx'
import { TrimLine } from '../trimming/trim-line.tsx'
import type { Trim } from '../trimming/use-trim.ts'
import { CopyLink } from './copy-link.tsx'
import type { PlayableVideo } from './film.ts'

/** What can be done with the moment in the player, as it is trimmed. */
export function ResultActions({
  film,
  trim,
  similar,
  onShare,
  children,
}: {
  film: PlayableVideo
  trim: Trim
  /** Address of the search for similar moments; null if pictures are not searched. */
  similar: string | null
  onShare: () => void
  /** Actions of the screen. */
  children: ReactNode
}) {
  const cutting = useDownloadClip()
  const { video_id, video_name, collection_name } = film
  const { start_time, end_time_exclusive: end_time } = trim.range
  const review = reviewOf({ ...film, start_time })
  const download = () =>
    cutting.mutate(
      { video_id, start_time, end_time },
      { onSuccess: ({ message }) => toast.success(message, { duration: TIMING.download_toast }) },
    )
  return (
    <footer>
      <TrimLine trim={trim} />
      <CopyLink
        video_id={video_id}
        range={trim.range}
        collection={collection_name}
        onShare={trim.frames?.may_share ? onShare : undefined}
      />
      <div className="result-acts">
        {review && (
          <ButtonLink to={review} aria-label={`Quick Review: ${video_name}`}>
            <MessageSquareText className="icon" aria-hidden="true" />
            Quick Review
          </ButtonLink>
        )}
        {children}
        {similar && (
          <ButtonLink to={similar} aria-label={`Find similar: ${video_name}`}>
            <ScanSearch className="icon" aria-hidden="true" />
            Find similar
          </ButtonLink>
        )}
        <Button busy={cutting.isPending} onClick={download}>
          <Scissors className="icon" aria-hidden="true" />
          {cutting.isError ? 'Retry clip' : 'Download clip'}
        </Button>
      </div>
    </footer>
  )
}
