import { formatMoment } from '@footnote/contract/shared/timecode.ts'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { errorDetail } from '../../../lib/calls/api-error.ts'
import { DialogBody, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Alert } from '../../../ui/page/alert.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { NotLoaded } from '../../../ui/page/not-loaded.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { logQuery, useLogFile } from './api.ts'
import { entryWords, statusWords } from './log-words.ts'

/** Everything that happened to the approval, newest first, and as a file. */
export function HistoryView({
  video,
  onBack,
}: {
  video: { readonly id: string; readonly version: number }
  onBack: () => void
}) {
  const { data, isError, refetch } = useQuery(logQuery(video.id))
  const file = useLogFile(video.id)
  return (
    <>
      <DialogBody>
        {file.error && <Alert>{errorDetail(file.error, 'The file was not downloaded. Try again.')}</Alert>}
        {data?.length === 0 && (
          <EmptyState fact="Nothing has happened yet" next="Requests and verdicts are kept here." />
        )}
        {data && data.length > 0 && (
          <ol className="approval-log" reversed aria-label="History">
            {data.toReversed().map((entry) => (
              <li key={entry.id}>
                <p>
                  <span dir="auto">{entryWords(entry)}</span>{' '}
                  <time dateTime={entry.at}>{formatMoment(new Date(entry.at))}</time>
                </p>
                {entry.after.note && (
                  <p className="approval-note" dir="auto">
                    {entry.after.note}
                  </p>
                )}
                {statusWords(entry) && <p className="approval-change">{statusWords(entry)}</p>}
              </li>
            ))}
          </ol>
        )}
        {!data &&
          (isError ? (
            <NotLoaded what="The history could not be loaded." onRetry={refetch} />
          ) : (
            <Skeleton className="h-[132px]" />
          ))}
      </DialogBody>
      <DialogFooter>
        <Button
          className="mr-auto"
          busy={file.isPending}
          disabled={!data || data.length === 0}
          onClick={() => file.mutate()}
        >
          <Download className="icon" aria-hidden="true" />
          Download CSV
        </Button>
        <Button onClick={onBack}>Back</Button>
      </DialogFooter>
    </>
  )
}
