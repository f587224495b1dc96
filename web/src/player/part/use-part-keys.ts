import type { Region } from '@footnote/contract/nouns/output/search/region.ts'
import { useEffect } from 'react'
import { DIALOGS } from '../../lib/keyboard/dialogs.ts'
import { isKey, isPressed, takesLetters } from '../../lib/keyboard/keys.ts'
import { PART_KEYS } from '../../lib/keyboard/part-keys.ts'
import { useLatest } from '../../lib/use-latest.ts'
import { movedBy, type Point, STEP, sizedBy } from './box.ts'

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}
/** Shortcuts of the page around the player, which would leave the frame. */
const OTHERS = /^[a-z0-9,.[\]]$/i
/** Keys that scroll what is around the box. */
const SCROLLING = /^( |Page(Up|Down)|Home|End|Arrow(Up|Down|Left|Right))$/

interface Acts {
  readonly onChange: (box: Region) => void
  readonly onSearch: () => void
  readonly onLeave: () => void
}

/**
 * Handles the keys of a box on the frame before the rest of the page and before a dialog around the player.
 * @param board the area with the box
 */
export function usePartKeys(board: HTMLElement | null, box: Region, acts: Acts): void {
  const latest = useLatest({ box, ...acts })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body
      const above = [...document.querySelectorAll(DIALOGS)].some((dialog) => !dialog.contains(board))
      if (!board || takesLetters(target) || above) return
      const at_box = target === board || target === document.body
      const act = actOf(event, at_box)
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey
      const other = plain && (OTHERS.test(event.key) || (at_box && SCROLLING.test(event.key)))
      if (!act && !other) return
      event.preventDefault()
      event.stopPropagation()
      act?.(latest.current)
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [board, latest])
}

/** @param at_box whether the focus is on the box: Enter and arrows belong to buttons elsewhere */
function actOf(event: KeyboardEvent, at_box: boolean): ((now: Acts & { readonly box: Region }) => void) | null {
  if (isPressed(PART_KEYS.leave, event) || isKey('part', event)) return ({ onLeave }) => onLeave()
  if (!at_box) return null
  if (isPressed(PART_KEYS.search, event)) return event.repeat ? null : ({ onSearch }) => onSearch()
  const by = DIRECTIONS[event.key]
  if (!by || !isPressed(PART_KEYS.move, event)) return null
  const change = isPressed(PART_KEYS.size, event) ? sizedBy : movedBy
  return ({ box, onChange }) => onChange(change(box, by))
}
