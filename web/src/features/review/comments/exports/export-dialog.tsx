import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import { type ExportRate, exactRate } from '@footnote/contract/nouns/review/comments/export-formats.ts'
import { timelineRate } from '@footnote/contract/shared/timeline.ts'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { errorDetail } from '../../../../lib/calls/api-error.ts'
import type { ShareAccess } from '../../../../lib/calls/client.ts'
import type { Marker } from '../../../../player/player-props.ts'
import { Dialog, DialogBody, DialogFooter } from '../../../../ui/dialogs/dialog.tsx'
import { Button, ButtonLink } from '../../../../ui/forms/button.tsx'
import { Checkbox } from '../../../../ui/forms/checkbox.tsx'
import { SegmentedControl } from '../../../../ui/forms/segmented-control.tsx'
import { Alert } from '../../../../ui/page/alert.tsx'
import { readFilter } from '../list/filter.ts'
import { ExportPreview } from './export-preview.tsx'
import { FormatChoice } from './format-choice.tsx'
import { type Choice, hoursOf, isExact, OFFERS } from './formats.ts'
import { keepChoice, keptChoice } from './kept-choice.ts'
import { printAddress } from './print-address.ts'
import { canMakeStills, StillOptions } from './still-options.tsx'
import { TimelineFields } from './timeline-fields.tsx'
import { type ExportOptions, useExport } from './use-export.ts'
import { useTimelineStart } from './use-timeline-start.ts'
import './export-dialog.css'

/** A comment that the list shows. */
export type ListedComment = Pick<Marker, 'id' | 'team'>

interface ExportProps {
  video: VideoDetail
  listed: readonly ListedComment[]
  share: ShareAccess | null
  onClose: () => void
}

/**
 * Exports the comments of a video: as a file that comes at once, as a page for paper, or as stills that a notification
 * brings. Keeps the format for the next time, but never the choice of team-only comments.
 */
export function ExportDialog({ video, listed, share, onClose }: ExportProps) {
  const [choice, setChoice] = useState<Choice>(() => keptChoice(share !== null))
  const [filtered, setFiltered] = useState<'all' | 'filtered'>('filtered')
  const [team, setTeam] = useState(false)
  const [rate, setRate] = useState<ExportRate>('25')
  const [drawings, setDrawings] = useState(true)
  const { exportFile, makeStills, error, isPending } = useExport(video.id, share, onClose)
  const fixed = timelineRate(video.frame_rate)
  const { asked, ...timeline } = useTimelineStart({
    rate: fixed ?? exactRate(rate),
    timecode: video.timecode,
    hours: hoursOf(choice),
  })
  const { pathname, search } = useLocation()
  const filter = readFilter(new URLSearchParams(search))
  // A list of team-only comments is asked for with them.
  const written = listed.filter((comment) => team || filter.kinds.includes('team') || !comment.team)
  const wanted: ExportOptions | null =
    choice === 'stills' || choice === 'print'
      ? null
      : {
          format: choice,
          filtered: filtered === 'filtered',
          team,
          ...(asked !== null && { start: asked }),
          ...(!fixed && { rate }),
        }
  const run = () => {
    keepChoice(choice)
    if (wanted) exportFile(wanted)
    else if (choice === 'stills') makeStills({ comment_ids: listed.map(({ id }) => id), drawings })
  }
  const stills = choice === 'stills'
  const print = choice === 'print'
  const refused = isExact(choice) ? video.frames_note : null
  const paper = () => printAddress(pathname, filtered === 'filtered' ? filter : null, team)
  return (
    <Dialog open onClose={onClose} title="Export comments" width="export" locked={isPending}>
      <DialogBody>
        <FormatChoice choice={choice} onChoose={setChoice} guest={share !== null} />
        {refused ? (
          <Alert kind="warn">{`${refused} Markdown, Text and Print need no exact frames.`}</Alert>
        ) : stills ? (
          <StillOptions count={listed.length} drawings={drawings} disabled={isPending} onDrawings={setDrawings} />
        ) : (
          <>
            <p className="hint">{OFFERS[choice].how}</p>
            <div className="export-row">
              <SegmentedControl
                label="Comments"
                options={[
                  { value: 'filtered', label: `As listed ${written.length}` },
                  { value: 'all', label: 'All' },
                ]}
                value={filtered}
                onChange={setFiltered}
              />
              {share === null && (
                <Checkbox checked={team} onChange={(event) => setTeam(event.target.checked)}>
                  Team-only comments too
                </Checkbox>
              )}
            </div>
            {!print && (
              <TimelineFields
                {...timeline}
                stated={video.timecode !== null}
                rate={fixed ? null : rate}
                onRate={setRate}
              />
            )}
            {!print && (
              <ExportPreview video_id={video.id} share={share} wanted={timeline.problem === null ? wanted : null} />
            )}
          </>
        )}
        {error && <Alert>{errorDetail(error, 'The comments could not be exported. Please try again.')}</Alert>}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        {print ? (
          <ButtonLink variant="primary" to={paper()} onClick={run}>
            Open page
          </ButtonLink>
        ) : (
          <Button
            variant="primary"
            busy={isPending}
            disabled={Boolean(refused) || (stills ? !canMakeStills(listed.length) : timeline.problem !== null)}
            onClick={run}
          >
            {stills ? 'Make stills' : 'Export'}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}
