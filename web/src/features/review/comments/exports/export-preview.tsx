import { errorDetail } from '../../../../lib/calls/api-error.ts'
import type { ShareAccess } from '../../../../lib/calls/client.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { type ExportOptions, usePreview } from './use-export.ts'

interface PreviewProps {
  video_id: string
  share: ShareAccess | null
  /** Null while the options make no file. */
  wanted: ExportOptions | null
}

/** The name of the file that would be written, its first lines, and how many comments it would have. */
export function ExportPreview({ video_id, share, wanted }: PreviewProps) {
  const { data, error, isFetching } = usePreview(video_id, share, wanted)
  const shown = wanted && !error ? data : undefined
  return (
    <section className="export-preview" aria-label="Preview" aria-busy={isFetching}>
      <p className="label" role="status">
        {wanted && shown ? headOf(shown, wanted.format) : 'Preview'}
      </p>
      <div className={classNames('export-lines', isFetching && 'is-old')}>
        {shown?.lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a file have no other names
          <div key={place}>{line}</div>
        ))}
        {!shown && (
          <div>
            {error
              ? errorDetail(error, 'The preview failed.')
              : isFetching
                ? 'Reading the comments…'
                : 'Choose a start to see the first lines.'}
          </div>
        )}
      </div>
      {shown && <p className="hint truncate">{shown.file_name}</p>}
    </section>
  )
}

/** For example `Preview, 3 of 5 markers`. */
function headOf(
  { count, lines }: { count: number; lines: readonly string[] },
  format: ExportOptions['format'],
): string {
  const noun = format === 'resolve' || format === 'avid' ? 'marker' : 'comment'
  if (count === 0) return `Preview: the file has no ${noun}s`
  if (lines.length >= count) return `Preview, ${count} ${count === 1 ? noun : `${noun}s`}`
  return `Preview, ${lines.length} of ${count} ${noun}s`
}
