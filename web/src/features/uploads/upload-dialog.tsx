import { UPLOAD } from '@footnote/contract/limits.ts'
import { formatFileSize } from '@footnote/contract/timecode.ts'
import { Film, Upload, X } from 'lucide-react'
import { useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog.tsx'
import { addUploads } from './upload-store.ts'
import './uploads.css'

/** Asks for videos to upload into a collection; progress then lives in the panel. */
export function UploadDialog({
  open,
  onClose,
  collectionId,
}: {
  open: boolean
  onClose: () => void
  collectionId: string
}) {
  return open ? <UploadForm onClose={onClose} collectionId={collectionId} /> : null
}

/** Endings of videos to which browsers give no type, or none of a video. */
const UNTYPED = ['.mkv', '.avi', '.mts', '.m2ts', '.ts', '.flv', '.wmv', '.mpg', '.mpeg', '.3gp', '.ogv']

const total = (files: readonly File[]): number => files.reduce((sum, file) => sum + file.size, 0)

function UploadForm({ onClose, collectionId }: { onClose: () => void; collectionId: string }) {
  const [files, setFiles] = useState<readonly File[]>([])
  const [refused, setRefused] = useState<string | null>(null)
  const drop = useDropzone({
    // Endings take the place of a wildcard beside which they stand, so they stand beside one type.
    accept: { 'video/*': [], 'video/x-matroska': UNTYPED },
    noKeyboard: true,
    maxSize: UPLOAD.max_bytes,
    onDrop: (accepted, rejected) => {
      setFiles((chosen) => [...chosen, ...accepted])
      setRefused(rejected.length > 0 ? refusal(rejected.map(({ file }) => file)) : null)
    },
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
            <button type="button" className="underline underline-offset-3">
              browse
            </button>
          </span>
          <span className="text-xs text-text-2">Video files only. Several at once are welcome.</span>
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

function refusal(files: readonly File[]): string {
  const names = files.map(({ name }) => name).join(', ')
  return files.some(({ size }) => size > UPLOAD.max_bytes)
    ? `Only videos of up to 20 GB can be uploaded. Left out: ${names}`
    : `Only video files can be uploaded. Left out: ${names}`
}

function ChosenFiles({ files, onRemove }: { files: readonly File[]; onRemove: (file: File) => void }) {
  return (
    <ul className="max-h-[240px] overflow-y-auto">
      {files.map((file, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice
        <li key={place} className="chosen-file">
          <Film className="icon text-text-2" aria-hidden="true" />
          <span className="min-w-0 flex-1 truncate" title={file.name}>
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
