import { type RefObject, useEffect } from 'react'
import { useLatest } from '../../../../lib/use-latest.ts'
import { reveal } from '../reveal.ts'
import type { Search } from './use-search.ts'

/** Scrolls to the current match of a search. @param onReveal called before */
export function useRevealMatch(
  scroller: RefObject<HTMLElement | null>,
  { matches, current }: Pick<Search, 'matches' | 'current'>,
  onReveal: () => void,
): void {
  const latest = useLatest(onReveal)
  useEffect(() => {
    const mark = scroller.current?.querySelector(`[data-match="${current}"]`)
    if (matches.length === 0 || !mark || !scroller.current) return
    latest.current()
    reveal(scroller.current, mark)
  }, [scroller, matches, current, latest])
}
