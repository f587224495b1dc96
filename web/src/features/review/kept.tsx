import { type ReactNode, useCallback, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

/**
 * Something that stays as it is while its place on the page changes, or while it has none: what is typed in it, how far
 * it is scrolled, what it plays. `element` goes anywhere on the page once; `place` goes where it is to be seen.
 */
export function useKept(content: ReactNode): { element: ReactNode; place: ReactNode } {
  const [host] = useState(() => Object.assign(document.createElement('div'), { className: 'kept' }))
  const scrolled = useRef<readonly (readonly [Element, number])[]>([])
  const hold = useCallback(
    (place: HTMLElement | null) => {
      place?.append(host)
      // Browsers forget how far something is scrolled when it leaves the page.
      for (const [element, top] of scrolled.current) element.scrollTop = top
      return () => {
        const found = [...host.querySelectorAll('*')].map((element) => [element, element.scrollTop] as const)
        scrolled.current = found.filter(([, top]) => top > 0)
      }
    },
    [host],
  )
  return { element: createPortal(content, host), place: <div ref={hold} className="kept" /> }
}
