import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import { type ExportRate, exactRate } from '@footnote/contract/nouns/review/comments/export-formats.ts'
import { timelineRate } from '@footnote/contract/shared/timeline.ts'
import { useState } from 'react'
import { errorDetail } from '../../../../lib/calls/api-error.ts'
import { Dialog, DialogBody, DialogFooter } from '../../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../../ui/forms/button.tsx'
import { Alert } from '../../../../ui/page/alert.tsx'
import { Spinner } from '../../../../ui/page/spinner.tsx'
import { TimelineFields } from '../exports/timeline-fields.tsx'
import { startProblem } from '../exports/use-timeline-start.ts'
import { FileDrop } from './file-drop.tsx'
import { ImportPreview } from './import-preview.tsx'
import { type ChosenFile, readCommentFile } from './read-file.ts'
import { useImport } from './use-import.tsx'
import './import-dialog.css'

const KINDS = {
  edl: 'EDL, markers',
  resolve: 'EDL, markers',
  avid: 'Avid, markers',
  csv: 'Table',
  fcpxml: 'FCPXML, markers',
  premiere: 'XML, markers',
  otio: 'OpenTimelineIO, markers',
} as const

/**
 * Imports comments from a file: shows what it holds, and writes only after a second press. A failure keeps the file.
 * The import can be undone from the message that follows.
 */
export function ImportDialog({ video, onClose }: { video: VideoDetail; onClose: () => void }) {
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [rate, setRate] = useState<ExportRate>('25')
  const fixed = timelineRate(video.frame_rate)
  const problem = typed === null ? null : startProblem(typed, fixed ?? exactRate(rate))
  const { preview, reading, failure, write, isPending } = useImport(
    { video_id: video.id, file, start: problem === null ? typed : null, rate: fixed ? null : rate },
    onClose,
  )
  const choose = async (chosen: File) => {
    const read = await readCommentFile(chosen)
    setRefused(typeof read === 'string' ? read : null)
    if (typeof read === 'string') return
    setFile(read)
    setTyped(null)
  }
  const fresh = preview ? preview.preview.length - preview.present : 0
  const named = preview?.preview.some(({ author }) => author !== null)
  const start = typed ?? preview?.start
  return (
    <Dialog open onClose={onClose} title="Import comments" width="export" locked={isPending}>
      <DialogBody className="import-body">
        <FileDrop
          chosen={file && { name: file.name, kind: KINDS[file.format] }}
          locked={isPending}
          onFile={(chosen) => void choose(chosen)}
        />
        {refused && <Alert>{refused}</Alert>}
        {file && start != null && (
          <TimelineFields
            start={start}
            problem={problem}
            stated={video.timecode !== null && typed === null}
            onStart={setTyped}
            rate={fixed ? null : rate}
            onRate={setRate}
          />
        )}
        {failure && <Alert>{errorDetail(failure, 'The file could not be imported. Please try again.')}</Alert>}
        {file && !preview && reading && <Spinner label="Reading the file" />}
        {preview && !failure && <ImportPreview video={video} result={preview} />}
        {preview && fresh > 0 && (
          <p className="hint">
            {named ? 'The comments will be yours. Each names the person who wrote it.' : 'The comments will be yours.'}
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button
          variant="primary"
          busy={isPending}
          disabled={!file || fresh === 0 || problem !== null || reading}
          onClick={() => file && write(file)}
        >
          {fresh === 0 ? 'Import' : `Import ${fresh} ${fresh === 1 ? 'comment' : 'comments'}`}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
