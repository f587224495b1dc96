import { PLAYER } from '@footnote/contract/shared/review-limits.ts'
import { type RefObject, useEffect } from 'react'
import { DIALOGS } from '../../lib/keyboard/dialogs.ts'
import { KEYS, type Key, type PlayerKey, playerKey, takesLetters } from '../../lib/keyboard/keys.ts'
import { useLatest } from '../../lib/use-latest.ts'
import type { OtherMatches } from '../matches/other-matches.ts'
import type { MediaRequests } from '../media/media-requests.ts'
import type { Shuttle } from './shuttle.ts'

export interface ShortcutRequests extends MediaRequests {
  shuttle: Shuttle
  toggleFullscreen: () => void
  toggleSubtitles: () => void
  /** Shows moments that look like the frame on the screen; absent where no search is possible. */
  findSimilar?: (() => void) | undefined
  /** Draws a box on the frame, to search for that part; absent where no search is possible. */
  findPart?: (() => void) | undefined
  /** Saves the frame on the screen as a picture; absent where two pictures are shown. */
  saveFrame?: (() => void) | undefined
  /** Absent in a player that no search has opened. */
  other_matches?: OtherMatches | undefined
  /** @param share of the video, 0 to 1 */
  seekToShare: (share: number) => void
}

/**
 * Where shortcuts work: `focus`, while the focus is in the player, its dialog or nowhere; `page`, anywhere on the page.
 */
export type ShortcutScope = 'focus' | 'page'

function step(requests: ShortcutRequests, frames: number): void {
  // The step pauses a video that plays, but the shuttle going back is not playing: it must be stopped.
  if (requests.shuttle.speed() < 0) requests.shuttle.stop()
  requests.step(frames)
}

const does: Record<PlayerKey, (requests: ShortcutRequests, key: string) => void> = {
  play: ({ shuttle, togglePlay }) => (shuttle.speed() < 0 ? shuttle.stop() : togglePlay()),
  forward: ({ shuttle }) => shuttle.press(1),
  stop: ({ shuttle }) => shuttle.stop(),
  back: ({ shuttle }) => shuttle.press(-1),
  step_forward: (requests) => step(requests, 1),
  step_back: (requests) => step(requests, -1),
  held_forward: (requests) => step(requests, 1),
  held_back: (requests) => step(requests, -1),
  later: (requests) => requests.skip(PLAYER.arrow),
  earlier: (requests) => requests.skip(-PLAYER.arrow),
  tenth: (requests, key) => requests.seekToShare(Number(key) / 10),
  louder: (requests) => requests.changeVolume(PLAYER.volume_key),
  quieter: (requests) => requests.changeVolume(-PLAYER.volume_key),
  mute: (requests) => requests.toggleMuted(),
  subtitles: (requests) => requests.toggleSubtitles(),
  fullscreen: (requests) => requests.toggleFullscreen(),
  similar: (requests) => requests.findSimilar?.(),
  part: (requests) => requests.findPart?.(),
  save_frame: (requests) => requests.saveFrame?.(),
  previous_in_video: ({ other_matches }) => other_matches?.previous?.(),
  next_in_video: ({ other_matches }) => other_matches?.next?.(),
}

/** What some shortcuts need, because only some players have it. */
const needs: Partial<Record<PlayerKey, keyof ShortcutRequests>> = {
  similar: 'findSimilar',
  part: 'findPart',
  save_frame: 'saveFrame',
  previous_in_video: 'other_matches',
  next_in_video: 'other_matches',
}

function offers(requests: ShortcutRequests, name: PlayerKey): boolean {
  const needed = needs[name]
  return !needed || requests[needed] !== undefined
}

const PRESSABLE = 'button, a[href], summary, [role="tab"], [role^="menuitem"], [role="option"], input'
/** Elements that use arrow keys themselves. */
const MOVING = 'input, [role="menu"], [role="listbox"], [role="tablist"], [role="radiogroup"], [role="separator"]'

function isInScope(scope: ShortcutScope, target: Element, player: Element): boolean {
  const around = target.closest(`${DIALOGS}, [role="menu"]`)
  if (around) return around.contains(player)
  if (scope === 'focus') return target === document.body || player.contains(target)
  return [...document.querySelectorAll(DIALOGS)].every((dialog) => dialog.contains(player))
}

/** Whether an element is inside an area that scrolls up and down by itself. */
function scrolls(element: Element | null): boolean {
  if (!element || element === document.body) return false
  const room = element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY)
  return room || scrolls(element.parentElement)
}

/** Whether an arrow key changes the selected text. */
const extendsSelection = ({ shiftKey }: KeyboardEvent): boolean => shiftKey && getSelection()?.isCollapsed === false

/** Whether a key belongs to the focused element. @param pressed whether a pointer, not a key, put the focus there */
function isTaken(event: KeyboardEvent, target: Element, player: Element, pressed: boolean): boolean {
  if (takesLetters(target)) return true
  if (event.key === ' ') return !pressed && target.closest(PRESSABLE) !== null
  if (!event.key.startsWith('Arrow')) return false
  if (target.closest(MOVING) || extendsSelection(event)) return true
  return /Up|Down/.test(event.key) && !player.contains(target) && scrolls(target)
}

/** Handles the shortcuts of the player. */
export function useShortcuts(
  player: RefObject<HTMLElement | null>,
  requests: ShortcutRequests | null,
  scope: ShortcutScope,
): void {
  const latest = useLatest(requests)
  useEffect(() => {
    // A button that a pointer pressed keeps the focus, but the next Space is meant for the video.
    let pressed: Element | null = null
    const onPress = ({ target }: Event) => {
      pressed = target instanceof Element ? target.closest(PRESSABLE) : null
    }
    // While K is held down, J and L step by frames.
    let k = false
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Tab') pressed = null
      const requests = latest.current
      const stage = player.current
      if (!requests || !stage || event.defaultPrevented) return
      const name = playerKey(event, k, (one) => offers(requests, one))
      if (!name) return
      const target = event.target instanceof Element ? event.target : document.body
      const byPointer = pressed !== null && pressed === target.closest(PRESSABLE)
      if (!isInScope(scope, target, stage) || isTaken(event, target, stage, byPointer)) return
      event.preventDefault()
      if (name === 'stop') k = true
      if (!event.repeat || (KEYS[name] as Key).repeats) does[name](requests, event.key)
    }
    const onRelease = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key.toLowerCase() === KEYS.stop.keys[0]) k = false
    }
    const stop = new AbortController()
    document.addEventListener('pointerdown', onPress, { signal: stop.signal })
    document.addEventListener('keydown', onKey, { signal: stop.signal })
    document.addEventListener('keyup', onRelease, { signal: stop.signal })
    window.addEventListener('blur', onRelease, { signal: stop.signal })
    return () => stop.abort()
  }, [player, scope, latest])
}
