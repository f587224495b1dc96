import { Drawing } from '@footnote/contract/shared/drawing/drawing.ts'
import { randomKey } from '../../../../lib/random-key.ts'

/** Input that has not been sent; it outlives a reload of the page. */
export interface Draft {
  readonly text: string
  /** Seconds; `follow` for the position of the video; or null for none. */
  readonly start: number | 'follow' | null
  /**
   * Position in seconds at the first typed word or drawn shape: a start that follows stays there while there is either;
   * or null.
   */
  readonly begun: number | null
  /** Seconds. */
  readonly end: number | null
  readonly drawing: Drawing | null
  /** Whether the comment is for the team only. */
  readonly team: boolean
  /** The idempotency key of this text with these times; a change gets a new key. */
  readonly key: string
}

/** A draft before it has a key. */
type Words = Omit<Draft, 'key'>

const NO_WORDS: Words = { text: '', start: 'follow', begun: null, end: null, drawing: null, team: false }

/** Whether there is nothing in a draft that would be lost. */
export const isBlank = ({ text, drawing }: Pick<Draft, 'text' | 'drawing'>): boolean =>
  text.trim() === '' && drawing === null

/** A draft with a new key: a changed draft is another comment than the one that may already be written. */
export const draftOf = (words: Partial<Words>): Draft => ({ ...NO_WORDS, ...words, key: randomKey() })

const isTime = (value: unknown): value is number | null =>
  value === null || (typeof value === 'number' && Number.isFinite(value))

/** A drawing as it was kept; none in drafts from before drawings. */
const keptDrawing = (value: unknown): Drawing | null => Drawing.safeParse(value).data ?? null

const isKey = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** @param name of the box */
export function readDraft(name: string): Draft {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name) ?? 'null') ?? {}
    const { text, start, begun, end, key } = kept
    const whole =
      typeof text === 'string' && (start === 'follow' || isTime(start)) && isTime(begun) && isTime(end) && isKey(key)
    if (!whole) return draftOf({})
    return { text, start, begun, end, drawing: keptDrawing(kept.drawing), team: kept.team === true, key }
  } catch {
    return draftOf({})
  }
}

/** Name of the box for new comments on a video. Each account has drafts of its own. @param user_id null for guests */
export const draftName = (video_id: string, user_id: string | null | undefined): string =>
  `footnote.draft.${user_id === null ? 'guest' : user_id}.${video_id}`

/** Name of the box for a reply. @param name that of the box for new comments on the video */
export const replyName = (name: string, comment_id: string): string => `${name}.${comment_id}`

/** Words in the box for new comments on a video, and in those for replies there. @param name of the first box */
export function readUnsent(name: string): readonly string[] {
  const replies = Object.keys(sessionStorage).filter((key) => key.startsWith(replyName(name, '')))
  return [name, ...replies].map((key) => readDraft(key).text).filter((text) => text.trim() !== '')
}

/** Whether one box has a draft and another has room for it. */
export const canMoveDraft = (from: string, to: string): boolean => !isBlank(readDraft(from)) && isBlank(readDraft(to))

/** Gives the draft of one box to another, unless that has one. */
export function moveDraft(from: string, to: string): void {
  if (!canMoveDraft(from, to)) return
  keepDraft(to, readDraft(from))
  keepDraft(from, draftOf({}))
}

/** Stores a draft while it has text or a drawing. */
export function keepDraft(name: string, draft: Draft): void {
  try {
    if (isBlank(draft)) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(draft))
  } catch {
    // If storage is full, the draft lives as long as the page.
  }
}
