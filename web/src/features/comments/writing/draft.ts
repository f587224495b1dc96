import { randomKey } from '../../../lib/random-key.ts'

/** What has been typed and not been sent; it outlives a reload of the page. */
export interface Draft {
  readonly text: string
  /** Seconds, `follow` where the video stands, or null for none. */
  readonly start: number | 'follow' | null
  /** Seconds at which the first word was typed: where a start that follows stays while there are words; or null. */
  readonly begun: number | null
  /** Seconds. */
  readonly end: number | null
  /** The idempotency key that these very words and times are sent with, until they change. */
  readonly key: string
}

/** A draft before it has a key. */
type Words = Omit<Draft, 'key'>

const NO_WORDS: Words = { text: '', start: 'follow', begun: null, end: null }

/** A draft with a key of its own: what was changed is another comment than the one that may have been written already. */
export const draftOf = (words: Partial<Words>): Draft => ({ ...NO_WORDS, ...words, key: randomKey() })

const isTime = (value: unknown): value is number | null =>
  value === null || (typeof value === 'number' && Number.isFinite(value))

const isKey = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** @param name of the box */
export function readDraft(name: string): Draft {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name) ?? 'null') ?? {}
    const { text, start, begun, end, key } = kept
    const whole =
      typeof text === 'string' && (start === 'follow' || isTime(start)) && isTime(begun) && isTime(end) && isKey(key)
    return whole ? { text, start, begun, end, key } : draftOf({})
  } catch {
    return draftOf({})
  }
}

/** Keeps a draft while it has words. */
export function keepDraft(name: string, draft: Draft): void {
  try {
    if (draft.text.trim() === '') sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(draft))
  } catch {
    // Without room the draft lives as long as the page.
  }
}
