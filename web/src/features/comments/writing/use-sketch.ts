import type { Drawing } from '@footnote/contract/shared/drawing.ts'
import { useEffect, useState } from 'react'
import { useLatest } from '../../../lib/use-latest.ts'
import { type Board, type Sketch, useBoard } from '../drawing/board.ts'

interface Author {
  /** Gives a comment whose start follows the video the frame on the screen. */
  readonly lock: () => void
  readonly onChange: (drawing: Drawing | null) => void
  /** Called when nobody draws any longer. */
  readonly onClose: () => void
}

/**
 * The drawing of the unsent comment: shown over the picture, and changed there.
 * @param sketch null while the comment has no start of its own
 */
export function useSketch(board: Board, sketch: Sketch | null, author: Author) {
  const { ready, open } = useBoard(board)
  const [removed, setRemoved] = useState<Drawing | null>(null)
  const [left_by_key, setLeftByKey] = useState(false)
  const latest = useLatest(author)
  const { drawing = null, start = null, end = null } = sketch ?? {}
  useEffect(() => {
    board.show(start !== null && (drawing || open) ? { drawing, start, end } : null)
  }, [board, drawing, start, end, open])
  useEffect(() => () => board.close(), [board])
  const change = (next: Drawing | null) => latest.current.onChange(next)
  const onClose = (by_key: boolean) => {
    setLeftByKey(by_key)
    latest.current.onClose()
  }
  const draw = () => {
    if (open) return
    setRemoved(null)
    setLeftByKey(false)
    author.lock()
    board.open({ onChange: change, onClose })
  }
  return {
    open,
    /** A key ended the drawing: then the words come next. */
    left_by_key,
    /** There was a drawing that the person removed. */
    removed: removed !== null,
    /** Null while there is no picture to draw on. */
    draw: ready ? draw : null,
    remove: () => {
      board.close()
      setRemoved(drawing)
      change(null)
    },
    restore: () => {
      setRemoved(null)
      change(removed)
    },
    /** Forgets a removed drawing: the comment is sent. */
    forget: () => setRemoved(null),
  }
}
