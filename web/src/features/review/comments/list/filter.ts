import { BY_ME, COMMENT_STATUSES, type Comment, type CommentStatus } from '@footnote/contract/nouns/review/comments.ts'
import { personOf } from './author.ts'

/** Kinds of comments that the list can be limited to. A new kind is one line here. */
export const KINDS = {
  team: { label: 'Team only', holds: ({ visibility }: Comment) => visibility === 'team', members_only: true },
  search: { label: 'From search', holds: ({ source }: Comment) => source?.kind === 'search', members_only: true },
  drawing: { label: 'With a drawing', holds: ({ has_drawing }: Comment) => has_drawing, members_only: false },
} as const
export type CommentKind = keyof typeof KINDS
export const KIND_NAMES = Object.keys(KINDS) as CommentKind[]

/** What the list shows. The address of the page has it, so that a link leads to the same comments. */
export interface CommentFilter {
  readonly show: CommentStatus | 'all'
  /** `me`, an author as `personOf` tells them apart, or null for everybody. */
  readonly by: string | null
  /** A comment must be of all of them. */
  readonly kinds: readonly CommentKind[]
}

export const EVERYTHING: CommentFilter = { show: 'all', by: null, kinds: [] }

export const isFiltered = ({ show, by, kinds }: CommentFilter): boolean =>
  show !== 'all' || by !== null || kinds.length > 0

/** Whether a root passes the filter. */
export const passes = ({ show, by, kinds }: CommentFilter, comment: Comment): boolean =>
  (show === 'all' || (show === 'resolved') === (comment.resolved_at !== null)) &&
  (by === null || (by === BY_ME ? comment.mine : personOf(comment) === by)) &&
  kinds.every((kind) => KINDS[kind].holds(comment))

/** The filter of an address: `?show=open&by=me&kind=team,drawing`. Ignores what it does not know. */
export function readFilter(search: URLSearchParams): CommentFilter {
  const kinds = search.get('kind')?.split(',') ?? []
  return {
    show: COMMENT_STATUSES.find((status) => status === search.get('show')) ?? 'all',
    by: search.get('by') || null,
    kinds: KIND_NAMES.filter((kind) => kinds.includes(kind)),
  }
}

/** The address with another filter. */
export function withFilter(search: URLSearchParams, { show, by, kinds }: CommentFilter): URLSearchParams {
  const next = new URLSearchParams(search)
  const parts = { show: show === 'all' ? '' : show, by: by ?? '', kind: kinds.join(',') }
  for (const [name, value] of Object.entries(parts)) value ? next.set(name, value) : next.delete(name)
  return next
}
