import { NOTIFICATION_KINDS, type NotificationKind } from '@footnote/contract/nouns/personal/notifications.ts'
import { DIGEST } from '@footnote/contract/shared/limits.ts'
import { commentPlace } from '@footnote/contract/shared/timecode.ts'
import type { Reader } from '../../../../platform/db/reader.ts'
import { mailSettings, timeZoneOf } from '../../../ground/notifications/queries.ts'
import { reviewPath } from '../../../library/videos/queries.ts'
import { authorName, isByGuest } from '../../../review/comments/policy.ts'
import type { CommentRow } from '../../../review/comments/queries.ts'
import type { Services } from '../../../services.ts'
import { KINDS } from '../kinds.ts'
import { mailOf } from '../messages.ts'
import { pathOf } from '../places.ts'
import { findForMails, type RowForMail } from '../queries.ts'
import { UnsubscribeTokens } from '../unsubscribe.ts'
import type { Digest, DigestEnding, DigestLine, DigestNotice, DigestVideo } from './digest.ts'
import { type FoundComment, type KnownRow, type Line, type Parts, readComments } from './digest-parts.ts'
import { partsForGuest } from './guest-parts.ts'

/** A gathered mail, and the notification that it is about if it is about a single one. */
interface ReadDigest {
  readonly digest: Digest
  readonly only: KnownRow | null
}

/**
 * Reads what a gathered mail says, as it is now: comments that were deleted meanwhile are missing, and so is everything
 * that its reader may no longer see or no longer wants by mail.
 * @returns null when nothing is left
 */
export async function readDigest(
  services: Pick<Services, 'db' | 'config'>,
  mail_id: string,
): Promise<ReadDigest | null> {
  const { db } = services
  const all = await db.selectFrom('waiting_lines').selectAll().where('mail_id', '=', mail_id).orderBy('id').execute()
  const lines = all.slice(0, DIGEST.lines)
  const [first] = lines
  if (!first) return null
  const { user_id, guest_mail_id } = first
  const parts = user_id
    ? await partsForAccount(services, user_id, lines)
    : await partsForGuest(services, guest_mail_id ?? '', lines)
  if (!parts || parts.found.length + parts.notices.length === 0) return null
  const { found, last, page_url, isReaders, ...digest } = parts
  return {
    digest: {
      ...digest,
      from: first.created_at,
      until: (lines.at(-1) ?? first).created_at,
      videos: await videosOf(db, found, { page_url, isReaders }),
      more: all.length > lines.length,
      public_url: services.config.public_url,
    },
    only: found.length + parts.notices.length === 1 ? last : null,
  }
}

async function partsForAccount(
  { db, config }: Pick<Services, 'db' | 'config'>,
  user_id: string,
  lines: readonly Line[],
): Promise<Parts | null> {
  const settings = await mailSettings(db, user_id)
  const mailed = await findForMails(
    db,
    lines.map(({ notification_id }) => notification_id).filter((id) => id !== null),
  )
  const found: FoundComment[] = []
  const notices: DigestNotice[] = []
  const kinds = new Set<NotificationKind>()
  let last: KnownRow | null = null
  const read = await readComments(
    db,
    [...mailed.values()].map(({ payload }) => payload.comment_id ?? ''),
  )
  for (const { notification_id } of lines) {
    const row = mailed.get(notification_id ?? '')
    const kind = NOTIFICATION_KINDS.find((known) => known === row?.type)
    if (!row || !kind || !settings.get(kind)?.mail) continue
    const comment = isOneComment(row) ? commentFor(row, kind, read, config.public_url) : null
    const notice = isOneComment(row) ? null : noticeOf(row, kind, config.public_url)
    if (comment) found.push(comment)
    else if (notice) notices.push(notice)
    else continue
    kinds.add(kind)
    last = { kind, row }
  }
  const [reader] = mailed.values()
  if (!reader) return null
  const tokens = new UnsubscribeTokens(config.secret_key)
  const endings = NOTIFICATION_KINDS.filter((kind) => kinds.has(kind)).map((kind): DigestEnding => {
    const query = new URLSearchParams({ token: tokens.create({ user_id, kind }) })
    return { name: KINDS[kind].name, url: `${config.public_url}/api/unsubscribe?${query}` }
  })
  return {
    ...{ to: reader.email, time_zone: (await timeZoneOf(db, user_id)) ?? 'UTC', notices, endings, found, last },
    notice: 'notification',
    settings_url: `${config.public_url}/notification-settings`,
    page_url: ({ video }) => `${config.public_url}${reviewPath(video)}`,
    isReaders: (row) => row.user_id === user_id,
  }
}

