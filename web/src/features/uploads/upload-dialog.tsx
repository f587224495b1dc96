import { formatFileSize } from '@footnote/contract/shared/timecode.ts'
import { Film, Upload, X } from 'lucide-react'
import { useState } from 'react'
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Alert } from '../../ui/page/alert.tsx'
import { addUploads } from './upload-store.ts'
import { type ChosenVideos, useVideoDrop, type VersionTarget } from './use-video-drop.ts'
import './uploads.css'

interface UploadProps {
  onClose: () => void
  collectionId: string
  /** Videos that were dropped on the page earlier. */
  chosen?: ChosenVideos | null
  /** The video that gets new versions; null for videos of their own. */
  onto?: VersionTarget | null
  /** The video whose name is like that of a file, if any: the file may be a version of it. */
  alike?: (fileName: string) => VersionTarget | null
}

/** A chosen file, the video that it may be a version of, and whether it becomes one. */
interface ChosenFile {
  readonly file: File
  readonly target: VersionTarget | null
  readonly as_version: boolean
}

/** Asks for videos to upload to a collection; the upload panel then shows their progress. */
export function UploadDialog({ open, ...props }: UploadProps & { open: boolean }) {
  return open ? <UploadForm {...props} /> : null
}

const total = (chosen: readonly ChosenFile[]): number => chosen.reduce((sum, { file }) => sum + file.size, 0)

function UploadForm({ onClose, collectionId, chosen, onto = null, alike = () => null }: UploadProps) {
  const choose = ({ files: added, onto: dropped_on }: ChosenVideos): ChosenFile[] =>
    added.map((file) => {
      const target = onto ?? dropped_on ?? alike(file.name)
      return { file, target, as_version: target !== null }
    })
  const [files, setFiles] = useState<readonly ChosenFile[]>(() => (chosen ? choose(chosen) : []))
  const [refused, setRefused] = useState<string | null>(chosen?.refusal ?? null)
  const drop = useVideoDrop((more) => {
    setFiles((before) => [...before, ...choose(more)])
    setRefused(more.refusal)
  })
  const upload = () => {
    addUploads(
      collectionId,
      files.map(({ file, target, as_version }) => ({
        file,
        version_of: as_version && target ? target.video_id : null,
      })),
    )
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title={onto ? `New version of ${onto.file_name}` : 'Upload Videos'} width="wide">
      <DialogBody className="grid gap-4">
        <div className="drop" data-over={drop.isDragActive || undefined} {...drop.getRootProps()}>
          <input {...drop.getInputProps()} />
          <Upload className="icon" aria-hidden="true" />
          <span className="font-semibold">
            Drag videos here, or{' '}
            <button type="button" className="drop-browse">
              browse
            </button>
          </span>
          <span className="text-xs text-text-2">Video files only. You can add several at once.</span>
        </div>
        {refused && <Alert kind="warn">{refused}</Alert>}
        {files.length > 0 && <ChosenFiles files={files} asks={onto === null} onChange={setFiles} />}
      </DialogBody>
      <DialogFooter>
        {files.length > 0 && (
          <span className="mr-auto text-xs text-text-2 tabular-nums">
            {files.length} {files.length === 1 ? 'file' : 'files'}, {formatFileSize(total(files))}
          </span>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" disabled={files.length === 0} onClick={upload}>
          Upload
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function ChosenFiles({
  files,
  asks,
  onChange,
}: {
  files: readonly ChosenFile[]
  /** Whether a file may also become a video of its own. */
  asks: boolean
  onChange: (files: readonly ChosenFile[]) => void
}) {
  return (
    <ul className="max-h-[240px] overflow-y-auto">
      {files.map((chosen, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice
        <li key={place}>
          <div className="chosen-file">
            <Film className="icon text-text-2" aria-hidden="true" />
            <span className="min-w-0 flex-1 truncate" dir="auto" title={chosen.file.name}>
              {chosen.file.name}
            </span>
            <span className="text-xs text-text-2 tabular-nums">{formatFileSize(chosen.file.size)}</span>
            <Button
              variant="ghost"
              size="sm"
              className="btn-icon"
              aria-label={`Remove ${chosen.file.name}`}
              onClick={() => onChange(files.filter((other) => other !== chosen))}
            >
              <X className="icon icon-sm" aria-hidden="true" />
            </Button>
          </div>
          {asks && chosen.target && (
            <VersionChoice
              name={chosen.file.name}
              target={chosen.target}
              chosen={chosen.as_version}
              onChoose={(as_version) =>
                onChange(files.map((other) => (other === chosen ? { ...chosen, as_version } : other)))
              }
            />
          )}
        </li>
      ))}
    </ul>
  )
}

/** Asks whether a file is a version of a video. */
function VersionChoice({
  name,
  target,
  chosen,
  onChoose,
}: {
  name: string
  target: VersionTarget
  chosen: boolean
  onChoose: (as_version: boolean) => void
}) {
  const choices = [
    [true, `Add as version ${target.version} of ${target.file_name}`],
    [false, 'Upload separately'],
  ] as const
  return (
    <fieldset className="version-choice">
      <legend className="sr-only">{name}</legend>
      {choices.map(([as_version, label]) => (
        <label key={label}>
          <input type="radio" checked={chosen === as_version} onChange={() => onChoose(as_version)} />
          <span className="min-w-0 truncate" title={label}>
            {label}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
