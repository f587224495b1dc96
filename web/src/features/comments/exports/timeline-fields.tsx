import { EXPORT_RATES, type ExportRate } from '@footnote/contract/nouns/comments/export-formats.ts'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'

export const START_PROBLEM = 'Write a timecode, for example 01:00:00:00'

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
}

/** Where the timeline of an editing program starts, and its rate. */
export function TimelineFields({ start, problem, stated, onStart, rate, onRate }: TimelineProps) {
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
