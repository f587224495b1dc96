/** What has been typed and not been sent; it outlives a reload of the page. */
export interface Draft {
  readonly text: string
  /** Seconds, `follow` where the video stands, or null for none. */
  readonly start: number | 'follow' | null
  /** Seconds at which the first word was typed: where a start that follows stays while there are words; or null. */
  readonly begun: number | null
  /** Seconds. */
  readonly end: number | null
}

export const NO_DRAFT: Draft = { text: '', start: 'follow', begun: null, end: null }

const isTime = (value: unknown): value is number | null =>
  value === null || (typeof value === 'number' && Number.isFinite(value))

/** @param key names the box */
export function readDraft(key: string): Draft {
  try {
    const { text, start, begun, end } = JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? NO_DRAFT
    if (typeof text !== 'string' || !(start === 'follow' || isTime(start))) return NO_DRAFT
    return isTime(begun) && isTime(end) ? { text, start, begun, end } : NO_DRAFT
  } catch {
    return NO_DRAFT
  }
}

/** Keeps a draft while it has words. */
export function keepDraft(key: string, draft: Draft): void {
  try {
    if (draft.text.trim() === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Without room the draft lives as long as the page.
  }
}
