import type { Drawing } from '@footnote/contract/shared/drawing/drawing.ts'
import type { CommentRange } from '@footnote/contract/shared/frames.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { useLatest } from '../../../../lib/use-latest.ts'

/** The drawing of an unsent comment, or of one that somebody edits, on the first frame of its range. */
export interface Sketch extends CommentRange {
  readonly drawing: Drawing | null
  /** The comment that is edited: the sketch is shown in place of its drawing. */
  readonly comment_id?: string | undefined
}

export interface BoardState {
  /** There is a picture to draw on. */
  readonly ready: boolean
  /** One for each form that has a drawing, or whose author draws. */
  readonly sketches: ReadonlyMap<Author, Sketch>
  /** Who draws: the video waits on the frame of their sketch. Null while nobody does. */
  readonly drawing: Author | null
}

/** The form that a drawing belongs to, as the board needs it. The same object each time. */
export interface Author {
  readonly onChange: (drawing: Drawing | null) => void
  /** @param by_key whether a key, not a pointer, ended the drawing */
  readonly onClose: (by_key: boolean) => void
}

/** Connects the forms of comments with the picture that people draw on: neither knows the other. */
export interface Board {
  readonly read: () => BoardState
  /** Calls back at every change. @returns a function that stops it */
  readonly watch: (listener: () => void) => () => void
  /** Says that there is a picture. @returns a function that takes it away, and ends the drawing */
  readonly attach: () => () => void
  /** Shows the drawing of a form; null takes it away. */
  readonly show: (author: Author, sketch: Sketch | null) => void
  /** Lets an author draw. Whoever drew until now has ended. */
  readonly open: (author: Author) => void
  readonly change: (drawing: Drawing | null) => void
  readonly close: (by_key?: boolean) => void
}

/** A board that has no picture yet. */
export function createBoard(): Board {
  const listeners = new Set<() => void>()
  let state: BoardState = { ready: false, sketches: new Map(), drawing: null }
  const set = (change: Partial<BoardState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const close = (by_key = false) => {
    const author = state.drawing
    if (!author) return
    set({ drawing: null })
    author.onClose(by_key)
  }
  return {
    read: () => state,
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    attach: () => {
      set({ ready: true })
      return () => {
        close()
        set({ ready: false })
      }
    },
    show: (author, sketch) => {
      const sketches = new Map(state.sketches)
      if (sketch) sketches.set(author, sketch)
      else if (!sketches.delete(author)) return
      set({ sketches })
    },
    open: (author) => {
      if (state.drawing !== author) close()
      set({ drawing: author })
    },
    change: (drawing) => state.drawing?.onChange(drawing),
    close,
  }
}

/** The state of the board; follows it. */
export const useBoard = (board: Board): BoardState => useSyncExternalStore(board.watch, board.read)

/** The sketch that somebody draws; null while nobody does. */
export const openSketch = ({ sketches, drawing }: BoardState): Sketch | null =>
  (drawing && sketches.get(drawing)) ?? null

/**
 * While somebody draws, the video waits on the first frame of the comment.
 * @param stopAt must pause the video at a time in seconds
 */
export function useLockedFrame(board: Board, stopAt: (start: number) => void): void {
  const start = openSketch(useBoard(board))?.start_time ?? null
  const stop = useLatest(stopAt)
  useEffect(() => {
    if (start !== null) stop.current(start)
  }, [start, stop])
}
