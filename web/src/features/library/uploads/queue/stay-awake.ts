/** What keeps the screen awake; null if nothing does. */
let sentinel: WakeLockSentinel | null = null
let wanted = false
let turn: Promise<void> = Promise.resolve()

/**
 * Keeps the screen awake, or no longer: a phone that falls asleep stops the page, and with it its uploads. Browsers
 * without this, and pages without HTTPS, go on without it.
 */
export function keepAwake(wants: boolean): void {
  if (wants === wanted) return
  wanted = wants
  if (wants) document.addEventListener('visibilitychange', follow)
  else document.removeEventListener('visibilitychange', follow)
  follow()
}

/** One change after the other: an answer of the browser may come after its question is out of date. */
function follow(): void {
  turn = turn.then(askOrRelease).catch((error: unknown) => {
    // The system refuses it, for example while it saves power.
    console.warn('wake lock', error)
  })
}

async function askOrRelease(): Promise<void> {
  if (!('wakeLock' in navigator)) return
  // The browser itself ends it when the page is hidden.
  if (sentinel?.released) sentinel = null
  if (wanted && !sentinel && document.visibilityState === 'visible')
    sentinel = await navigator.wakeLock.request('screen')
  if (wanted || !sentinel) return
  const held = sentinel
  sentinel = null
  await held.release()
}
