/** Milliseconds after which a change counts as painted. A hidden page paints nothing. */
const PAINTED_AFTER = 250

/** Calls back once the changes of this task are on the screen: a frame that begins after the next one shows them. */
export function afterPaint(act: () => void): void {
  let done = false
  const once = () => {
    if (done) return
    done = true
    act()
  }
  requestAnimationFrame(() => requestAnimationFrame(once))
  setTimeout(once, PAINTED_AFTER)
}
