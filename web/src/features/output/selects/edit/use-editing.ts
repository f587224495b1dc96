import { type RefObject, useEffect, useMemo, useState } from 'react'
import { useLatest } from '../../../../lib/use-latest.ts'
import type { SequenceRequests } from '../../../../player/sequence/sequence-player.tsx'
import type { Field } from '../rows/piece-row.tsx'
import { changed, moved, removed, withIn, withOut } from './cuts.ts'
import type { Editor } from './editor.ts'
import { useListKeys } from './use-list-keys.ts'
import type { Row } from './use-rows.ts'

/** Everything that a person does with the rows, by pointer and by key, and what screen readers hear of it. */
export function useEditing(
  editor: Editor,
  rows: readonly Row[],
  player: RefObject<SequenceRequests | null>,
  now: string | null,
  [editing, setEditing]: readonly [
    { readonly id: string; readonly field: Field } | null,
    (editing: { id: string; field: Field } | null) => void,
  ],
) {
  const [said, say] = useState('')
  const latest = useLatest({ rows, editing })
  const can = editor.state().selects.can.change
  const all = useMemo(() => {
    const rowOf = (id: string | undefined) => latest.current.rows.find(({ cut }) => cut.id === id)
    const trim = (id: string, frame: number, cutAt: typeof withIn, side: 'in' | 'out') => {
      const row = rowOf(id)
      if (!row?.video) return
      const count = row.video.frame_count
      editor.apply((cuts) => changed(cuts, id, cutAt(row.cut, frame, count)), `${side} ${id}`)
      say(`${side === 'in' ? 'In' : 'Out'} of piece ${row.number} changed`)
    }
    /** In and out at the frame on the screen. The out is the frame after it. */
    const trimHere = (side: 'in' | 'out') => {
      const place = player.current?.place()
      if (!place) return
      if (side === 'in') trim(place.id, place.frame, withIn, side)
      else trim(place.id, place.frame + 1, withOut, side)
    }
    const actions = {
      show: (id: string) => player.current?.show(id),
      edit: (id: string, field: Field) => {
        const row = rowOf(id)
        if (!row || row.absence) return
        setEditing({ id, field })
        if (player.current?.place()?.id !== id) player.current?.show(id)
      },
      move: (id: string, to: number) => {
        const { length } = latest.current.rows
        const place = Math.min(length - 1, Math.max(0, to))
        const from = rowOf(id)?.number
        if (from === undefined || place === from - 1) return
        editor.apply((cuts) => moved(cuts, id, place))
        say(`Piece ${from} is now ${place + 1} of ${length}`)
      },
      remove: (id: string) => {
        const row = rowOf(id)
        if (!row) return
        if (latest.current.editing?.id === id) setEditing(null)
        editor.apply((cuts) => removed(cuts, id))
        say(`Piece ${row.number} removed. Undo brings it back.`)
      },
    }
    const undo = () => {
      editor.undo()
      say('Undone')
    }
    const redo = () => {
      editor.redo()
      say('Redone')
    }
    const edits = {
      note: (id: string, note: string) => editor.apply((cuts) => changed(cuts, id, { note }), `note ${id}`),
      in: (id: string, frame: number) => {
        trim(id, frame, withIn, 'in')
        player.current?.show(id, frame)
      },
      out: (id: string, frame: number) => {
        trim(id, frame, withOut, 'out')
        player.current?.show(id, Math.max(0, frame - 1))
      },
      here: trimHere,
      undo,
      done: () => setEditing(null),
    }
    return { actions, edits, undo, redo, trimHere, rowOf }
  }, [editor, latest, player, setEditing])
  useListKeys(
    now,
    can
      ? {
          in: () => all.trimHere('in'),
          out: () => all.trimHere('out'),
          edit: (id) => all.actions.edit(id, 'piece'),
          done: all.edits.done,
          move: (id, by) => {
            const row = all.rowOf(id)
            if (row) all.actions.move(id, row.number - 1 + by)
            keepFocus(id)
          },
          remove: all.actions.remove,
          undo: all.undo,
          redo: all.redo,
        }
      : null,
  )
  // A piece that somebody else has taken out cannot be edited.
  const lost = editing !== null && !rows.some(({ cut }) => cut.id === editing.id)
  useEffect(() => {
    if (lost) setEditing(null)
  }, [lost, setEditing])
  return { ...all, said }
}

/** A row that moves in the document loses the focus in some browsers; the focus scrolls to it. */
function keepFocus(id: string): void {
  const focused = document.activeElement
  if (focused?.closest<HTMLElement>('[data-row]')?.dataset.row !== id || !(focused instanceof HTMLElement)) return
  requestAnimationFrame(() => focused.focus())
}
