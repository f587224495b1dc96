import { formatFileSize } from '@footnote/contract/shared/timecode.ts'
import { Link2, Upload } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { errorDetail } from '../../../lib/calls/api-error.ts'
import { Dialog, DialogBody, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { lazyPart } from '../../../ui/overlays/lazy-part.tsx'
import { Alert } from '../../../ui/page/alert.tsx'
import { type ChosenFile, ChosenFiles, SHOWN } from './chosen-files.tsx'
import { FolderChoice } from './folder-choice.tsx'
import { bySubFolder, pathOf } from './folders.ts'
import { pickFolder } from './pick-files.ts'
import { collectionsOf, type Pattern } from './queue/folder-collections.ts'
import { addUploads } from './queue/queue.ts'
import { isVideo, useUnfit } from './unfit.ts'
import { type ChosenVideos, sortOut, useVideoDrop, type VersionTarget } from './use-video-drop.ts'
import './drops.css'
import './uploads.css'

const LinkDialog = lazyPart(async () => (await import('./links/link-dialog.tsx')).LinkDialog)

interface UploadProps {
  onClose: () => void
  collectionId: string
  /** The collection, if its person may create others like it for the sub-folders of a folder. */
  collection?: Pattern
  /** Videos that were dropped on the page earlier. */
  chosen?: ChosenVideos | null
  /** The video that gets new versions; null for videos of their own. */
  onto?: VersionTarget | null
  /** The video whose name is like that of a file, if any: the file may be a version of it. */
  alike?: (fileName: string) => VersionTarget | null
}

const total = (chosen: readonly ChosenFile[]): number => chosen.reduce((sum, { file }) => sum + file.size, 0)

/** Asks for videos to upload to a collection; the upload panel then shows their progress. */
export function UploadDialog({
  onClose,
  collectionId,
  collection,
  chosen,
  onto = null,
  alike = () => null,
}: UploadProps) {
  const choose = ({ files: added, onto: dropped_on }: ChosenVideos): ChosenFile[] =>
    added.map((file) => {
      // A folder that is dropped again has the same names: it must not offer a version of each.
      const target = onto ?? dropped_on ?? (pathOf(file) ? null : alike(file.name))
      return { file, target, as_version: target !== null }
    })
  const [files, setFiles] = useState<readonly ChosenFile[]>(() => (chosen ? choose(chosen) : []))
  const [refused, setRefused] = useState<string | null>(chosen?.refusal ?? null)
  const [perFolder, setPerFolder] = useState(chosen?.per_folder ?? false)
  const [busy, setBusy] = useState(false)
  const [linking, setLinking] = useState(false)
  const add = (more: ChosenVideos) => {
    setFiles((before) => [...before, ...choose(more)])
    setRefused(more.refusal)
  }
  const drop = useVideoDrop(add)
  const addFolder = async (event: MouseEvent) => {
    // The area around the button opens the chooser of files.
    event.stopPropagation()
    const chosen = await pickFolder()
    if (chosen.length > 0)
      add(
        sortOut(
          chosen.filter(isVideo),
          chosen.filter((file) => !isVideo(file)),
        ),
      )
  }
  const unfit = useUnfit(files, SHOWN)
  const fit = files.filter(({ file }) => !unfit.has(file))
  const folders = bySubFolder(fit)
  const names = [...folders.keys()].filter((name) => name !== null)
  const asks = onto === null && collection !== undefined && names.length > 0
  const upload = async () => {
    setBusy(true)
    try {
      const ids = asks && perFolder ? await collectionsOf(names, collection) : new Map<string, string>()
      const placed = [...folders].flatMap(([name, some]) =>
        some.map((one) => ({ ...one, collection_id: ids.get(name ?? '') ?? collectionId })),
      )
      addUploads(
        placed.map(({ file, target, as_version, collection_id }) => ({
          file,
          handle: file.handle ?? null,
          collection_id,
          version_of: as_version && target ? target.video_id : null,
          relative_path: pathOf(file),
        })),
      )
      onClose()
    } catch (error) {
      setRefused(errorDetail(error, 'The collections could not be created. Try again.'))
      setBusy(false)
    }
  }
  if (linking) {
    const back = () => setLinking(false)
    return <LinkDialog collectionId={collectionId} onClose={onClose} onBack={back} onMissing={back} />
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
          <span className="text-xs text-text-2">
            {onto ? (
              'Video files only. Several files become several versions, in their order.'
            ) : (
              <>
                Video files only. You can add several at once, or{' '}
                <button type="button" className="drop-browse" onClick={addFolder}>
                  choose a folder
                </button>
                .
              </>
            )}
          </span>
        </div>
        {refused && <Alert kind="warn">{refused}</Alert>}
        {asks && (
          <FolderChoice collection={collection.name} folders={names} perFolder={perFolder} onChange={setPerFolder} />
        )}
        {files.length > 0 && <ChosenFiles files={files} unfit={unfit} asks={onto === null} onChange={setFiles} />}
      </DialogBody>
      <DialogFooter>
        {files.length === 0 && onto === null && (
          <Button variant="ghost" className="mr-auto" onClick={() => setLinking(true)}>
            <Link2 className="icon" aria-hidden="true" />
            From a link
          </Button>
        )}
        {fit.length > 0 && (
          <span className="mr-auto text-xs text-text-2 tabular-nums">
            {fit.length} {fit.length === 1 ? 'file' : 'files'}, {formatFileSize(total(fit))}
          </span>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" disabled={fit.length === 0} busy={busy} onClick={upload}>
          Upload
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
