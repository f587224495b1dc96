import type { NotificationKind } from '@footnote/contract/nouns/personal/notifications.ts'
import type { Selectable } from 'kysely'
import type { Reader } from '../../../../platform/db/reader.ts'
import type { WaitingLines } from '../../../../platform/db/schema.ts'
import { type CommentRow, comments } from '../../../review/comments/queries.ts'
import type { AboutComment, RowForMail, Subject } from '../queries.ts'
import type { Digest } from './digest.ts'

export type Line = Selectable<WaitingLines>

/** A comment that the reader may see, and where it is. */
export interface FoundComment {
  readonly kind: NotificationKind
  readonly row: CommentRow
  readonly comment: AboutComment
  readonly about: Subject
  readonly url: string
}

/** A notification of a known kind. */
export interface KnownRow {
  readonly kind: NotificationKind
  readonly row: RowForMail
}

/** What differs between readers with an account and without one. */
export interface Parts extends Pick<Digest, 'to' | 'time_zone' | 'notices' | 'notice' | 'endings' | 'settings_url'> {
  readonly found: readonly FoundComment[]
  /** The last notification of a person with an account; null for a guest. */
  readonly last: KnownRow | null
  /** Page of a video. */
  readonly page_url: (about: Subject) => string
  /** Whether the reader wrote a comment. */
  readonly isReaders: (row: CommentRow) => boolean
}

/** Comments that are not deleted, by id. */
export async function readComments(db: Reader, ids: readonly string[]): Promise<Map<string, CommentRow>> {
  const known = ids.filter((id) => id !== '')
  if (known.length === 0) return new Map()
  const rows = await comments(db).where('comments.id', 'in', known).where('comments.deleted_at', 'is', null).execute()
  return new Map(rows.map((row) => [row.id, row]))
}
