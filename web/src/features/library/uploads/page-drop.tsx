import { FolderDown, Library } from 'lucide-react'
import { useEffect, useState } from 'react'
import { DIALOGS } from '../../../lib/keyboard/dialogs.ts'
import { useLatest } from '../../../lib/use-latest.ts'
import { type ChosenVideos, sortFiles, useVideoDrop } from './use-video-drop.ts'
import './drops.css'

/**
 * Two areas over the page while somebody drags a folder: into this collection, or a collection for each sub-folder. The
 * areas stay until the folder is read, because without them the reading ends. Files alone are dropped on cards, on the
 * empty page, or anywhere else on the page.
 */
export function PageDrop({ collection, onDrop }: { collection: string; onDrop: (dropped: ChosenVideos) => void }) {
  const [state, setState] = useState<'dragging' | 'reading' | null>(null)
  const latest = useLatest(onDrop)
  useEffect(() => {
    const follow = (event: DragEvent) => setState(hasFolder(event.dataTransfer) ? 'dragging' : null)
    const leave = (event: DragEvent) => {
      // The pointer left the window.
      if (event.relatedTarget === null) setState(null)
    }
    const end = () => setState(null)
    const drop = ({ target }: DragEvent) => setState(isOf('.page-drop-target', target) ? 'reading' : null)
    // A drop between the areas must not open the file in place of the page.
    const hold = (event: DragEvent) => event.preventDefault()
    const takeRest = (event: DragEvent) => {
      const files = [...(event.dataTransfer?.files ?? [])]
      const taken = isOf(AREAS, event.target) || document.querySelector(DIALOGS) !== null
      if (files.length > 0 && !taken && !hasFolder(event.dataTransfer)) latest.current(sortFiles(files))
    }
    const drawn = new AbortController()
    const { signal } = drawn
    window.addEventListener('dragenter', follow, { signal })
    window.addEventListener('dragleave', leave, { signal })
    window.addEventListener('dragend', end, { signal })
    window.addEventListener('drop', drop, { signal })
    window.addEventListener('dragover', hold, { signal })
    window.addEventListener('drop', takeRest, { signal })
    window.addEventListener('drop', hold, { signal })
    return () => drawn.abort()
  }, [latest])
  if (!state) return null
  const take = (dropped: ChosenVideos) => {
    setState(null)
    onDrop(
      dropped.files.length > 0 || dropped.refusal ? dropped : { ...dropped, refusal: 'This folder has no videos.' },
    )
  }
  return (
    <div className="page-drop" aria-busy={state === 'reading'}>
      <Target
        icon={FolderDown}
        name={`Into ${collection}`}
        words={state === 'reading' ? READING : 'Every video in the folder. Footnote skips those that are already here.'}
        onDrop={take}
      />
      <Target
        icon={Library}
        name="A collection per sub-folder"
        words={state === 'reading' ? READING : 'Named like the sub-folders.'}
        onDrop={(dropped) => take({ ...dropped, per_folder: true })}
      />
    </div>
  )
}

const READING = 'Footnote reads the folder.'

/** Areas that take files themselves. */
const AREAS = '.drop-on, .drop-page, .page-drop-target'

const isOf = (areas: string, target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(areas) !== null

function Target({
  icon: Icon,
  name,
  words,
  onDrop,
}: {
  icon: typeof FolderDown
  name: string
  words: string
  onDrop: (dropped: ChosenVideos) => void
}) {
  const drop = useVideoDrop(onDrop, true)
  return (
    <div
      className="page-drop-target"
      data-over={drop.isDragActive || undefined}
      {...drop.getRootProps({ tabIndex: -1 })}
    >
      <Icon className="icon" aria-hidden="true" />
      <b>{name}</b>
      <span>{words}</span>
    </div>
  )
}

/** Whether something without a type is dragged: browsers give folders none, and do not say more before the drop. */
const hasFolder = (data: DataTransfer | null): boolean =>
  [...(data?.items ?? [])].some(({ kind, type }) => kind === 'file' && type === '')
