import { createHash, randomUUID } from 'node:crypto'
import type { SkippedLine } from '@footnote/contract/nouns/review/comments/imports.ts'
import { CreateComment, type Visibility } from '@footnote/contract/nouns/review/comments.ts'
import { commentFrames, commentRange } from '@footnote/contract/shared/frames.ts'
import { TEXT } from '@footnote/contract/shared/limits.ts'
import { cleanName } from '@footnote/contract/shared/names.ts'
import { COMMENTS } from '@footnote/contract/shared/review-limits.ts'
import type { Entry } from './entries.ts'
import type { Frames, VideoFrames } from './places.ts'
import type { WrittenComment } from './queries.ts'

/** A comment of a file as the video has it, or will have it. */
export interface PlannedComment extends Frames {
  /** Of the comment that the video has already, else a new one. */
  readonly id: string
  readonly line: number
  readonly content: string
  readonly author: string | null
  readonly visibility: Visibility
  readonly resolved: boolean
  readonly depth: number
  readonly parent_id: string | null
  /** The same for the same comment of the same file, so that a second import finds the first. */
  readonly key: string
  /** Whether the video has it already. */
  readonly present: boolean
}

export interface Plan {
  /** Each comment follows the one that it replies to. */
  readonly comments: readonly PlannedComment[]
  readonly skipped: readonly SkippedLine[]
}

/** What the plan compares with. */
interface ExistingComments {
  /** All comments of the discussion. */
  readonly written: readonly WrittenComment[]
  /** How exports of ours condense them, with ids, see `listCondensed`. */
  readonly condensed: ReadonlyMap<string, string>
}

/**
 * Decides what an import writes. The video has a comment already if an earlier import wrote it, even if it was edited
 * since, or if one with the same frames, words and visibility is there: so neither the same file twice nor the export of
 * this video adds anything.
 * @param places of the entries: frames, or why there are none
 */
export function planOf(
  film: VideoFrames,
  { entries, places }: { entries: readonly Entry[]; places: readonly (Frames | string)[] },
  { written, condensed }: ExistingComments,
): Plan {
  const skipped: SkippedLine[] = []
  const comments: PlannedComment[] = []
  const present = new PresentComments(film, { written, condensed })
  const numbered = new Map<string, PlannedComment>()
  for (const [index, entry] of entries.entries()) {
    const planned = plannedOf(entry, places[index] ?? '', { numbered, present })
    if (typeof planned === 'string') {
      skipped.push({ line: entry.line, why: planned })
      continue
    }
    comments.push(planned)
    if (entry.number !== '') numbered.set(entry.number, planned)
  }
  return { comments, skipped }
}

/** A comment, or a sentence that says why it cannot be one. */
function plannedOf(
  entry: Entry,
  place: Frames | string,
  { numbered, present }: { numbered: ReadonlyMap<string, PlannedComment>; present: PresentComments },
): PlannedComment | string {
  if (typeof place === 'string') return place
  const content = CreateComment.shape.content.safeParse(entry.text.toWellFormed())
  if (!content.success) return `${content.error.issues[0]?.message}.`
  const parent = entry.reply_to === null ? null : numbered.get(entry.reply_to)
  if (parent === undefined) return `Comment ${entry.reply_to}, which this row replies to, is not imported.`
  if (parent && parent.depth >= COMMENTS.depth) return 'Replies go three deep.'
  const author = cleanName(entry.author ?? '')
  const { first, last } = parent ?? place
  const comment = {
    line: entry.line,
    content: content.data,
    author: author.slice(0, TEXT.name).toWellFormed() || null,
    first,
    last,
    visibility: parent?.visibility ?? entry.visibility,
    resolved: parent === null && entry.resolved,
    depth: parent ? parent.depth + 1 : 0,
    parent_id: parent?.id ?? null,
  }
  return { ...comment, ...present.take({ ...comment, condensed: entry.condensed }, parent?.key ?? '') }
}

type Comparable = Pick<PlannedComment, 'parent_id' | 'first' | 'last' | 'visibility' | 'content'>

const signOf = ({ parent_id, first, last, visibility, content }: Comparable): string =>
  JSON.stringify([parent_id, ...(parent_id === null ? [first, last] : []), visibility, content])

/** The comments that a video has, each of which answers to one of a file. */
class PresentComments {
  readonly #byKey: ReadonlyMap<string, string>
  readonly #bySign = new Map<string, string[]>()
  readonly #condensed: ReadonlyMap<string, string>
  readonly #taken = new Set<string>()
  /** How often the file had the same comment so far. */
  readonly #times = new Map<string, number>()

  constructor({ timing, frames }: VideoFrames, { written, condensed }: ExistingComments) {
    this.#condensed = condensed
    this.#byKey = new Map(
      written.flatMap(({ id, idempotency_key }) => (idempotency_key ? [[idempotency_key, id]] : [])),
    )
    for (const { id, depth, parent_comment_id, start_time, end_time, visibility, content } of written) {
      const place = commentFrames(timing, commentRange({ start_time, end_time }))
      const [first, last] = [place.first, place.last].map((frame) => Math.min(frame, frames - 1)) as [number, number]
      const sign = signOf({ parent_id: depth > 0 ? parent_comment_id : null, first, last, visibility, content })
      this.#bySign.set(sign, [...(this.#bySign.get(sign) ?? []), id])
    }
  }

  /** The comment of the video that this one is, else a new id. @param parentKey key of the comment that it replies to */
  take(
    comment: Comparable & Pick<Entry, 'condensed'>,
    parentKey: string,
  ): Pick<PlannedComment, 'id' | 'key' | 'present'> {
    const { first, last, visibility, content } = comment
    const text = JSON.stringify([parentKey, first, last, visibility, content])
    const time = this.#times.get(text) ?? 0
    this.#times.set(text, time + 1)
    const key = `import ${createHash('sha256').update(`${time} ${text}`).digest('base64url')}`
    const same = this.#bySign.get(signOf(comment)) ?? []
    const shown = comment.condensed ? this.#condensed.get(`${first} ${content}`) : undefined
    const id = this.#byKey.get(key) ?? same.find((one) => !this.#taken.has(one)) ?? shown
    if (id !== undefined) this.#taken.add(id)
    return { id: id ?? randomUUID(), key, present: id !== undefined }
  }
}
