import { formatFileSize } from '@footnote/contract/shared/timecode.ts'
import { Check, CircleAlert, Film, Pause, X } from 'lucide-react'
import { useState } from 'react'
import { errorDetail } from '../../../../lib/calls/api-error.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { Button } from '../../../../ui/forms/button.tsx'
import { IconButton } from '../../../../ui/forms/icon-button.tsx'
import { Rule } from '../../../../ui/page/rule.tsx'
import { type BoxFile, stateWords } from './sent-files.ts'

const ICONS = { arrived: Check, left_out: CircleAlert, failed: CircleAlert, paused: Pause, needs_file: Pause } as const

/** A file of a box, and what can be done with it. */
export function SentRow({ file, onRemove }: { file: BoxFile; onRemove: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const { name, size, status, sent } = file
  const Icon = status in ICONS ? ICONS[status as keyof typeof ICONS] : null
  const remove = async () => {
    setBusy(true)
    setRefusal('')
    try {
      await onRemove()
    } catch (error) {
      setRefusal(errorDetail(error, 'That did not work. Please try again.'))
      setBusy(false)
    }
  }
  return (
    <li className={classNames('send-row', `is-${status.replace('_', '-')}`)}>
      <span className="frame frame-empty">
        <Film className="icon" aria-hidden="true" />
      </span>
      <div>
        <div className="send-line">
          <b className="truncate" dir="auto" title={name}>
            {name}
          </b>
          <span className="send-size">{formatFileSize(size)}</span>
        </div>
        <div className="send-line send-state">
          <span className="send-words">
            {Icon && <Icon className="icon" aria-hidden="true" />}
            {refusal || stateWords(file)}
          </span>
          {status === 'arrived' ? (
            <Button variant="ghost" size="sm" busy={busy} onClick={remove} aria-label={`Take back ${name}`}>
              Take back
            </Button>
          ) : (
            <IconButton
              icon={X}
              size="sm"
              busy={busy}
              label={status === 'left_out' ? `Remove ${name} from the list` : `Stop ${name}`}
              onClick={remove}
            />
          )}
        </div>
        {(status === 'sending' || (sent > 0 && status !== 'arrived' && status !== 'left_out')) && (
          <Rule length={size > 0 ? sent / size : 0} label={name} />
        )}
      </div>
    </li>
  )
}
