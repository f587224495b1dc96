import { EXPORT_RATES, type ExportRate } from '@footnote/contract/nouns/review/comments/export-formats.ts'
import { TextField } from '../../../../ui/forms/field.tsx'
import { SegmentedControl } from '../../../../ui/forms/segmented-control.tsx'
import { SelectField } from '../../../../ui/forms/select.tsx'

interface TimelineProps {
  /** Timecode of the first frame, as typed. */
  start: string
  problem: string | null
  /** Whether the file states a timecode. */
  stated: boolean
  onStart: (start: string) => void
  /** Null when the rate of the video is one that editing programs know. */
  rate: ExportRate | null
  onRate: (rate: ExportRate) => void
  /** Whether labels are counted in drop-frame; null where nobody chooses it. */
  drop?: boolean | null
  onDrop?: (drop: boolean) => void
}

const COUNTINGS = [
  { value: 'drop', label: 'Drop-frame' },
  { value: 'non-drop', label: 'Non-drop' },
] as const

/** Where the timeline of an editing program starts, and its rate. */
export function TimelineFields({ start, problem, stated, onStart, rate, onRate, drop, onDrop }: TimelineProps) {
  return (
    <div className="export-columns">
      <TextField
        label="Timeline starts at"
        value={start}
        inputMode="numeric"
        maxLength={12}
        error={problem}
        hint={stated ? 'From the timecode of the file.' : 'The first frame of the video.'}
        onChange={(event) => onStart(event.target.value)}
      />
      {onDrop && drop != null && (
        <div className="field">
          <span className="label" aria-hidden="true">
            Timecode
          </span>
          <div className="export-row">
            <SegmentedControl
              label="Timecode"
              options={COUNTINGS}
              value={drop ? 'drop' : 'non-drop'}
              onChange={(value) => onDrop(value === 'drop')}
            />
          </div>
          <p className="hint">
            Choose what the timeline in your program has. The two drift apart by 3.6 seconds an hour.
          </p>
        </div>
      )}
      {rate && (
        <div>
          <SelectField
            label="Timeline rate"
            options={EXPORT_RATES.map((value) => ({ value, label: value }))}
            value={rate}
            onChange={onRate}
          />
          <p className="hint">Editing programs cannot use the rate of this video. Comments take the nearest frame.</p>
        </div>
      )}
    </div>
  )
}
