/**
 * Ref of an element that fingers drag. A finger that lets go while it moves starts a fling even where `touch-action`
 * is none, and Chromium takes the next tap, wherever it is, as the end of that fling. A drag that the page took as its
 * own starts none. Taps on the element stay what they are.
 */
export function noFling(element: HTMLElement | null): () => void {
  const take = (event: TouchEvent) => event.preventDefault()
  // React listens to touches passively, which cannot take them.
  element?.addEventListener('touchmove', take, { passive: false })
  return () => element?.removeEventListener('touchmove', take)
}
