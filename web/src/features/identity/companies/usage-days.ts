import type { UsageItem } from '@footnote/contract/nouns/identity/companies.ts'

/** Minutes that were indexed on a day. */
export interface UsageDay {
  /** Its midnight, in the reader's time zone. */
  readonly at: Date
  readonly minutes: number
}

const midnight = (at: Date, days = 0): Date => new Date(at.getFullYear(), at.getMonth(), at.getDate() - days)

/**
 * Minutes of each of the last days, oldest first, including days without any.
 * @param count days
 * @param now the current time
 */
export function usageDays(items: readonly UsageItem[], count: number, now: Date): UsageDay[] {
  const minutes = new Map<number, number>()
  for (const item of items) {
    const day = midnight(new Date(item.created_at)).getTime()
    minutes.set(day, (minutes.get(day) ?? 0) + item.minutes)
  }
  return Array.from({ length: count }, (_, place) => {
    const at = midnight(now, count - 1 - place)
    return { at, minutes: minutes.get(at.getTime()) ?? 0 }
  })
}
