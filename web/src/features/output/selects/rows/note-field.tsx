import { SELECTS } from '@footnote/contract/shared/review-limits.ts'
import { useEffect, useRef } from 'react'

/** The note of a piece. It keeps what is typed while the piece is saved, and follows undo. */
export function NoteField({
  number,
  note,
  autoFocus,
  onNote,
}: {
  number: number
  note: string
  autoFocus?: boolean
  onNote: (note: string) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current && field.current.value.trim() !== note) field.current.value = note
  }, [note])
  return (
    <input
      ref={field}
      type="text"
      className="input"
      aria-label={`Note of piece ${number}`}
      placeholder="Note"
      autoComplete="off"
      maxLength={SELECTS.note}
      defaultValue={note}
      dir="auto"
      // biome-ignore lint/a11y/noAutofocus: the person pressed this very note
      autoFocus={autoFocus}
      onChange={({ target }) => onNote(target.value.trim())}
    />
  )
}
