import type { Drawing } from '@footnote/contract/shared/drawing/drawing.ts'
import { useEffect, useState } from 'react'
import { useLatest } from '../../../../lib/use-latest.ts'
import { type Board, type Author as OnBoard, type Sketch, useBoard } from '../drawing/board.ts'

interface Author {
  /** Gives a comment whose start follows the video the frame on the screen. */
  readonly lock?: () => void
  readonly onChange: (drawing: Drawing | null) => void
  /** Called when this author draws no longer. */
  readonly onClose?: () => void
}

/**
 * The drawing of a form: shown over the picture, and changed there.
 * @param sketch null while the comment has no start of its own
 */
export function useSketch(board: Board, sketch: Sketch | null, author: Author) {
  const { ready, drawing: drawn_by } = useBoard(board)
  const [removed, setRemoved] = useState<Drawing | null>(null)
  const [left_by_key, setLeftByKey] = useState(false)
  const latest = useLatest(author)
  const [self] = useState<OnBoard>(() => ({
    onChange: (next) => latest.current.onChange(next),
    onClose: (by_key) => {
      setLeftByKey(by_key)
      latest.current.onClose?.()
    },
  }))
  const open = drawn_by === self
  const { drawing = null, start_time = null, end_time_inclusive = null, comment_id } = sketch ?? {}
  useEffect(() => {
    // A sketch without shapes hides the drawing of the comment that is edited.
    const shown = start_time !== null && (drawing || open || comment_id !== undefined)
    board.show(self, shown ? { drawing, start_time, end_time_inclusive, comment_id } : null)
  }, [board, self, drawing, start_time, end_time_inclusive, comment_id, open])
  useEffect(
    () => () => {
      if (board.read().drawing === self) board.close()
      board.show(self, null)
    },
    [board, self],
  )
  const draw = () => {
    if (open) return
    setRemoved(null)
    setLeftByKey(false)
    author.lock?.()
    board.open(self)
  }
  const close = () => {
    if (board.read().drawing === self) board.close()
  }
  return {
    open,
    /** Whether it is open now, also before the form is drawn again. */
    isOpen: () => board.read().drawing === self,
    close,
    /** A key ended the drawing: then the words come next. */
    left_by_key,
    /** There was a drawing that the person removed. */
    removed: removed !== null,
    /** Null while there is no picture to draw on. */
    draw: ready ? draw : null,
    remove: () => {
      close()
      setRemoved(drawing)
      author.onChange(null)
    },
    restore: () => {
      setRemoved(null)
      author.onChange(removed)
    },
    /** Forgets a removed drawing: the comment is sent. */
    forget: () => setRemoved(null),
  }
}
