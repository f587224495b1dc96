import { type RefObject, useEffect, useRef } from 'react'

/** What readers do when they want to see something else. */
const ACTS = ['keydown', 'pointerdown', 'wheel'] as const

/**
 * Scrolls to an entry, and again until the reader acts: the film above takes room from the list when it has loaded, and
 * heights outside the view are estimates.
 * @returns a function that ends it
 */
function keepInView(entry: Element): () => void {
  const acted = new AbortController()
  entry.scrollIntoView({ block: 'nearest' })
  if (typeof ResizeObserver === 'undefined') return () => acted.abort()
  const observer = new ResizeObserver(() => entry.scrollIntoView({ block: 'nearest' }))
  for (const sized of [entry.closest('.scroll'), entry.parentElement]) if (sized) observer.observe(sized)
  acted.signal.addEventListener('abort', () => observer.disconnect())
  for (const act of ACTS)
    window.addEventListener(act, () => acted.abort(), { passive: true, capture: true, signal: acted.signal })
  return () => acted.abort()
}

/**
 * Adds pages until they include a comment, then scrolls to it.
 * @param reveal a new object for each request; null for none
 */
export function useReveal(
  reveal: { readonly id: string } | null,
  {
    list,
    order,
    shown,
    grow,
  }: {
    list: RefObject<HTMLElement | null>
    order: readonly { readonly id: string }[]
    shown: number
    grow: () => void
  },
) {
  const revealed = useRef<object | null>(null)
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])
  useEffect(() => {
    if (!reveal || revealed.current === reveal) return
    const place = order.findIndex(({ id }) => id === reveal.id)
    if (place < 0) return
    if (place >= shown) return grow()
    revealed.current = reveal
    stop.current?.()
    const entry = list.current?.firstElementChild?.children[place]
    stop.current = entry ? keepInView(entry) : null
  })
}
