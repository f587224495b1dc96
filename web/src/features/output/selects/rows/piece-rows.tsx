import { memo, useRef } from 'react'
import { searchedAddress } from '../../../../lib/addresses.ts'
import { Button } from '../../../../ui/forms/button.tsx'
import type { Row } from '../edit/use-rows.ts'
import { NoteField } from './note-field.tsx'
import { type Field, PieceRow, type RowActions } from './piece-row.tsx'
import { TimeField } from './time-field.tsx'
import { useDragging } from './use-dragging.ts'
import './rows.css'

/** What a row changes while somebody edits it. */
export interface EditActions {
  note: (id: string, note: string) => void
  in: (id: string, frame: number) => void
  out: (id: string, frame: number) => void
  /** In or out at the frame on the screen. */
  here: (side: 'in' | 'out') => void
  undo: () => void
  done: () => void
}

interface PieceRowsProps {
  rows: readonly Row[]
  /** The piece on the screen. */
  now: string | null
  editing: { readonly id: string; readonly field: Field } | null
  can_change: boolean
  can_undo: boolean
  actions: RowActions
  edits: EditActions
}

/** The pieces in their order. */
export const PieceRows = memo(function PieceRows(props: PieceRowsProps) {
  const { rows, now, editing, can_change, actions } = props
  const list = useRef<HTMLOListElement>(null)
  const { dragging, grip } = useDragging(list, actions.move)
  const markOf = (id: string, place: number) => {
    if (!dragging) return null
    if (dragging.id === id) return 'itself'
    const among = place - (place > dragging.from ? 1 : 0)
    if (dragging.to === among && dragging.to !== dragging.from) return 'above'
    const last = among === rows.length - 2
    return last && dragging.to === rows.length - 1 && dragging.to !== dragging.from ? 'below' : null
  }
  return (
    <>
      <div className="cut cut-head" aria-hidden="true" data-can-change={can_change || undefined}>
        {can_change && <span />}
        <span />
        <span />
        <span>Note</span>
        <span className="cut-source">Source</span>
        <span>In and out</span>
        <span className="cut-length">Length</span>
        <span />
      </div>
      <ol ref={list} className="cuts" aria-label="Pieces" data-can-change={can_change || undefined}>
        {rows.map((row, place) => (
          <PieceRow
            key={row.cut.id}
            row={row}
            count={rows.length}
            now={row.cut.id === now}
            can_change={can_change}
            source={row.item.source && searchedAddress(row.item.source)}
            grip={grip(row.cut.id, place)}
            dragged={markOf(row.cut.id, place)}
            fields={editing?.id === row.cut.id ? fieldsOf(row, editing.field, props) : null}
            {...actions}
          />
        ))}
      </ol>
    </>
  )
})

function fieldsOf(row: Row, field: Field, { edits, can_undo }: PieceRowsProps) {
  const { cut, number, timing, video } = row
  const time = (side: 'in' | 'out') =>
    timing && (
      <TimeField
        label={`${side === 'in' ? 'In' : 'Out'} of piece ${number}`}
        // As everywhere on a page, a range includes its last frame.
        frame={side === 'in' ? cut.start_frame : cut.end_frame - 1}
        timing={timing}
        timecode={video?.timecode ?? null}
        autoFocus={field === side}
        onFrame={(frame) => edits[side](cut.id, side === 'in' ? frame : frame + 1)}
      />
    )
  return {
    note: (
      <NoteField
        number={number}
        note={cut.note}
        autoFocus={field === 'note'}
        onNote={(note) => edits.note(cut.id, note)}
      />
    ),
    times: (
      <>
        {time('in')}
        <span className="faint">–</span>
        {time('out')}
      </>
    ),
    line: (
      <div className="cut-line">
        <span className="cut-keys">
          <kbd>I</kbd>
          <kbd>O</kbd>in and out at the playhead
        </span>
        <span className="cut-keys">
          <kbd>,</kbd>
          <kbd>.</kbd>one frame
        </span>
        <Button size="sm" className="cut-here" onClick={() => edits.here('in')}>
          In here
        </Button>
        <Button size="sm" className="cut-here" onClick={() => edits.here('out')}>
          Out here
        </Button>
        <span className="flex-1" />
        <Button variant="ghost" size="sm" disabled={!can_undo} onClick={edits.undo}>
          Undo
        </Button>
        <Button size="sm" onClick={edits.done}>
          Done
        </Button>
      </div>
    ),
  }
}
