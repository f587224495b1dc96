import { Upload } from 'lucide-react'
import { Button } from '../../../ui/forms/button.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { type ChosenVideos, useVideoDrop } from './use-video-drop.ts'
import './drops.css'

/** A collection without videos: the empty area accepts dropped files. */
export function EmptyCollection({
  onUpload,
  onDrop,
}: {
  onUpload: () => void
  onDrop: (dropped: ChosenVideos) => void
}) {
  const drop = useVideoDrop(onDrop, true)
  return (
    <div className="drop-page" data-over={drop.isDragActive || undefined} {...drop.getRootProps({ tabIndex: -1 })}>
      <EmptyState
        fact="No videos yet"
        next="Upload your first video to get started!"
        action={
          <div className="drop-next">
            <Button variant="primary" onClick={onUpload}>
              <Upload className="icon" aria-hidden="true" />
              Upload Videos
            </Button>
            <span className="drop-hint">{drop.isDragActive ? 'Drop to add' : 'or drop video files here'}</span>
          </div>
        }
      />
    </div>
  )
}
