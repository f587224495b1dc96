import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { noFling } from '../../../../ui/no-fling.ts'

/** Pixels from the edge of the window at which a drag scrolls, and the most that it scrolls at each frame. */
const EDGE = 72
const STEP = 12

/** A row that is being dragged, and the place that it would get. */
export interface Dragging {
  readonly id: string
  readonly from: number
  /** From 0, in the list without the row. */
  readonly to: number
}

/**
 * Drags rows by their grips, with a mouse, a pen or a finger; near an edge of the window it scrolls. Escape ends it.
 * @param list its children with `data-row` are the rows
 */
export function useDragging(list: RefObject<HTMLElement | null>, onDrop: (id: string, to: number) => void) {
  const [dragging, setDragging] = useState<Dragging | null>(null)
  const pointer = useRef(0)
  const look = () => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    setDragging((now) => {
      if (!now) return now
      const others = rows.filter(({ dataset }) => dataset.row !== now.id)
      const after = others.filter((row) => {
        const { top, height } = row.getBoundingClientRect()
        return pointer.current > top + height / 2
      })
      return after.length === now.to ? now : { ...now, to: after.length }
    })
  }
  const active = dragging !== null
  const latest = useRef(look)
  latest.current = look
  useEffect(() => {
    if (!active) return
    let frame = requestAnimationFrame(function scroll() {
      const above = EDGE - pointer.current
      const below = pointer.current - (window.innerHeight - EDGE)
      const by = above > 0 ? -above : Math.max(0, below)
      if (by !== 0) {
        window.scrollBy(0, Math.sign(by) * Math.min(STEP, Math.abs(by) / 4))
        latest.current()
      }
      frame = requestAnimationFrame(scroll)
    })
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setDragging(null)
    }
    document.addEventListener('keydown', onKey)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('keydown', onKey)
    }
  }, [active])
  const grip = (id: string, place: number) => ({
    ref: noFling,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      pointer.current = event.clientY
      setDragging({ id, from: place, to: place })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!active) return
      pointer.current = event.clientY
      look()
    },
    onPointerUp: () => {
      if (dragging && dragging.to !== dragging.from) onDrop(dragging.id, dragging.to)
      setDragging(null)
    },
    onPointerCancel: () => setDragging(null),
  })
  return { dragging, grip }
}
