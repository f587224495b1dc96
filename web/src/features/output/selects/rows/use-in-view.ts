import { useEffect, useState } from 'react'

/** Pixels around what is seen, so that pictures are there when somebody scrolls to them. */
const AROUND = 200

/**
 * Whether an element is seen, or nearly: the browser loads backgrounds of all elements, also of those far below.
 * @param element null while it is not drawn
 */
export function useInView(element: HTMLElement | null): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (!element) return
    const observer = new IntersectionObserver((entries) => setSeen(entries.at(-1)?.isIntersecting ?? false), {
      root: element.closest('.scroll'),
      rootMargin: `${AROUND}px`,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return seen
}
