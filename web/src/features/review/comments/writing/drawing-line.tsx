import type { Drawing } from '@footnote/contract/shared/drawing/drawing.ts'
import { nameShapes } from '@footnote/contract/shared/drawing/drawing-words.ts'
import { Pencil } from 'lucide-react'

/** What is drawn for the unsent comment, in words. A removed drawing can be restored. */
export function DrawingLine({
  drawing,
  onDraw,
  onRemove,
  onRestore,
}: {
  /** Null after the person removed it. */
  drawing: Drawing | null
  /** Null while somebody draws, or when there is no picture. */
  onDraw: (() => void) | null
  onRemove: () => void
  onRestore: () => void
}) {
  const words = drawing ? nameShapes(drawing) : ''
  return (
    <p className="composer-drawing" role="status">
      <Pencil className="icon icon-sm" aria-hidden="true" />
      <span className="truncate">{drawing ? words.charAt(0).toUpperCase() + words.slice(1) : 'Drawing removed'}</span>
      {drawing && onDraw && (
        <button type="button" onClick={onDraw}>
          Change
        </button>
      )}
      <button type="button" onClick={drawing ? onRemove : onRestore}>
        {drawing ? 'Remove' : 'Undo'}
      </button>
    </p>
  )
}
