import {
  joinWords,
  type SpeakerNames,
  speakerName,
  type Words,
} from '@footnote/contract/shared/language/spoken-words.ts'
import { TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import { CircleAlert } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, type SyntheticEvent, useId, useRef, useState } from 'react'
import { errorDetail } from '../../../../lib/calls/api-error.ts'
import { useTimes } from '../../../../lib/times/use-times.tsx'
import { afterPress } from '../../../../ui/after-press.ts'
import { Button } from '../../../../ui/forms/button.tsx'
import { saveParagraph, textWithin } from './changes.ts'
import type { Editing, OpenField } from './editing.ts'
import { GrowingText, tidy } from './growing-text.tsx'
import { offerUndo } from './offer-undo.ts'
import { OtherWords } from './other-words.tsx'
import { useUnsaved } from './use-unsaved.ts'
import './paragraph-field.css'

interface ParagraphFieldProps {
  field: OpenField
  /** The newest words of the transcript. */
  words: Words
  speakers: SpeakerNames
  editing: Editing
}

const NOT_SAVED = 'Not saved. Your words stay here until you try again.'
/** A press on a button must not leave the text, because leaving it saves. */
const stay = (event: SyntheticEvent) => event.preventDefault()

/**
 * A paragraph as a text field. Leaving it saves, Escape gives up. While somebody else has changed the same words, or the
 * text could not be saved, it stays open.
 */
export function ParagraphField({ field, words, speakers, editing }: ParagraphFieldProps) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  const said = joinWords(field.words.map(({ word }) => word))
  const [base, setBase] = useState(said)
  const [text, setText] = useState(said)
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const now = textWithin(words, field)
  const theirs = now === base ? null : now
  const changed = tidy(text) !== base
  // Nothing of this person gets lost.
  if (theirs !== null && !changed && !saving) {
    setBase(now)
    setText(now)
  }
  const leave = useUnsaved({
    unsaved: changed && !saving && theirs === null,
    save: () => saveParagraph(editing, field, { base, text: tidy(text) }),
    close: (by_key) => editing.close(field, by_key),
  })
  const save = async (by_key: boolean, over = base) => {
    if (saving) return
    if (tidy(text) === over) return leave(by_key)
    setSaving(true)
    setFailure(null)
    try {
      const saved = await saveParagraph(editing, field, { base: over, text: tidy(text) })
      if (saved === 'theirs') return
      // A slow answer must not take the focus from where the person works by now.
      leave(by_key && !isElsewhere(row.current))
      if (saved !== null) offerUndo(editing, saved, tidy(text) === '' ? 'Paragraph removed' : 'Transcript saved')
    } catch (error) {
      console.warn('transcript', error)
      setFailure(errorDetail(error, NOT_SAVED))
    } finally {
      setSaving(false)
    }
  }
  const onBlur = (event: FocusEvent) => {
    // Another window may have the focus for a while.
    const inside = event.relatedTarget instanceof Node && row.current?.contains(event.relatedTarget)
    if (inside || theirs !== null || failure !== null || !document.hasFocus()) return
    // A field that was taken away meanwhile has saved.
    afterPress(() => row.current && void save(false))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // The words around it and the player have keys of their own.
    event.stopPropagation()
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    if (event.key === 'Escape') leave(true)
    else if (theirs === null) void save(true)
    else row.current?.querySelector<HTMLElement>('.said-theirs button')?.focus()
  }
  const speaker = field.words[0]?.speaker
  const at = useTimes().at(field.start)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no grid in some browsers
    <div ref={row} role="group" aria-label={`Edit the paragraph at ${at}`} className="said said-edit" onBlur={onBlur}>
      <time className="said-time">{at}</time>
      {speaker !== undefined && <span className="said-by">{speakerName(speaker, speakers)}</span>}
      <GrowingText
        aria-label={`Words at ${at}`}
        aria-describedby={`${id}-state`}
        aria-invalid={failure !== null || theirs !== null || undefined}
        selected={selectionOf(field)}
        maxLength={TRANSCRIPT.edit}
        readOnly={saving}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="said-state">
        <p id={`${id}-state`} role="status">
          {failure !== null && <CircleAlert className="icon icon-xs" aria-hidden="true" />}
          {failure ??
            (theirs !== null
              ? 'Somebody changed these words meanwhile.'
              : saving
                ? 'Saving…'
                : 'Saves when you click away')}
        </p>
        {failure !== null && theirs === null && (
          <Button size="sm" onPointerDown={stay} onMouseDown={stay} onClick={() => void save(true)}>
            Try again
          </Button>
        )}
        {theirs === null && !saving && (
          <Button size="sm" variant="ghost" onPointerDown={stay} onMouseDown={stay} onClick={() => leave(true)}>
            Cancel
          </Button>
        )}
      </div>
      {theirs !== null && changed && (
        <OtherWords
          theirs={theirs}
          saving={saving}
          onMine={() => {
            setBase(theirs)
            void save(true, theirs)
          }}
          onTheirs={() => leave(true)}
        />
      )}
    </div>
  )
}

/** Whether the focus is on something outside of an element. */
const isElsewhere = (element: Element | null): boolean =>
  document.activeElement !== document.body && element?.contains(document.activeElement) === false

/** The range of letters of the word to correct. */
function selectionOf({ words, word }: OpenField): readonly [number, number] {
  const until = (count: number) => joinWords(words.slice(0, count).map((one) => one.word)).length
  const end = until(word + 1)
  return [end - (words[word]?.word.length ?? 0), end]
}
