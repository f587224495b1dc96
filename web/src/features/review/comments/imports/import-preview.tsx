import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import type { FoundComment, ImportResult } from '@footnote/contract/nouns/review/comments/imports.ts'
import { frameAt, timingFrom } from '@footnote/contract/shared/frames.ts'
import { formatPosition } from '@footnote/contract/shared/timecode.ts'
import { useMemo } from 'react'
import { Alert } from '../../../../ui/page/alert.tsx'

/** Rows that are drawn; more would slow the dialog down. */
const DRAWN = 200

/** What a file would import: its comments, those that are here already, and lines that are none. */
export function ImportPreview({ video, result }: { video: VideoDetail; result: ImportResult }) {
  const { preview, present, skipped, skipped_total } = result
  const fresh = preview.length - present
  const roots = useMemo(() => preview.slice(0, DRAWN), [preview])
  return (
    <>
      {preview.length > 0 && (
        <div>
          <p className="label" role="status">
            {`${fresh} new ${fresh === 1 ? 'comment' : 'comments'}${present > 0 ? `, ${present} here already` : ''}`}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
          <ul className="import-rows" tabIndex={0} aria-label="Comments of the file">
            {roots.map((comment) => (
              <Row key={`${comment.line} ${comment.depth}`} comment={comment} video={video} />
            ))}
            {preview.length > DRAWN && <li className="import-more">{`And ${preview.length - DRAWN} more`}</li>}
          </ul>
        </div>
      )}
      {preview.length === 0 && <Alert kind="warn">The file has no comment that fits. The lines below say why.</Alert>}
      {skipped_total > 0 && (
        <details className="import-skipped" open={preview.length === 0}>
          <summary>{skipped_total === 1 ? '1 line is no comment' : `${skipped_total} lines are no comments`}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
          <ul className="import-rows" tabIndex={0} aria-label="Lines that are not comments">
            {skipped.map(({ line, why }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line may be named twice
              <li key={`${line} ${place}`}>
                <span className="import-place">{`Line ${line}`}</span>
                <span className="import-words">{why}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function Row({ comment, video }: { comment: FoundComment; video: VideoDetail }) {
  const { start_time, end_time, content, author, depth, resolved, visibility, present } = comment
  const timing = timingFrom(video.frame_rate, video.frame_times)
  const at = (time: number) => (timing ? formatPosition(frameAt(timing, time), timing, 'smpte', video.timecode) : '')
  const facts = [
    author,
    resolved && 'resolved',
    visibility === 'team' && depth === 0 && 'team only',
    present && 'here already',
  ].filter(Boolean)
  return (
    <li data-present={present || undefined}>
      <span className="import-place" data-reply={depth > 0 || undefined}>
        {depth > 0 ? 'Reply' : `${at(start_time)}${end_time === null ? '' : ` – ${at(end_time)}`}`}
      </span>
      <span className="import-words">
        <span dir="auto">{content}</span>
        {facts.length > 0 && <span className="import-facts">{facts.join(' · ')}</span>}
      </span>
    </li>
  )
}
