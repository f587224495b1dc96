import type { Words } from '@footnote/contract/shared/language/spoken-words.ts'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from 'react'
import type { Editing } from './editing/editing.ts'
import type { Paragraph } from './paragraphs.ts'
import type { useWordStop } from './use-word-stop.ts'

const PLACES = '[data-word], [data-marker], [data-from], [data-speaker]'

/** Loads the field before a person opens it, because they type at once. A failure shows when it opens. */
const prepareField = () => void import('./editing/paragraph-field.tsx').catch(() => undefined)

interface PressContext {
  words: Words
  paragraphs: readonly Paragraph[]
  stop: ReturnType<typeof useWordStop>
  /** Null for people who only read. */
  editing: Editing | null
  /** Makes the paragraph of a word a field. */
  onEdit: (paragraph: Paragraph, place: number) => void
  /** @param seconds start of the chosen word or paragraph */
  onSeek: (seconds: number) => void
  onMarkerSelect: ((id: string) => void) | undefined
}

/** What pointers and keys do in the words of a transcript. One handler serves all of the thousands. */
export function usePresses({ words, paragraphs, stop, editing, onEdit, onSeek, onMarkerSelect }: PressContext) {
  /** The button whose menu names a speaker. */
  const [naming, setNaming] = useState<{ trigger: HTMLElement; by_keyboard: boolean } | null>(null)
  /** The edited word that the person has reached. */
  const [edited, setEdited] = useState<HTMLElement | null>(null)
  const edit = (target: EventTarget | null): boolean => {
    const word = target instanceof Element ? target.closest<HTMLElement>('[data-word]') : null
    const place = Number(word?.dataset.word ?? Number.NaN)
    const paragraph = paragraphs.find(({ from, to }) => place >= from && place < to)
    if (!editing || !paragraph) return false
    onEdit(paragraph, place)
    return true
  }
  /** Handles a pointer press, or Enter or Space on the focused element. */
  const choose = (target: EventTarget, by_keyboard: boolean) => {
    const chosen = target instanceof Element ? target.closest<HTMLElement>(PLACES) : null
    if (!chosen) return
    const { marker, word, from, speaker } = chosen.dataset
    if (speaker !== undefined) return setNaming({ trigger: chosen, by_keyboard })
    if (marker !== undefined) return onMarkerSelect?.(marker)
    if (word !== undefined) stop.choose(chosen)
    const start = words[Number(word ?? from)]?.start
    if (start !== undefined) onSeek(start)
  }
  const onClick = (event: MouseEvent) => {
    const pressed = event.target instanceof Element && event.target.closest('button')
    // A pointer that dragged over text selects it, in order to copy it.
    if (!pressed && getSelection()?.isCollapsed === false) return
    choose(event.target, event.detail === 0)
    const focused = document.activeElement
    // After a pointer press the arrow keys control the player, as everywhere on the page.
    if (event.detail > 0 && focused instanceof HTMLElement && focused.matches('[data-word]')) focused.blur()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = event.target instanceof Element && event.target.matches('[data-word]') ? event.target : null
    const undo = event.key === 'z' && (event.ctrlKey || event.metaKey) ? editing?.undo : null
    const act = (at && (event.key === 'Enter' || event.key === ' ') && (() => choose(at, true))) || (at && undo) || null
    if (act) {
      event.preventDefault()
      act()
    } else if (event.key === 'F2' && edit(at)) event.preventDefault()
    else stop.onKeyDown(event)
  }
  const reach = ({ target }: PointerEvent | FocusEvent) => {
    if (editing) prepareField()
    setEdited(target instanceof Element ? target.closest<HTMLElement>('[data-was]') : null)
  }
  const leave = () => setEdited(null)
  return {
    naming,
    setNaming,
    edited,
    leave,
    edit,
    handlers: {
      onClick,
      onDoubleClick: (event: MouseEvent) => edit(event.target),
      onKeyDown,
      onPointerOver: reach,
      onFocus: reach,
      onPointerLeave: leave,
      onBlur: leave,
    },
  }
}