/** Whether a notification is about a single comment that has words of its own. */
const isOneComment = ({ type, payload }: RowForMail): boolean =>
  ['COMMENT', 'REPLY', 'MENTION'].includes(type) && Boolean(payload.comment_id) && (payload.comments ?? 1) === 1

/** The comment of a notification, or null if its reader cannot see it, or wrote it. */
function commentFor(
  mailed: RowForMail,
  kind: NotificationKind,
  read: ReadonlyMap<string, CommentRow>,
  public_url: string,
): FoundComment | null {
  const { comment, about, company_id, user_id, payload } = mailed
  const [row, path] = [read.get(payload.comment_id ?? ''), pathOf(mailed)]
  if (!row || !comment || !about || path === null || about.video.status === 'DELETING') return null
  // Every company sees a sample, but only its own comments.
  if (row.company_id !== company_id || row.user_id === user_id) return null
  return { kind, row, comment, about, url: `${public_url}${path}` }
}

/** A notification that is not about one comment, or null if its video can no longer be read. */
function noticeOf(row: RowForMail, kind: NotificationKind, public_url: string): DigestNotice | null {
  const { payload, about } = row
  if (payload.video_id && !about && !payload.storage_key) return null
  const path = pathOf(row)
  const link = path === null ? null : { words: KINDS[kind].leads.words, url: `${public_url}${path}` }
  return { ...mailOf(kind, payload), link }
}

type DigestReader = Pick<Parts, 'page_url' | 'isReaders'>

/** Comments by video, those of a thread together, in the order of the frames. */
async function videosOf(db: Reader, found: readonly FoundComment[], reader: DigestReader): Promise<DigestVideo[]> {
  const answered = found.map(({ row }) => row.parent_comment_id ?? '')
  const parents = await readComments(db, answered)
  const inOrder = found.toSorted(
    (one, other) =>
      one.comment.root_start - other.comment.root_start ||
      one.comment.root_created.getTime() - other.comment.root_created.getTime() ||
      one.row.created_at.getTime() - other.row.created_at.getTime(),
  )
  return [...Map.groupBy(inOrder, ({ about }) => about.video.id).values()].map((lines) => {
    const [{ about }] = lines as [FoundComment]
    const { file_name, version, review_status, due_at } = about.video
    const url = reader.page_url(about)
    return {
      name: file_name,
      version,
      review_status,
      due_at,
      url,
      lines: lines.map((one) => lineOf(one, parents, reader)),
    }
  })
}

function lineOf(
  { kind, row, comment, about, url }: FoundComment,
  parents: ReadonlyMap<string, CommentRow>,
  { isReaders }: DigestReader,
): DigestLine {
  const parent = parents.get(row.parent_comment_id ?? '')
  const replies_to = !parent ? null : isReaders(parent) ? 'you' : authorName(parent)
  const { content } = row
  return {
    kind,
    number: row.depth === 0 ? comment.root_number : null,
    place: commentPlace(comment, about.video.timing, about.video.timecode),
    author: authorName(row),
    is_guest: isByGuest(row),
    ...(row.depth > 0 && { replies_to }),
    team: row.visibility === 'team',
    text: content.length > DIGEST.text ? `${content.slice(0, DIGEST.text).toWellFormed().trimEnd()} …` : content,
    url,
  }
}
