import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import { frameAt, frameMiddle, timingFrom } from '@footnote/contract/shared/frames.ts'
import { commentPlace, formatDate } from '@footnote/contract/shared/timecode.ts'
import { hasStream } from '@footnote/contract/shared/video-status.ts'
import { useIsFetching, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { errorDetail } from '../../../../lib/calls/api-error.ts'
import type { ShareAccess } from '../../../../lib/calls/client.ts'
import { Button, ButtonLink } from '../../../../ui/forms/button.tsx'
import { Checkbox } from '../../../../ui/forms/checkbox.tsx'
import { Alert } from '../../../../ui/page/alert.tsx'
import { Skeleton } from '../../../../ui/page/skeleton.tsx'
import { commentsApi } from '../comments-api.ts'
import { readFilter } from '../list/filter.ts'
import { FrameReader } from './frame-reader.ts'
import { filterWords } from './print-words.ts'
import { PrintedStill } from './printed-still.tsx'
import { PrintedThread } from './printed-thread.tsx'
import { readThreads, type Thread } from './threads.ts'
import './print.css'

interface PrintPageProps {
  video: VideoDetail
  /** The share link that opened the page; null for signed-in people. */
  share: ShareAccess | null
  /** Address of the review. */
  back: string
}

/** The comments that the filter of the address shows, on paper. Team-only ones need a choice. */
export function PrintPage({ video, share, back }: PrintPageProps) {
  const [search, setSearch] = useSearchParams()
  const filter = useMemo(() => readFilter(search), [search])
  const [drawn, setDrawn] = useState(0)
  const only = filter.kinds.includes('team')
  const team = only || search.get('team') === 'true'
  const { data, error, refetch } = useQuery({
    queryKey: ['print', video.id, filter, team],
    queryFn: ({ signal }) => readThreads(commentsApi(video.id, video.collection_id, share), filter, team, signal),
    // Paper does not follow the discussion: a comment that comes now would move the others.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const drawings = useIsFetching({ queryKey: ['drawing', video.id] })
  const stills = hasStream(video) && video.stream_url !== null ? (data?.threads.length ?? 0) : 0
  const ready = data !== undefined && drawn >= stills && drawings === 0
  const chooseTeam = (on: boolean) => {
    setDrawn(0)
    setSearch(
      (current) => {
        const next = new URLSearchParams(current)
        on ? next.set('team', 'true') : next.delete('team')
        return next
      },
      { replace: true },
    )
  }
  return (
    <main className="print-page">
      <title>{`${video.file_name}, version ${video.version}, comments`}</title>
      <div className="print-tools">
        <ButtonLink to={back}>Back</ButtonLink>
        {share === null && !only && data && data.team_only > 0 && (
          <Checkbox checked={team} onChange={(event) => chooseTeam(event.target.checked)}>
            {`Team-only comments too (${data.team_only})`}
          </Checkbox>
        )}
        <span className="flex-1" />
        {data && !ready && <span className="faint">{`Reading pictures: ${Math.min(drawn, stills)} of ${stills}`}</span>}
        <span className="sr-only" role="status">
          {ready && stills > 0 && 'The pictures are there.'}
        </span>
        <Button variant="primary" disabled={!ready || data.threads.length === 0} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <article className="sheet" data-theme="light" aria-busy={!data && !error}>
        <header>
          <h1 dir="auto">{video.file_name}</h1>
          <p>{`Version ${video.version}. ${filterWords(filter, data?.threads ?? [])}${data ? ` (${data.threads.length})` : ''}. ${formatDate(new Date())}.`}</p>
        </header>
        {error && !data && (
          <Alert action={<Button onClick={() => void refetch()}>Retry</Button>}>
            {errorDetail(error, 'Comments could not be loaded.')}
          </Alert>
        )}
        {!data && !error && <Waiting />}
        {data?.threads.length === 0 && (
          <p>There is no comment to print. Change the filter, or write a comment first.</p>
        )}
        {data && (
          <Threads
            key={String(team)}
            threads={data.threads}
            video={video}
            share={share}
            onSettled={() => setDrawn((count) => count + 1)}
          />
        )}
      </article>
    </main>
  )
}

function Waiting() {
  return (
    <div className="printed-root">
      <Skeleton className="aspect-video w-full" />
      <div>
        <Skeleton className="h-4 w-32" />
        <Skeleton className="mt-3 h-4 w-full" />
      </div>
    </div>
  )
}

function Threads({
  threads,
  video,
  share,
  onSettled,
}: Omit<PrintPageProps, 'back'> & { threads: readonly Thread[]; onSettled: () => void }) {
  const reader = useReader(video)
  const timing = timingFrom(video.frame_rate, video.frame_times)
  return (
    <ol aria-label="Comments">
      {threads.map((thread) => {
        const { id, start_time, has_drawing } = thread.comment
        return (
          <PrintedThread
            key={id}
            thread={thread}
            place={commentPlace(thread.comment, timing, video.timecode)}
            still={
              reader && (
                <PrintedStill
                  reader={reader}
                  seconds={timing ? frameMiddle(timing, frameAt(timing, start_time)) : start_time}
                  drawn={has_drawing ? { video_id: video.id, id } : null}
                  share={share}
                  onSettled={onSettled}
                />
              )
            }
          />
        )
      })}
    </ol>
  )
}

/** Reads frames of the video; null for one that has no stream. A renewed address does not begin again. */
function useReader(video: VideoDetail): FrameReader | null {
  const [address] = useState(hasStream(video) ? video.stream_url : null)
  const [reader, setReader] = useState<FrameReader | null>(null)
  useEffect(() => {
    if (address === null) return
    const opened = new FrameReader(address)
    setReader(opened)
    return () => opened.close()
  }, [address])
  return reader
}
