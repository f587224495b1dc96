let pressed = false
for (const name of ['pointerdown', 'pointerup', 'pointercancel'])
  document.addEventListener(name, () => (pressed = name === 'pointerdown'), { capture: true, passive: true })

/**
 * Acts after the press that is under way and its click; without a press, after the present event. A button that moves
 * between press and release gets no click.
 */
export function afterPress(act: () => void): void {
  const soon = () => setTimeout(act)
  if (!pressed) return void soon()
  const end = new AbortController()
  const onEnd = () => {
    end.abort()
    soon()
  }
  for (const name of ['pointerup', 'pointercancel']) document.addEventListener(name, onEnd, { signal: end.signal })
}
