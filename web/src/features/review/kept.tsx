import { type ReactNode, useCallback, useState } from 'react'
import { createPortal } from 'react-dom'

/**
 * Something that stays as it is while its place on the page changes, or while it has none: what is typed in it, how far
 * it is scrolled, what it plays. `element` goes anywhere on the page once; `place` goes where it is to be seen.
 */
export function useKept(content: ReactNode): { element: ReactNode; place: ReactNode } {
  const [host] = useState(() => Object.assign(document.createElement('div'), { className: 'kept' }))
  const hold = useCallback((place: HTMLElement | null) => place?.append(host), [host])
  return { element: createPortal(content, host), place: <div ref={hold} className="kept" /> }
}
