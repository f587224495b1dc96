import type { VideoDetail } from '@footnote/contract/nouns/videos.ts'
import { EXPORT_RATES, type ExportRate, exactRate } from '@footnote/contract/shared/export-formats.ts'
import { formatSmpte, parseSmpte, smpteLabels } from '@footnote/contract/shared/smpte.ts'
import { type ReactNode, useState } from 'react'
import { errorDetail } from '../../../lib/calls/api-error.ts'
import type { ShareAccess } from '../../../lib/calls/client.ts'
import { Dialog, DialogBody, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SegmentedControl } from '../../../ui/forms/segmented-control.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import { Alert } from '../../../ui/page/alert.tsx'
import { AT_ONE_HOUR, type Choice, OFFERS } from './formats.ts'
import { canMakeStills, StillOptions } from './still-options.tsx'
import { useExport } from './use-export.ts'
import './export-dialog.css'

const START = 'Write a timecode, for example 01:00:00:00'

interface ExportProps {
  video: VideoDetail
  /** The comments that the list shows. */
  commentIds: readonly string[]
  share: ShareAccess | null
  onClose: () => void
}

/** Exports the comments of a video: as a file that comes at once, or as stills that a notification brings. */
export function ExportDialog({ video, commentIds, share, onClose }: ExportProps) {
  const [choice, setChoice] = useState<Choice>('resolve')
  const [filtered, setFiltered] = useState<'all' | 'filtered'>('filtered')
  const [team, setTeam] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const [rate, setRate] = useState<ExportRate>('25')
  const [drawings, setDrawings] = useState(true)
  const { exportFile, makeStills, error, isPending } = useExport(video.id, share, onClose)
  const fixed = rateOf(video)
  const labels = smpteLabels(fixed ?? exactRate(rate), video.timecode)
  const origin = { ...labels, start_frame: 0 }
  const usual = video.timecode
    ? formatSmpte(0, labels)
    : formatSmpte(parseSmpte(AT_ONE_HOUR.includes(choice) ? '1:00:00:00' : '0:00:00:00', origin) ?? 0, origin)
  const start = typed ?? usual
  const problem = parseSmpte(start, origin) === null ? START : null
  const stills = choice === 'stills'
  const run = () =>
    stills
      ? makeStills({ comment_ids: [...commentIds], drawings })
      : exportFile({
          format: choice,
          filtered: filtered === 'filtered',
          team,
          ...(typed !== null && { start }),
          ...(!fixed && { rate }),
        })
  return (
    <Dialog open onClose={onClose} title="Export comments" width="export" locked={isPending}>
      <DialogBody>
        <Formats choice={choice} onChoose={setChoice} guest={share !== null} />
        {stills ? (
          <StillOptions count={commentIds.length} drawings={drawings} disabled={isPending} onDrawings={setDrawings} />
        ) : (
          <>
            <p className="hint">{OFFERS[choice].how}</p>
            <div className="export-row">
              <SegmentedControl
                label="Comments"
                options={[
                  { value: 'filtered', label: `As listed ${commentIds.length}` },
                  { value: 'all', label: 'All' },
                ]}
                value={filtered}
                onChange={setFiltered}
              />
              {share === null && (
                <Checkbox checked={team} onChange={(event) => setTeam(event.target.checked)}>
                  Team-only comments, too
                </Checkbox>
              )}
            </div>
            <div className="export-columns">
              <TextField
                label="Timeline starts at"
                value={start}
                inputMode="numeric"
                maxLength={12}
                error={problem}
                hint={video.timecode ? 'From the timecode of the file.' : 'The first frame of the video.'}
                onChange={(event) => setTyped(event.target.value)}
              />
              {!fixed && (
                <div>
                  <SelectField
                    label="Timeline rate"
                    options={EXPORT_RATES.map((value) => ({ value, label: value }))}
                    value={rate}
                    onChange={setRate}
                  />
                  <p className="hint">
                    Editing programs cannot use the rate of this video. Comments take the nearest frame.
                  </p>
                </div>
              )}
            </div>
          </>
        )}
        {error && <Alert>{errorDetail(error, 'The comments could not be exported. Please try again.')}</Alert>}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button
          variant="primary"
          busy={isPending}
          disabled={stills ? !canMakeStills(commentIds.length) : problem !== null}
          onClick={run}
        >
          {stills ? 'Make stills' : 'Export'}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

/** The rate of the video in frames a second, if editing programs know such a rate. */
function rateOf({ frame_rate }: VideoDetail) {
  return frame_rate && frame_rate.num / frame_rate.den <= 60 ? frame_rate : null
}

function Formats({
  choice,
  onChoose,
  guest,
}: {
  choice: Choice
  onChoose: (choice: Choice) => void
  guest: boolean
}): ReactNode {
  const choices = (Object.keys(OFFERS) as Choice[]).filter((one) => !(guest && one === 'stills'))
  return (
    <fieldset className="export-formats">
      <legend className="label">Format</legend>
      {choices.map((one) => (
        <label key={one} className="export-format">
          <input type="radio" name="format" checked={one === choice} onChange={() => onChoose(one)} />
          <b>{OFFERS[one].name}</b>
          <span>{OFFERS[one].kind}</span>
        </label>
      ))}
    </fieldset>
  )
}
