import { type Region, writeRegion } from '@footnote/contract/nouns/output/search/region.ts'
import { type CSSProperties, type PointerEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../ui/forms/button.tsx'
import { noFling } from '../../ui/no-fling.ts'
import { boxBetween, CORNERS, type Corner, describeBox, FIRST_BOX, movedBy, oppositeOf, type Point } from './box.ts'
import { usePartKeys } from './use-part-keys.ts'
import './part-picker.css'

/**
 * A box on the paused frame, which a person draws, moves and sizes to search for that part.
 * @param tools where its buttons are shown
 * @param onSearch gets the region as `writeRegion` writes it; null for the whole frame
 */
export function PartPicker({
  tools,
  onSearch,
  onLeave,
}: {
  tools: HTMLElement | null
  onSearch: (region: string | null) => void
  onLeave: () => void
}) {
  const [box, setBox] = useState(FIRST_BOX)
  const [board, setBoard] = useState<HTMLElement | null>(null)
  const search = () => onSearch(writeRegion(box))
  usePartKeys(board, box, { onChange: setBox, onSearch: search, onLeave })
  useFocusMeanwhile(board)
  useEffect(() => (board ? noFling(board) : undefined), [board])
  return (
    <>
      <div
        ref={setBoard}
        className="picture-board part-board"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard moves the box here
        tabIndex={0}
        role="application"
        aria-label="Frame to draw a box on. Arrow keys move the box. With Shift, they resize it. Enter searches."
        {...usePointer(box, setBox)}
      >
        <div className="part-box" role="img" aria-label={describeBox(box)} style={placeOf(box)}>
          {CORNERS.map((corner) => (
            <i key={corner} data-corner={corner} />
          ))}
        </div>
      </div>
      <span className="sr-only" role="status">
        {describeBox(box)}
      </span>
      {tools &&
        createPortal(
          <div className="part-tools">
            <p className="part-hint" aria-hidden="true">
              Draw a box on the frame. <kbd>↑</kbd> <kbd>→</kbd> move it. With <kbd>Shift</kbd>, they resize it.
            </p>
            <Button variant="ghost" onClick={onLeave}>
              Cancel
            </Button>
            <Button variant="ghost" onClick={() => onSearch(null)}>
              Whole frame
            </Button>
            <Button className="part-go" onClick={search}>
              Search for this part
            </Button>
          </div>,
          tools,
        )}
    </>
  )
}

const placeOf = ({ x, y, width, height }: Region): CSSProperties => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
  width: `${width * 100}%`,
  height: `${height * 100}%`,
})

/** Gives the board the focus, and returns it afterwards, if nothing else has got it. */
function useFocusMeanwhile(board: HTMLElement | null): void {
  const before = useRef<Element | null>(null)
  useEffect(() => {
    before.current ??= document.activeElement
    board?.focus({ preventScroll: true })
    return () => {
      const { activeElement } = document
      const lost = activeElement === board || activeElement === document.body
      if (lost && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
    }
  }, [board])
}

/** A press that moves less than this share of the picture draws no box. */
const TAP = 0.01

/** Draws a new box, moves the box, or moves one of its corners, with one pointer at a time. */
function usePointer(box: Region, onChange: (box: Region) => void) {
  const pressed = useRef<{ id: number; at: Point; box: Region; grip: 'box' | Corner | null; drawn: boolean } | null>(
    null,
  )
  const end = (event: PointerEvent) => {
    if (event.pointerId === pressed.current?.id) pressed.current = null
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || pressed.current) return
      event.preventDefault()
      event.currentTarget.focus({ preventScroll: true })
      event.currentTarget.setPointerCapture(event.pointerId)
      const grip = gripOf(event.target)
      pressed.current = { id: event.pointerId, at: pointOf(event), box, grip, drawn: false }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const press = pressed.current
      if (event.pointerId !== press?.id) return
      const at = pointOf(event)
      const by = { x: at.x - press.at.x, y: at.y - press.at.y }
      press.drawn ||= Math.max(Math.abs(by.x), Math.abs(by.y)) >= TAP
      if (!press.drawn) return
      if (press.grip === 'box') onChange(movedBy(press.box, by))
      else onChange(boxBetween(press.grip ? oppositeOf(press.box, press.grip) : press.at, at))
    },
    onPointerUp: end,
    onPointerCancel: (event: PointerEvent) => {
      if (event.pointerId === pressed.current?.id) onChange(pressed.current.box)
      end(event)
    },
  }
}

function pointOf({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  return { x: (clientX - left) / width, y: (clientY - top) / height }
}

function gripOf(target: EventTarget): 'box' | Corner | null {
  if (!(target instanceof Element)) return null
  const corner = CORNERS.find((name) => name === target.getAttribute('data-corner'))
  return corner ?? (target.closest('.part-box') ? 'box' : null)
}
