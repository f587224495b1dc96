/** Whether a button of the mouse, a finger or a pen is down. */
let pressed = false
for (const name of ['pointerdown', 'pointerup', 'pointercancel'])
  document.addEventListener(name, () => (pressed = name === 'pointerdown'), { capture: true })

/**
 * Acts after the press that is under way and its click; without a press, after the present event. For what moves a part of
 * the page when the focus leaves: a button that moves between press and release gets no click.
 */
export function afterPress(act: () => void): void {
  const end = new AbortController()
  const soon = () => {
    end.abort()
    setTimeout(act)
  }
  if (!pressed) soon()
  else for (const name of ['pointerup', 'pointercancel']) document.addEventListener(name, soon, { signal: end.signal })
}
