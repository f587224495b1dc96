import { formatFileSize } from '@footnote/contract/shared/timecode.ts'
import { Film, Upload, X } from 'lucide-react'
import { useState } from 'react'
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Alert } from '../../ui/page/alert.tsx'
import { addUploads } from './upload-store.ts'
import { type ChosenVideos, useVideoDrop } from './use-video-drop.ts'
import './uploads.css'

interface UploadProps {
  onClose: () => void
  collectionId: string
  /** Videos that were dropped on the page earlier. */
  chosen?: ChosenVideos | null
}

/** Asks for videos to upload to a collection; the upload panel then shows their progress. */
export function UploadDialog({ open, ...props }: UploadProps & { open: boolean }) {
  return open ? <UploadForm {...props} /> : null
}

const total = (files: readonly File[]): number => files.reduce((sum, file) => sum + file.size, 0)

function UploadForm({ onClose, collectionId, chosen }: UploadProps) {
  const [files, setFiles] = useState<readonly File[]>(chosen?.files ?? [])
  const [refused, setRefused] = useState<string | null>(chosen?.refusal ?? null)
  const drop = useVideoDrop((more) => {
    setFiles((before) => [...before, ...more.files])
    setRefused(more.refusal)
  })
  const upload = () => {
    addUploads(collectionId, files)
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title="Upload Videos" width="wide">
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
        {files.length > 0 && (
          <ChosenFiles files={files} onRemove={(file) => setFiles(files.filter((other) => other !== file))} />
        )}
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

function ChosenFiles({ files, onRemove }: { files: readonly File[]; onRemove: (file: File) => void }) {
  return (
    <ul className="max-h-[240px] overflow-y-auto">
      {files.map((file, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice
        <li key={place} className="chosen-file">
          <Film className="icon text-text-2" aria-hidden="true" />
          <span className="min-w-0 flex-1 truncate" dir="auto" title={file.name}>
            {file.name}
          </span>
          <span className="text-xs text-text-2 tabular-nums">{formatFileSize(file.size)}</span>
          <Button
            variant="ghost"
            size="sm"
            className="btn-icon"
            aria-label={`Remove ${file.name}`}
            onClick={() => onRemove(file)}
          >
            <X className="icon icon-sm" aria-hidden="true" />
          </Button>
        </li>
      ))}
    </ul>
  )
}
