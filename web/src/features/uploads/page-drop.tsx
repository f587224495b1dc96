import { FolderDown, Library } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type ChosenVideos, useVideoDrop } from './use-video-drop.ts'
import './uploads.css'

/**
 * Two areas over the page while somebody drags a folder: into this collection, or a collection for each sub-folder.
 * Files alone are dropped on cards and on the empty page instead.
 */
export function PageDrop({ collection, onDrop }: { collection: string; onDrop: (dropped: ChosenVideos) => void }) {
  const [dragging, setDragging] = useState(false)
  useEffect(() => {
    const follow = (event: DragEvent) => setDragging(hasFolder(event.dataTransfer))
    const leave = (event: DragEvent) => {
      // The pointer left the window.
      if (event.relatedTarget === null) setDragging(false)
    }
    const end = () => setDragging(false)
    // A drop between the areas must not open the file in place of the page.
    const hold = (event: DragEvent) => event.preventDefault()
    window.addEventListener('dragenter', follow)
    window.addEventListener('dragleave', leave)
    window.addEventListener('dragend', end)
    window.addEventListener('drop', end)
    window.addEventListener('dragover', hold)
    window.addEventListener('drop', hold)
    return () => {
      window.removeEventListener('dragenter', follow)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('dragend', end)
      window.removeEventListener('drop', end)
      window.removeEventListener('dragover', hold)
      window.removeEventListener('drop', hold)
    }
  }, [])
  if (!dragging) return null
  return (
    <div className="page-drop">
      <Target
        icon={FolderDown}
        name={`Into ${collection}`}
        words="Every video in the folder. Footnote skips those that are here."
        onDrop={onDrop}
      />
      <Target
        icon={Library}
        name="A collection per sub-folder"
        words="Named like the sub-folders."
        onDrop={(dropped) => onDrop({ ...dropped, per_folder: true })}
      />
    </div>
  )
}

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
