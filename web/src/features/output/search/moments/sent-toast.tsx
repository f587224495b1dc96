import type { Match } from '@footnote/contract/nouns/output/search.ts'
import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { TIMING } from '@footnote/contract/shared/limits.ts'
import { reviewAddress } from '../../../../lib/addresses.ts'
import { ButtonLink } from '../../../../ui/forms/button.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { takeBack } from './moments-api.ts'

interface SentMoments {
  readonly written: readonly Comment[]
  /** Those that were not there before. */
  readonly fresh: readonly Comment[]
  readonly matches: readonly Match[]
  readonly onUndone: () => void
}

const comments = (count: number): string => `${count} ${count === 1 ? 'comment' : 'comments'}`

/** Says how many comments were written, leads to the review of their first video, and takes them back if asked. */
export function announceSent({ written, fresh, matches, onUndone }: SentMoments): void {
  const [first] = written
  const video = matches.find(({ video_id }) => video_id === first?.video_id)
  const videos = new Set(written.map(({ video_id }) => video_id)).size
  const old = written.length - fresh.length
  const undo = async () => {
    const left = await takeBack(fresh)
    if (left.length > 0) toast.error(`${comments(left.length)} could not be deleted. Delete them in the review.`)
    else toast.success(`${comments(fresh.length)} deleted`)
    onUndone()
  }
  const shown = toast.success(
    (self) => (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {fresh.length > 0 ? `${comments(fresh.length)} sent` : 'Nothing new was sent'}
          {videos > 1 && ` to ${videos} videos`}
          {old > 0 && `. ${old} ${old === 1 ? 'was' : 'were'} there already`}
        </span>
        {video && first && (
          <ButtonLink
            size="sm"
            to={`${reviewAddress({ id: video.video_id, user_id: video.user_id })}?t=${first.start_time}&kind=search`}
            onClick={() => toast.dismiss(self.id)}
          >
            {videos > 1 ? `Open ${short(video.video_name)}` : 'Open review'}
          </ButtonLink>
        )}
        {fresh.length > 0 && (
          <button
            type="button"
            className="btn btn-sm"
            onClick={() => {
              toast.dismiss(shown)
              void undo()
            }}
          >
            Undo
          </button>
        )}
      </span>
    ),
    { duration: TIMING.download_toast },
  )
}

/** Characters of a name on a button. */
const NAME = 24
const short = (name: string): string => (name.length > NAME ? `${name.slice(0, NAME - 1)}…` : name)
