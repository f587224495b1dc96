import type { ShareLink } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import type { Visit } from '@footnote/contract/nouns/review/sharing/visits.ts'
import { formatTimecode } from '@footnote/contract/shared/timecode.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { DialogBody, DialogFooter } from '../../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../../ui/forms/button.tsx'
import { RelativeTime } from '../../../../ui/marks/relative-time.tsx'
import { EmptyState } from '../../../../ui/page/empty-state.tsx'
import { NotLoaded } from '../../../../ui/page/not-loaded.tsx'
import { Rule } from '../../../../ui/page/rule.tsx'
import { Skeleton } from '../../../../ui/page/skeleton.tsx'
import { visitsQuery } from '../api.ts'
import { linkTitle } from '../link-words.ts'
import './link-visits.css'

/** Who opened a link, when, what they watched of it, and what they downloaded. */
export function LinkVisits({ link, onClose }: { link: ShareLink; onClose: () => void }) {
  const { data, isError, isPending, refetch } = useQuery(visitsQuery(link.id))
  return (
    <>
      <DialogBody>
        <div className="flex items-center gap-2">
          <Button variant="ghost" className="btn-icon" aria-label="Back to the links" autoFocus onClick={onClose}>
            <ArrowLeft className="icon" aria-hidden="true" />
          </Button>
          <p className="min-w-0 font-medium [overflow-wrap:anywhere]">{linkTitle(link)}</p>
        </div>
        <section aria-label="Visits" aria-busy={isPending}>
          {isPending && (
            <div className="grid gap-3">
              <Skeleton className="h-12 w-full" />
              <Skeleton className="h-12 w-full" />
            </div>
          )}
          {!data && isError && <NotLoaded what="The visits could not be loaded." onRetry={refetch} />}
          {data?.visits.length === 0 && (
            <EmptyState fact="Nobody has opened this link" next="Whoever opens it appears here." />
          )}
          {data && data.visits.length > 0 && (
            <>
              <p className="hint mb-1">{viewWords(data.views, link.max_views)}</p>
              <ul className="visits">
                {data.visits.map((visit) => (
                  <VisitRow key={visit.id} visit={visit} />
                ))}
              </ul>
            </>
          )}
        </section>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Done</Button>
      </DialogFooter>
    </>
  )
}

/** For example '3 of 10 views'. */
const viewWords = (views: number, most: number | null): string =>
  most === null ? (views === 1 ? '1 view' : `${views} views`) : `${views} of ${most} views`

function VisitRow({ visit }: { visit: Visit }) {
  const { guest_name, email, email_confirmed, began_at, videos } = visit
  return (
    <li>
      <p className="visit-who">
        <bdi className="font-medium">{guest_name ?? email ?? 'Somebody without a name'}</bdi>
        <span className="text-text-2">
          <RelativeTime at={began_at} />
        </span>
      </p>
      {email !== null && (
        <p className="text-xs text-text-2 [overflow-wrap:anywhere]">
          {guest_name !== null && email}
          {guest_name !== null && (email_confirmed ? ', confirmed' : ', not confirmed')}
          {guest_name === null && (email_confirmed ? 'Confirmed' : 'Not confirmed')}
        </p>
      )}
      {videos.length === 0 && <p className="text-xs text-text-2">Watched nothing.</p>}
      {videos.map((video) => (
        <WatchedVideo key={video.video_id} video={video} />
      ))}
    </li>
  )
}

function WatchedVideo({ video }: { video: Visit['videos'][number] }) {
  const { file_name, version, watched, seconds, downloads } = video
  return (
    <div className="visit-video">
      <p>
        <span className="truncate" dir="auto" title={file_name}>
          {file_name}
        </span>
        <span className="visit-facts">
          {`v${version}`}
          {downloads > 0 && <span>{downloads === 1 ? '1 download' : `${downloads} downloads`}</span>}
          <span>{`${formatTimecode(Math.round(seconds))} watched, ${percentOf(watched)}`}</span>
        </span>
      </p>
      <Rule length={watched} />
    </div>
  )
}

/** For example '42%'. What is not quite all is not all. */
const percentOf = (share: number): string =>
  `${share > 0 && share < 0.01 ? 1 : share < 1 ? Math.min(99, Math.round(share * 100)) : 100}%`
