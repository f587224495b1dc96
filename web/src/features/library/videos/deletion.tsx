import { type DeletionPreview, deletionPreview } from '@footnote/contract/nouns/library/videos/deletion.ts'
import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { VIDEOS } from '@footnote/contract/shared/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/calls/client.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'

/** Selects that are named; the rest is counted. */
const NAMED = 3

/** What Footnote deletes together with videos. */
export const useDeletionPreview = (videos: readonly Pick<Video, 'id'>[]) => {
  const ids = videos.map(({ id }) => id)
  return useQuery({
    queryKey: ['deletion', ids],
    queryFn: async ({ signal }) => {
      const sum: DeletionPreview = { open: 0, keepable: 0, keepable_in: [], resolved: 0, selects: [] }
      for (let first = 0; first < ids.length; first += VIDEOS.page_size) {
        const body = { video_ids: ids.slice(first, first + VIDEOS.page_size) }
        const { open, keepable, keepable_in, resolved, selects } = await call(deletionPreview.get, { body }, signal)
        sum.open += open
        sum.keepable += keepable
        sum.keepable_in.push(...keepable_in)
        sum.resolved += resolved
        sum.selects.push(...selects.filter(({ id }) => sum.selects.every((other) => other.id !== id)))
      }
      return sum
    },
    enabled: ids.length > 0,
    staleTime: 0,
    gcTime: 0,
  })
}

/** Whether to keep the open comments of a video. @param wanted whether the person wants that where it can be */
export const keepsComments = (
  preview: DeletionPreview | undefined,
  wanted: boolean,
  { id }: Pick<Video, 'id'>,
): boolean => wanted && preview?.keepable_in.includes(id) === true

/** Says what Footnote deletes together with videos, and offers to keep open comments in other versions. */
export function GoingWithVideos({
  several,
  preview,
  keep_comments,
  onKeepComments,
}: {
  /** Whether more than one video is deleted. */
  several: boolean
  preview: ReturnType<typeof useDeletionPreview>
  /** Whether open comments stay where they can. */
  keep_comments: boolean
  onKeepComments: (keep: boolean) => void
}) {
  if (preview.isError) return <p>{`${several ? 'Their' : 'Its'} comments go with ${several ? 'them' : 'it'}.`}</p>
  if (!preview.data) return null
  const { open, keepable, resolved, selects } = preview.data
  return (
    <>
      <p>{goingThreads(keep_comments ? open - keepable : open, resolved, several ? 'them' : 'it')}</p>
      {selects.length > 0 && <p className="[overflow-wrap:anywhere]">{losingSelects(selects, several)}</p>}
      {keepable > 0 && (
        <div>
          <Checkbox checked={keep_comments} onChange={() => onKeepComments(!keep_comments)}>
            {`Keep ${keepable === 1 ? 'the open comment' : `the ${keepable} open comments`} in the newest other version${several ? ' of each video' : ''}`}
          </Checkbox>
        </div>
      )}
    </>
  )
}

function goingThreads(open: number, resolved: number, with_what: 'it' | 'them'): string {
  const going = [open > 0 && `${open} open`, resolved > 0 && `${resolved} resolved`].filter((part) => part !== false)
  if (going.length === 0) return `No comments go with ${with_what}.`
  const which = going.join(' and ')
  return open + resolved === 1
    ? `${which} comment and the replies to it go with ${with_what}.`
    : `${which} comments and the replies to them go with ${with_what}.`
}

function losingSelects(selects: DeletionPreview['selects'], several: boolean): string {
  const more = selects.length - NAMED
  const names = selects.slice(0, NAMED).map(({ name }) => `“${name}”`)
  if (more > 0) names.push(`${more} more`)
  const last = names.pop()
  return `The selects ${names.length > 0 ? `${names.join(', ')} and ${last}` : last} lose their pieces of ${several ? 'these videos' : 'this video'}.`
}
