import type { Drawing } from '@footnote/contract/shared/drawing/drawing.ts'
import { INKS, type PictureSize, pointsOf } from '@footnote/contract/shared/drawing/drawing-marks.ts'
import { describeDrawing } from '@footnote/contract/shared/drawing/drawing-words.ts'
import { type PointerEvent, useEffect, useReducer, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLatest } from '../../../../lib/use-latest.ts'
import { noFling } from '../../../../ui/no-fling.ts'
import { toast } from '../../../../ui/overlays/toast.ts'
import { DrawingTools } from './drawing-tools.tsx'
import { DrawnShape } from './shapes.tsx'
import { lettersOf, type PicturePoint, sketch, sketchingOf } from './sketching.ts'
import { TextEntry } from './text-entry.tsx'
import { useDrawingKeys } from './use-drawing-keys.ts'
import './drawing-editor.css'

interface EditorProps {
  drawing: Drawing | null
  size: PictureSize
  /** Where the tools are shown. */
  tools: HTMLElement | null
  onChange: (drawing: Drawing | null) => void
  /** @param by_key whether a key ended it */
  onDone: (by_key: boolean) => void
}

/** The area over the picture on which somebody draws, with its tools. */
export function DrawingEditor({ drawing, size, tools, onChange, onDone }: EditorProps) {
  const [state, act] = useReducer(sketch, null, () => sketchingOf(drawing?.shapes ?? [], size))
  const [board, setBoard] = useState<HTMLElement | null>(null)
  const { shapes, making, writing, crosshair, refused } = state
  useChanges(shapes, onChange)
  useEffect(() => board?.focus({ preventScroll: true }), [board])
  useEffect(() => (board ? noFling(board) : undefined), [board])
  useEffect(() => {
    if (refused) toast.error(`${refused}.`, { id: 'drawing' })
  }, [refused])
  useDrawingKeys(board, act, () => (making || writing ? act({ act: 'cancel' }) : onDone(true)))
  const pointer = usePointer(act)
  const all = making ? [...shapes, making] : shapes
  const last = making ? null : shapes.at(-1)
  return (
    <>
      <div
        ref={setBoard}
        className="picture-board drawing-board"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard draws here
        tabIndex={0}
        role="application"
        aria-label="Picture to draw on. Arrow keys move the crosshair, Space sets a point."
        data-tool={state.tool}
        {...pointer}
      >
        <svg
          className="drawing"
          viewBox={`0 0 ${size.width} ${size.height}`}
          role="img"
          aria-label={shapes.length > 0 ? describeDrawing({ v: 1, shapes: [...shapes] }) : 'Nothing is drawn yet'}
        >
          {all.map((shape, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no identity but their place
            <DrawnShape key={place} shape={shape} size={size} />
          ))}
          {last && last.t !== 'pen' && pointsOf(last, size).map(([x, y]) => <Grip key={`${x} ${y}`} x={x} y={y} />)}
          {crosshair && <Crosshair at={crosshair} size={size} />}
        </svg>
      </div>
      {writing && (
        <TextEntry
          at={writing}
          letters={lettersOf(state) * size.width}
          ink={INKS[state.colour]}
          onDone={(text) => {
            act({ act: 'write', text })
            board?.focus({ preventScroll: true })
          }}
        />
      )}
      <span className="sr-only" role="status">
        {state.said}
      </span>
      {tools && createPortal(<DrawingTools state={state} onAct={act} onDone={() => onDone(false)} />, tools)}
    </>
  )
}

/** Passes each changed drawing on; the one that it began with is known. */
function useChanges(
  shapes: Drawing['shapes'] | readonly Drawing['shapes'][number][],
  onChange: EditorProps['onChange'],
) {
  const known = useRef(shapes)
  const latest = useLatest(onChange)
  useEffect(() => {
    if (known.current === shapes) return
    known.current = shapes
    latest.current(shapes.length > 0 ? { v: 1, shapes: [...shapes] } : null)
  }, [shapes, latest])
}

const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }, area: Element): PicturePoint => {
  const { left, top, width, height } = area.getBoundingClientRect()
  return { x: (clientX - left) / width, y: (clientY - top) / height }
}

/** Draws with one pointer at a time. Once a pen was seen, fingers do not draw: the hand rests on the screen. */
function usePointer(act: React.ActionDispatch<[act: Parameters<typeof sketch>[1]]>) {
  const drawing = useRef<number | null>(null)
  const pen = useRef(false)
  const end = (how: 'finish' | 'cancel') => (event: PointerEvent) => {
    if (event.pointerId !== drawing.current) return
    drawing.current = null
    act({ act: how })
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      pen.current ||= event.pointerType === 'pen'
      if (event.button !== 0 || drawing.current !== null || (pen.current && event.pointerType === 'touch')) return
      // A text field that this press opens must keep the focus.
      event.preventDefault()
      event.currentTarget.focus({ preventScroll: true })
      event.currentTarget.setPointerCapture(event.pointerId)
      drawing.current = event.pointerId
      act({ act: 'begin', at: placeOf(event, event.currentTarget) })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerId !== drawing.current) return
      const events = event.nativeEvent.getCoalescedEvents?.() ?? []
      const to = [...events, event].map((one) => placeOf(one, event.currentTarget))
      act({ act: 'drag', to })
    },
    onPointerUp: end('finish'),
    onPointerCancel: end('cancel'),
  }
}

const Grip = ({ x, y }: { x: number; y: number }) => (
  <rect className="drawing-grip" x={x - 4} y={y - 4} width={8} height={8} />
)

function Crosshair({ at, size }: { at: PicturePoint; size: PictureSize }) {
  const [x, y] = [at.x * size.width, at.y * size.height]
  const path = `M${x - 12} ${y}H${x + 12}M${x} ${y - 12}V${y + 12}`
  return (
    <g className="drawing-crosshair">
      <path d={path} />
      <path d={path} />
    </g>
  )
}
