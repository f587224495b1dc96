import type { Match } from '@footnote/contract/nouns/output/search.ts'
import { formatRange } from '@footnote/contract/shared/timecode.ts'
import { X } from 'lucide-react'
import { useId } from 'react'
import { FieldError } from '../../../../ui/forms/field.tsx'
import { IconButton } from '../../../../ui/forms/icon-button.tsx'
import { Frame } from '../../../../ui/marks/frame.tsx'
import { Tier } from '../../../../ui/marks/tier.tsx'

/** A moment with the comment on it. */
export function MomentField({
  match,
  text,
  onText,
  onLeaveOut,
  error,
}: {
  match: Match
  text: string
  onText: (text: string) => void
  /** Null for the only moment. */
  onLeaveOut: (() => void) | null
  error: string | null
}) {
  const id = useId()
  const { thumbnail_url, start_time, end_time, score, video_name } = match
  const range = formatRange(start_time, end_time)
  return (
    <li className="send-moment">
      <Frame src={thumbnail_url} />
      <div className="min-w-0">
        <div className="send-facts">
          <time>{range}</time>
          <Tier score={score} />
        </div>
        <textarea
          className="input"
          dir="auto"
          rows={2}
          value={text}
          aria-label={`Comment on ${video_name}, ${range}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          onChange={({ target }) => onText(target.value)}
        />
        <FieldError id={id} error={error} />
      </div>
      {onLeaveOut && <IconButton icon={X} size="sm" label={`Leave out ${range}`} onClick={onLeaveOut} />}
    </li>
  )
}
