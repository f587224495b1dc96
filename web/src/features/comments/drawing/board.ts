import type { Drawing } from '@footnote/contract/shared/drawing.ts'
import { useSyncExternalStore } from 'react'

/** The drawing of the unsent comment. */
export interface Sketch {
  readonly drawing: Drawing | null
  /** Start of the comment in seconds: the frame to draw on. */
  readonly start: number
  /** Seconds, or null for a moment. */
  readonly end: number | null
}

export interface BoardState {
  /** There is a picture to draw on. */
  readonly ready: boolean
  /** Null while the unsent comment has neither a drawing nor somebody who draws. */
  readonly sketch: Sketch | null
  /** Somebody draws: the video waits on the frame of the sketch. */
  readonly open: boolean
}

/** The person who writes the comment, as the board needs them. */
interface Author {
  readonly onChange: (drawing: Drawing | null) => void
  /** @param by_key whether a key, not a pointer, ended the drawing */
  readonly onClose: (by_key: boolean) => void
}

/** Connects the form of a comment with the picture that people draw on: neither knows the other. */
export interface Board {
  readonly read: () => BoardState
  /** Calls back at every change. @returns a function that stops it */
  readonly watch: (listener: () => void) => () => void
  /** Says that there is a picture. @returns a function that takes it away, and ends the drawing */
  readonly attach: () => () => void
  /** Shows the drawing of the unsent comment. */
  readonly show: (sketch: Sketch | null) => void
  readonly open: (author: Author) => void
  readonly change: (drawing: Drawing | null) => void
  readonly close: (by_key?: boolean) => void
}

export function createBoard(): Board {
  const listeners = new Set<() => void>()
  let state: BoardState = { ready: false, sketch: null, open: false }
  let author: Author | null = null
  const set = (change: Partial<BoardState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const close = (by_key = false) => {
    if (!state.open) return
    set({ open: false })
    author?.onClose(by_key)
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
    show: (sketch) => set({ sketch }),
    open: (by) => {
      author = by
      set({ open: true })
    },
    change: (drawing) => author?.onChange(drawing),
    close,
  }
}

/** The state of the board; follows it. */
export const useBoard = (board: Board): BoardState => useSyncExternalStore(board.watch, board.read)
