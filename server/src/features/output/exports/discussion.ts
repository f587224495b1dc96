import type { Visibility } from '@footnote/contract/nouns/review/comments.ts'
import { formatSmpte, type SmpteLabels } from '@footnote/contract/shared/smpte.ts'
import type { ExportedSound } from './exported-sound.ts'
import type { SourcePlace } from './source-places.ts'

/** A reply, below the comment or reply that it answers. */
export type ExportedReply = Pick<ExportedComment, 'number' | 'author' | 'text' | 'visibility' | 'created_at'>

/** A comment on frames of the video. */
export interface ExportedComment {
  /** Id of the root of its thread. */
  readonly id: string
  /** Its number on the page, for example `3`, or `T2` of a team-only one; `1.2` for the second reply to the first. */
  readonly number: string
  /** First and last frame from 0, both included. */
  readonly first: number
  readonly last: number
  /** When these frames begin, in seconds. */
  readonly seconds: { readonly first: number; readonly last: number }
  /** Where these frames come from, if the video was rendered from others. */
  readonly source: { readonly first: SourcePlace; readonly last: SourcePlace } | null
  readonly author: string
  readonly text: string
  readonly drawing: boolean
  readonly visibility: Visibility
  readonly created_at: Date
  readonly resolved: { readonly by: string; readonly at: Date } | null
  /** Each reply follows the one that it answers. */
  readonly replies: readonly ExportedReply[]
  /** Address of the review page at the comment. */
  readonly link: string
}

/** A file of a project. Labels are those of its frames. */
export interface ExportedAsset {
  readonly name: string
  readonly file_name: string
  readonly labels: SmpteLabels
  /** Length in frames. */
  readonly frames: number
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly sound: ExportedSound | null
}

/** The comments of a version, in time order, and how its frames are labelled. */
export interface ExportedDiscussion extends ExportedAsset {
  readonly version: number
  readonly comments: readonly ExportedComment[]
}

/** Timecode of a frame. */
export const labelOf = ({ labels }: Pick<ExportedDiscussion, 'labels'>, frame: number): string =>
  formatSmpte(frame, labels)

/** Number of frames that a comment is about. */
export const lengthOf = ({ first, last }: ExportedComment): number => last - first + 1

/** Words that editing programs show beside a marker: the text, whether there is a drawing, its source, and the replies. */
export const wordsOf = ({ text, drawing, source, replies }: ExportedComment): string =>
  [
    `${text}${drawing ? ' [drawing]' : ''}${source ? ` [${sourceWords(source)}]` : ''}`,
    ...replies.map((reply) => `${reply.author}: ${reply.text}`),
  ].join(' / ')

/** For example `harbour.mov 01:00:20;00`. */
export const sourceWords = ({ first }: NonNullable<ExportedComment['source']>): string =>
  `${first.name} ${first.timecode}`

/** The lines of a text that have words, without blanks around them. */
export const linesOf = (text: string): string[] =>
  text
    .split(/[\r\n\u0085\u2028\u2029]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Text for formats with one line a marker: `|` and tabs separate their fields. */
export const onOneLine = (text: string): string =>
  linesOf(text)
    .join(' / ')
    .replaceAll('|', '/')
    .replaceAll(/[\t\v\f]/g, ' ')
