import { COMPARE_MODES } from '../../../../player/compare/compare-mode.ts'
import { type Comparison, PLAIN } from './comparison.ts'

/** A day at 120 frames a second. */
const MOST_OFFSET = 86_400 * 120

/** Reads a comparison from its address; what is no value there has its default. */
export function readComparison(search: URLSearchParams): Comparison {
  const number = (name: string, otherwise: number): number => {
    const text = search.get(name)?.trim() ?? ''
    return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : otherwise
  }
  return {
    other: search.get('with'),
    mode: COMPARE_MODES.find((mode) => mode === search.get('mode')) ?? PLAIN.mode,
    at: Math.min(1, Math.max(0, number('at', PLAIN.at))),
    offset: Math.max(-MOST_OFFSET, Math.min(MOST_OFFSET, Math.round(number('offset', 0)))),
    time: Math.max(0, number('t', 0)),
  }
}
