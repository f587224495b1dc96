import type { ReceivedFile } from '@footnote/contract/nouns/review/sharing/box.ts'
import { formatFileSize } from '@footnote/contract/shared/timecode.ts'
import { useQuery } from '@tanstack/react-query'
import { RelativeTime } from '../../../../ui/marks/relative-time.tsx'
import { NotLoaded } from '../../../../ui/page/not-loaded.tsx'
import { Skeleton } from '../../../../ui/page/skeleton.tsx'
import { receivedQuery } from '../api.ts'

/** Who sent what into a box, and when it arrived. @param name of the box */
export function ReceivedFiles({ id, name }: { id: string; name: string }) {
  const { data, isError, refetch } = useQuery(receivedQuery(id))
  return (
    <section className="box-received" aria-label={`Files of ${name}`} aria-busy={!data && !isError}>
      {!data && isError && <NotLoaded what="The files could not be loaded." onRetry={refetch} />}
      {!data && !isError && <Skeleton className="h-10 w-full" />}
      {data?.length === 0 && <p className="hint">Nobody has sent anything yet.</p>}
      {data && data.length > 0 && (
        <ul>
          {[...Map.groupBy(data, senderOf)].map(([sender, files]) => (
            <li key={sender}>
              <p className="box-sender">
                <bdi className="font-medium">{files[0]?.guest_name ?? 'Somebody without a name'}</bdi>
                {files[0]?.email && <bdi className="text-text-2">{files[0].email}</bdi>}
              </p>
              <ul>
                {files.map((file) => (
                  <File key={file.file_id} file={file} />
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Two guests of one name have different addresses, or are listed as one. */
const senderOf = ({ guest_name, email }: ReceivedFile): string => `${guest_name ?? ''}\n${email ?? ''}`

const File = ({ file: { file_name, file_size, arrived_at } }: { file: ReceivedFile }) => (
  <li className="box-file">
    <span className="truncate" dir="auto" title={file_name}>
      {file_name}
    </span>
    <span className="box-file-facts">
      <span>{formatFileSize(file_size)}</span>
      {arrived_at === null ? <span>On its way</span> : <RelativeTime at={arrived_at} />}
    </span>
  </li>
)
