import type { SkippedLine } from '@footnote/contract/nouns/review/comments/imports.ts'
import { SAYS } from '@footnote/contract/nouns/review/comments/marker-names.ts'
import type { Visibility } from '@footnote/contract/nouns/review/comments.ts'
import type { FrameRate } from '@footnote/contract/shared/frames.ts'

/**
 * A place as a file names it: a label of a frame of its timeline, a frame of its timeline from 0, a time of the video in
 * seconds, or a frame of the video from 0.
 */
export type ImportPosition =
  | { readonly kind: 'label'; readonly text: string; readonly drop_frame: boolean | null }
  | { readonly kind: 'timeline'; readonly frame: number }
  | { readonly kind: 'seconds'; readonly seconds: number }
  | { readonly kind: 'frame'; readonly frame: number }

/** Where a comment ends: at a place, which is its last frame or the one after it, or after a number of frames. */
export type End =
  | { readonly kind: 'frames'; readonly frames: number }
  | { readonly kind: 'last' | 'after'; readonly place: ImportPosition }

/** A comment of a file. */
export interface Entry {
  /** Line of the file, from 1. */
  readonly line: number
  readonly start: ImportPosition
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
  /** Whether an export of ours wrote it, with a text on one line, or several comments in one. */
  readonly condensed: boolean
}

/** What a file holds: comments, and lines that are none. */
export interface FileEntries {
  /** Hours at which the timelines of such files usually start. */
  readonly hours: number
  /** Frames a second of the file's timeline, if the file says so. */
  readonly rate?: FrameRate
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
  condensed: false,
  ...more,
})

/** Names that programs give to markers without one. */
const UNNAMED = /^(?:(?:marker|locator|comment) ?\d*)?$/i

/** The text of a marker that has a name and words. */
export const namedText = (name: string, words: string): string =>
  UNNAMED.test(name) ? words || name : [name, words].filter(Boolean).join(': ')

/** Replies as our own exports write them: author, colon, text. */
export const repliesTo = (root: Entry, replies: readonly string[]): Entry[] =>
  replies.map((reply) => {
    const end = reply.indexOf(SAYS)
    const [author, text] = end < 0 ? [null, reply] : [reply.slice(0, end), reply.slice(end + SAYS.length)]
    const { line, start, number } = root
    return entryOf({ line, start, text, author, reply_to: number })
  })

/** Timecode: two digits each, with any of the separators that editing programs write. */
const LABEL = /^(\d{1,2})[:;](\d{2})[:;](\d{2})([:;])(\d{2,3})$/

/**
 * Reads a label of a frame. A semicolon means drop-frame.
 * @param drop_frame what the file says of labels without one; null if it says nothing
 */
export function labelPlace(text: string, drop_frame: boolean | null): ImportPosition | null {
  const match = LABEL.exec(text)
  if (!match) return null
  const [, hours, minutes, seconds, separator, frames] = match
  return {
    kind: 'label',
    text: `${hours}:${minutes}:${seconds}${separator}${frames}`,
    drop_frame: text.includes(';') ? true : drop_frame,
  }
}
