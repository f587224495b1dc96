import type { ModelState } from '@footnote/contract/nouns/library/indexing.ts'
import { progressPercent } from '@footnote/contract/shared/timecode.ts'

/** One line on models that are downloading or failed; null when there is nothing to say. */
export function modelWords(states: readonly ModelState[]): { kind: 'info' | 'warn'; text: string } | null {
  const coming = states.find(({ state }) => state === 'downloading')
  if (coming) {
    const percent = Math.floor(progressPercent(coming.share))
    return {
      kind: 'info',
      text: `The model ${coming.title} is being downloaded: ${percent} %. Until it is there, videos are indexed without it.`,
    }
  }
  const reasons = new Set(states.filter(({ state }) => state === 'failed').map(({ detail }) => detail))
  if (reasons.size === 0) return null
  return { kind: 'warn', text: `${[...reasons].join(' ')} Videos are indexed without these models.` }
}
