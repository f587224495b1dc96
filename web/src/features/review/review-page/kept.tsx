import { type ReactNode, useCallback, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

/**
 * Content that keeps its state while its place on the page changes, or while it has none: input, scroll position,
 * playback. Render `element` once, anywhere on the page; render `place` where the content should appear.
 */
export function useKept(content: ReactNode): { element: ReactNode; place: ReactNode } {
  const [host] = useState(() => Object.assign(document.createElement('div'), { className: 'kept' }))
  const scrolled = useRef<readonly (readonly [Element, number])[]>([])
  const hold = useCallback(
    (place: HTMLElement | null) => {
      place?.append(host)
      // Browsers forget the scroll position of an element that leaves the page.
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
