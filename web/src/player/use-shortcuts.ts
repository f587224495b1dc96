import { PLAYER } from '@footnote/contract/limits.ts'
import { type RefObject, useEffect, useRef } from 'react'
import type { MediaRequests } from './media-requests.ts'

export interface ShortcutRequests extends MediaRequests {
  toggleFullscreen: () => void
  toggleSubtitles: () => void
  /** Leads to what looks like the frame on the screen; absent where nothing is compared. */
  findSimilar?: (() => void) | undefined
  /** @param share of the video, 0 to 1 */
  seekToShare: (share: number) => void
  /** @param change of the volume, -1 to 1 */
  changeVolume: (change: number) => void
}

/** Where keys are heard: while the focus is in the player, its dialog or nowhere; or anywhere on the page. */
export type ShortcutScope = 'focus' | 'page'

/** What a key that is held down does again and again. */
const repeated: Record<string, (requests: ShortcutRequests) => void> = {
  j: (requests) => requests.skip(-PLAYER.skip),
  l: (requests) => requests.skip(PLAYER.skip),
  arrowleft: (requests) => requests.skip(-PLAYER.arrow),
  arrowright: (requests) => requests.skip(PLAYER.arrow),
  arrowup: (requests) => requests.changeVolume(PLAYER.volume_key),
  arrowdown: (requests) => requests.changeVolume(-PLAYER.volume_key),
  ',': (requests) => requests.step(-1),
  '.': (requests) => requests.step(1),
}
const once: Record<string, (requests: ShortcutRequests) => void> = {
  ' ': (requests) => requests.togglePlay(),
  k: (requests) => requests.togglePlay(),
  m: (requests) => requests.toggleMuted(),
  c: (requests) => requests.toggleSubtitles(),
  f: (requests) => requests.toggleFullscreen(),
  s: (requests) => requests.findSimilar?.(),
}
for (let digit = 0; digit <= 9; digit += 1) once[digit] = (requests) => requests.seekToShare(digit / 10)

const TYPING =
  'input:not([type="range"]):not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable]:not([contenteditable="false"])'
const PRESSABLE = 'button, a[href], summary, [role="tab"], [role^="menuitem"], [role="option"], input'
/** What moves by arrow keys itself. */
const MOVING = 'input, [role="menu"], [role="listbox"], [role="tablist"], [role="radiogroup"], [role="separator"]'
const DIALOG = '[role="dialog"], [role="alertdialog"]'

function isInScope(scope: ShortcutScope, target: Element, player: Element): boolean {
  const around = target.closest(`${DIALOG}, [role="menu"]`)
  if (around) return around.contains(player)
  if (scope === 'focus') return target === document.body || player.contains(target)
  return [...document.querySelectorAll(DIALOG)].every((dialog) => dialog.contains(player))
}

/** Whether an element stands in something of its own that scrolls up and down. */
function scrolls(element: Element | null): boolean {
  if (!element || element === document.body) return false
  const room = element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY)
  return room || scrolls(element.parentElement)
}

/** Whether an arrow key changes which text is selected. */
const extendsSelection = ({ shiftKey }: KeyboardEvent): boolean => shiftKey && getSelection()?.isCollapsed === false

/** Whether a key belongs to what has the focus. @param pressed whether a pointer, not a key, put the focus there */
function isTaken(event: KeyboardEvent, target: Element, player: Element, pressed: boolean): boolean {
  if (target.closest(TYPING)) return true
  if (event.key === ' ') return !pressed && target.closest(PRESSABLE) !== null
  if (!event.key.startsWith('Arrow')) return false
  if (target.closest(MOVING) || extendsSelection(event)) return true
  return /Up|Down/.test(event.key) && !player.contains(target) && scrolls(target)
}

/** Keys of the player. */
export function useShortcuts(
  player: RefObject<HTMLElement | null>,
  requests: ShortcutRequests | null,
  scope: ShortcutScope,
): void {
  const latest = useRef(requests)
  useEffect(() => {
    latest.current = requests
  })
  useEffect(() => {
    // What was pressed with a pointer keeps the focus, but the next Space is meant for the video.
    let pressed: Element | null = null
    const onPress = ({ target }: Event) => {
      pressed = target instanceof Element ? target.closest(PRESSABLE) : null
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Tab') pressed = null
      const key = event.key.toLowerCase()
      const action = repeated[key] ?? once[key]
      const stage = player.current
      if (!action || !latest.current || !stage) return
      if (key === 's' && !latest.current.findSimilar) return
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const target = event.target instanceof Element ? event.target : document.body
      const byPointer = pressed !== null && pressed === target.closest(PRESSABLE)
      if (!isInScope(scope, target, stage) || isTaken(event, target, stage, byPointer)) return
      event.preventDefault()
      if (!event.repeat || repeated[key]) action(latest.current)
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('keydown', onKey)
    }
  }, [player, scope])
}
