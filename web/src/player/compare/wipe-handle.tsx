import { ChevronsLeftRight } from 'lucide-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { noFling } from '../../ui/no-fling.ts'

/** Shares of the width that an arrow key moves the line; the second with Shift. */
const STEPS = [0.01, 0.1] as const

const clamp = (share: number): number => Math.min(1, Math.max(0, share))

/** The line between two versions, for pointer and keyboard. @param at share of the width left of it, 0 to 1 */
export function WipeHandle({ at, onMove }: { at: number; onMove: (at: number) => void }) {
  const shareAt = ({ currentTarget, clientX }: PointerEvent<HTMLElement>): number => {
    const { left = 0, width = 1 } = currentTarget.parentElement?.getBoundingClientRect() ?? {}
    return clamp((clientX - left) / width)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const step = STEPS[event.shiftKey ? 1 : 0]
    const places: Readonly<Record<string, number>> = { ArrowLeft: at - step, ArrowRight: at + step, Home: 0, End: 1 }
    const place = places[event.key]
    if (place === undefined) return
    event.preventDefault()
    onMove(Math.round(clamp(place) * 100) / 100)
  }
  return (
    <div
      ref={noFling}
      role="slider"
      tabIndex={0}
      className="wipe-handle"
      aria-label="Wipe"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(at * 100)}
      aria-valuetext={`${Math.round(at * 100)} % of the picture on its left`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.preventDefault()
        event.currentTarget.focus({ preventScroll: true })
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) onMove(shareAt(event))
      }}
    >
      <span>
        <ChevronsLeftRight className="icon" aria-hidden="true" />
      </span>
    </div>
  )
}
