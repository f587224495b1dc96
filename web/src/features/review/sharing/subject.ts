import type { LinkKind } from '@footnote/contract/nouns/review/sharing/link-settings.ts'

/** What somebody shares from a page: a version of a video, a collection or videos chosen there, or selects. */
export type ShareSubject =
  | {
      readonly kind: 'video'
      readonly id: string
      readonly name: string
      readonly thumbnail_url: string | null
      /** Seconds; null until it is known. */
      readonly duration: number | null
      readonly may_share: boolean
    }
  | {
      readonly kind: 'collection'
      readonly id: string
      readonly name: string
      /** Ids of the videos that are ticked; empty for all. */
      readonly chosen: readonly string[]
      readonly may_share: boolean
    }
  | {
      readonly kind: 'selects'
      readonly id: string
      readonly name: string
      /** Whether they were rendered into a video, which is what guests watch. */
      readonly rendered: boolean
      readonly may_share: boolean
    }

/** Heading of the dialog. */
export const SUBJECT_TITLES = {
  video: 'Share Video',
  collection: 'Share Collection',
  selects: 'Share Selects',
} as const

/** What a link can show, as the screen says it. */
export const KIND_WORDS: Readonly<Record<LinkKind, string>> = {
  version: 'This version',
  stack: 'Newest version',
  set: 'Chosen videos',
  collection: 'This collection, also what comes later',
  selects: 'Selects',
  box: 'Box for files',
}

/** What a link from a page can show, the usual one first. */
export function kindsOf(subject: ShareSubject): readonly LinkKind[] {
  if (subject.kind === 'video') return ['version', 'stack']
  if (subject.kind === 'selects') return ['selects']
  return subject.chosen.length > 0 ? ['set', 'collection'] : ['collection']
}

/** What the link of a kind names. */
export const idsOf = (subject: ShareSubject, kind: LinkKind): string[] =>
  subject.kind === 'collection' && kind === 'set' ? [...subject.chosen] : [subject.id]
