import { PLAYER } from '@footnote/contract/limits.ts'
import { type RefObject, useEffect, useRef } from 'react'
import type { MediaRequests } from './media-requests.ts'

export interface ShortcutRequests extends MediaRequests {
  toggleFullscreen: () => void
  toggleSubtitles: () => void
}

const actions: Record<string, (requests: ShortcutRequests) => void> = {
  ' ': (requests) => requests.toggle(),
  k: (requests) => requests.toggle(),
  j: (requests) => requests.skip(-PLAYER.skip),
  l: (requests) => requests.skip(PLAYER.skip),
  arrowleft: (requests) => requests.skip(-PLAYER.arrow),
  arrowright: (requests) => requests.skip(PLAYER.arrow),
  m: (requests) => requests.toggleMuted(),
  c: (requests) => requests.toggleSubtitles(),
  f: (requests) => requests.toggleFullscreen(),
  ',': (requests) => requests.step(-1),
  '.': (requests) => requests.step(1),
}

const TYPING =
  'input:not([type="range"]):not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable="true"]'
const PRESSABLE = 'button, a[href], summary, [role^="menuitem"], input'

/** Whether a key belongs to the player, and not to what has the focus. */
function isForPlayer(event: KeyboardEvent, player: Element): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  const target = event.target instanceof Element ? event.target : document.body
  if (target.closest(TYPING)) return false
  if (event.key === ' ' && target.closest(PRESSABLE)) return false
  if (/^arrow/i.test(event.key) && target.closest('input, [role="menu"], [role="radiogroup"], [role="separator"]'))
    return false
  const dialog = target.closest('[role="dialog"], [role="menu"]')
  return dialog ? dialog.contains(player) : true
}

/** Keys of the player, heard anywhere on its page or in its dialog, except where a person types. */
export function useShortcuts(player: RefObject<HTMLElement | null>, requests: ShortcutRequests | null): void {
  const latest = useRef(requests)
  useEffect(() => {
    latest.current = requests
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = actions[event.key.toLowerCase()]
      if (!action || !latest.current || !player.current || !isForPlayer(event, player.current)) return
      event.preventDefault()
      action(latest.current)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [player])
}
