import { comments } from '@footnote/contract/nouns/comments.ts'
import type { Video } from '@footnote/contract/nouns/videos.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/calls/client.ts'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { useDeleteVideo } from './api.ts'

/** Asks before a video is deleted. @param onDeleted called after the deletion */
export function DeleteVideoDialog({
  video,
  onClose,
  onDeleted = onClose,
}: {
  video: Video | null
  onClose: () => void
  onDeleted?: () => void
}) {
  return video ? <Question key={video.id} video={video} onClose={onClose} onDeleted={onDeleted} /> : null
}

function Question({ video, onClose, onDeleted }: { video: Video; onClose: () => void; onDeleted: () => void }) {
  const deletion = useDeleteVideo()
  const counts = useCommentCounts(video.id)
  const [wanted, setWanted] = useState(true)
  const several = video.version_count > 1
  const open = counts.data?.open ?? 0
  const keep_comments = several && open > 0 && wanted
  return (
    <Confirm
      title="Confirm Delete"
      action="Delete"
      note={`${several ? 'The other versions stay. ' : ''}This cannot be undone. Minutes that were used stay used.`}
      failure={deletion.isError ? 'It was not deleted.' : null}
      // Nobody decides before they know what goes.
      busy={deletion.isPending || counts.isPending}
      onConfirm={() => deletion.mutate({ video, keep_comments }, { onSuccess: onDeleted })}
      onClose={onClose}
    >
      <p>
        Delete <strong className="font-semibold [overflow-wrap:anywhere]">{video.file_name}</strong>
        {several && `, version ${video.version}`}?
      </p>
      {counts.data && <p className="mt-2">{goingWith(counts.data, keep_comments)}</p>}
      {counts.isError && <p className="mt-2">Its comments go with it.</p>}
      {several && open > 0 && (
        <div className="mt-2">
          <Checkbox checked={wanted} onChange={() => setWanted(!wanted)}>
            {`Keep ${open === 1 ? 'the open comment' : `the ${open} open comments`} in the newest other version`}
          </Checkbox>
        </div>
      )}
    </Confirm>
  )
}

interface Counts {
  readonly open: number
  readonly resolved: number
}

/** How many threads a video has. */
const useCommentCounts = (video_id: string) =>
  useQuery({
    queryKey: ['comment-counts', video_id],
    queryFn: async ({ signal }): Promise<Counts> =>
      (
        await call(
          comments.list,
          { params: { video_id }, query: { page: '1', page_size: '1', sort: 'timeline' } },
          signal,
        )
      ).counts,
    staleTime: 0,
    gcTime: 0,
  })

/** What a deletion takes along. @param kept whether the open comments stay in another version */
function goingWith({ open, resolved }: Counts, kept: boolean): string {
  const going = [
    !kept && open > 0 && { count: open, words: `${open} open` },
    resolved > 0 && { count: resolved, words: `${resolved} resolved` },
  ].filter((part) => part !== false)
  if (going.length === 0) return 'No comments go with it.'
  const one = going.length === 1 && going[0]?.count === 1
  const which = going.map(({ words }) => words).join(' and ')
  return `${which} ${one ? 'comment and the replies to it' : 'comments and the replies to them'} go with it.`
}
