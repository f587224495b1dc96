import type { SkippedLine } from '@footnote/contract/nouns/comments/imports.ts'
import type { Visibility } from '@footnote/contract/nouns/comments.ts'

/**
 * A place as a file names it: a label of a frame of its timeline, a time of the video in seconds, or a frame of the
 * video from 0.
 */
export type Place =
  | { readonly kind: 'label'; readonly text: string; readonly drop_frame: boolean | null }
  | { readonly kind: 'seconds'; readonly seconds: number }
  | { readonly kind: 'frame'; readonly frame: number }

/** Where a comment ends: at a place, which is its last frame or the one after it, or after a number of frames. */
export type End =
  | { readonly kind: 'frames'; readonly frames: number }
  | { readonly kind: 'last' | 'after'; readonly place: Place }

/** A comment of a file. */
export interface Entry {
  /** Line of the file, from 1. */
  readonly line: number
  readonly start: Place
  /** Null for a single frame. */
  readonly end: End | null
  readonly text: string
  /** Who wrote it, if the file says so. */
  readonly author: string | null
  readonly visibility: Visibility
  readonly resolved: boolean
  /** Its number in the file, for replies to name it; empty without one. */
  readonly number: string
  /** Number of the comment that it replies to. */
  readonly reply_to: string | null
}

/** What a file holds: comments, and lines that are none. */
export interface Found {
  readonly entries: readonly Entry[]
  readonly skipped: readonly SkippedLine[]
}

/** An entry on one frame that replies to none, is open and for everybody; `more` says what is different. */
export const entryOf = (more: Pick<Entry, 'line' | 'start' | 'text'> & Partial<Entry>): Entry => ({
  end: null,
  author: null,
  visibility: 'everyone',
  resolved: false,
  number: '',
  reply_to: null,
  ...more,
})

/** Timecode: two digits each, with any of the separators that editing programs write. */
const LABEL = /^(\d{1,2})[:;](\d{2})[:;](\d{2})([:;])(\d{2,3})$/

/**
 * Reads a label of a frame. A semicolon means drop-frame.
 * @param drop_frame what the file says of labels without one; null if it says nothing
 */
export function labelPlace(text: string, drop_frame: boolean | null): Place | null {
  const match = LABEL.exec(text)
  if (!match) return null
  const [, hours, minutes, seconds, separator, frames] = match
  return {
    kind: 'label',
    text: `${hours}:${minutes}:${seconds}${separator}${frames}`,
    drop_frame: text.includes(';') ? true : drop_frame,
  }
}
