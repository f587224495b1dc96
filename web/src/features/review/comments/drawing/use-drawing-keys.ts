import { useEffect } from 'react'
import { DIALOGS } from '../../../../lib/keyboard/dialogs.ts'
import { DRAWING } from '../../../../lib/keyboard/key-list.ts'
import { isKey, isPressed, type Key, takesLetters } from '../../../../lib/keyboard/keys.ts'
import { useLatest } from '../../../../lib/use-latest.ts'
import { type Act, colourAt } from './sketching.ts'

/** Steps of the crosshair, as shares of the picture. */
const STEP = { small: 0.01, large: 0.1 } as const
const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const ACTS: readonly (readonly [Key, Act])[] = [
  [DRAWING.pen, { act: 'tool', tool: 'pen' }],
  [DRAWING.arrow, { act: 'tool', tool: 'arrow' }],
  [DRAWING.rect, { act: 'tool', tool: 'rect' }],
  [DRAWING.ellipse, { act: 'tool', tool: 'ellipse' }],
  [DRAWING.text, { act: 'tool', tool: 'text' }],
  [DRAWING.thinner, { act: 'width', by: -1 }],
  [DRAWING.thicker, { act: 'width', by: 1 }],
  [DRAWING.redo, { act: 'redo' }],
  [DRAWING.undo, { act: 'undo' }],
  [DRAWING.delete, { act: 'delete' }],
]

/** Keys that would leave the frame, which is locked, or act on something else than the drawing. */
const LOCKED = [
  'range_start',
  'range_end',
  'resolve',
  'versions',
  'older_version',
  'newer_version',
  'approvals',
] as const

/** The act of a key that works wherever the focus is, or null. */
function anywhere(event: KeyboardEvent): Act | null {
  const found = ACTS.find(([key]) => isPressed(key, event))
  if (found) return found[1]
  const colour = isPressed(DRAWING.colour, event) ? colourAt(Number(event.key)) : undefined
  return colour ? { act: 'colour', colour } : null
}

/** The act of a key on the picture: arrows, Space and Enter belong to buttons and lists elsewhere. */
function onPicture(event: KeyboardEvent): Act | null {
  if (isPressed(DRAWING.point, event)) return { act: 'point' }
  if (isPressed(DRAWING.end, event)) return { act: 'finish' }
  const direction = DIRECTIONS[event.key]
  if (!direction || event.ctrlKey || event.metaKey || event.altKey) return null
  const step = event.shiftKey ? STEP.large : STEP.small
  return { act: 'move', x: direction[0] * step, y: direction[1] * step }
}

/**
 * Handles the keys of drawing, before the rest of the page sees them.
 * @param board the area to draw on
 * @param onLeave Escape
 */
export function useDrawingKeys(board: HTMLElement | null, onAct: (act: Act) => void, onLeave: () => void): void {
  const latest = useLatest({ onAct, onLeave })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body
      if (takesLetters(target) || document.querySelector(`${DIALOGS}, [role="menu"]`)) return
      const at = target === document.body || target === board
      const act = anywhere(event) ?? (at ? onPicture(event) : null)
      const leaves = isPressed(DRAWING.leave, event) || isKey('draw', event)
      const locked = LOCKED.some((name) => isKey(name, event))
      if (!act && !leaves && !locked) return
      event.preventDefault()
      event.stopPropagation()
      if (act) latest.current.onAct(act)
      else if (leaves) latest.current.onLeave()
    }
    document.addEventListener('keydown', onKey, { capture: true })
    return () => document.removeEventListener('keydown', onKey, { capture: true })
  }, [board, latest])
}
