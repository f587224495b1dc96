import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { isKey } from '../../../../lib/keyboard/keys.ts'
import { classNames } from '../../../../ui/class-names.ts'
import type { CommentsApi } from '../comments-api.ts'
import { askedAbout, mentionBefore, type Suggestion, useSuggestions } from './use-suggestions.ts'

interface CommentBoxProps {
  value: string
  onChange: (text: string) => void
  /** Shift and Enter. */
  onSubmit: () => void
  /** Escape, when it does not close suggestions. */
  onEscape?: (() => void) | undefined
  onFocus?: (() => void) | undefined
  suggest: CommentsApi['suggest']
  people: CommentsApi['people']
  label: string
  placeholder?: string | undefined
  /** Id of the sentence that describes the problem. */
  problem?: string | undefined
  /** Where suggestions open: over the box without moving anything, or under it. */
  suggestions: 'over' | 'under'
  readOnly?: boolean
  ref?: Ref<{ focus: () => void }>
}

const growsItself = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content')

/** The text box of comments: grows with its text, suggests how words continue, and whom an `@` mentions. */
export function CommentBox({
  value,
  onChange,
  onSubmit,
  onEscape,
  suggest,
  people,
  problem,
  ref,
  ...props
}: CommentBoxProps) {
  const { label, placeholder, suggestions: side, readOnly = false, onFocus } = props
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const caret = useRef<number | null>(null)
  const { found, active, ask, close, leave, cycle } = useSuggestions(suggest, people)
  const open = found.length > 0
  const mentions = found[0]?.person !== undefined
  useImperativeHandle(ref, () => ({ focus: () => box.current?.focus() }), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    if (caret.current !== null) element.setSelectionRange(caret.current, caret.current)
    caret.current = null
    if (growsItself) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [value])

  const choose = ({ text, person }: Suggestion) => {
    const at = box.current?.selectionStart ?? value.length
    const before = value.slice(0, at)
    const asked = person ? mentionBefore(before) : askedAbout(before)
    const kept = before.slice(0, at - (asked?.length ?? 0)) + text + (person ? ' ' : '')
    if (person) people?.remember([person])
    caret.current = kept.length
    onChange(kept + value.slice(at))
    close()
    box.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const chosen = active === null ? undefined : found[active]
    const act = keyAction(event, { open, chosen, mentions })
    if (!act || (act === 'escape' && !onEscape)) return
    event.preventDefault()
    // The dialog or the page around it handles the other keys.
    event.stopPropagation()
    if (act === 'submit') {
      close()
      onSubmit()
    } else if (act === 'close') close()
    else if (act === 'escape') onEscape?.()
    else if (act === 'choose') chosen && choose(chosen)
    else cycle(act)
  }

  return (
    <div className={classNames('comment-box', side === 'under' && 'comment-box-under')}>
      <textarea
        ref={box}
        rows={1}
        className="input"
        dir="auto"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        readOnly={readOnly}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem}
        aria-autocomplete={suggest ? 'list' : undefined}
        aria-controls={open ? `${id}-list` : undefined}
        aria-activedescendant={active === null ? undefined : `${id}-${active}`}
        onFocus={onFocus}
        onBlur={leave}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          onChange(target.value)
          ask(target.value.slice(0, target.selectionStart))
        }}
      />
      {suggest && (
        <span className="sr-only" role="status">
          {open &&
            (mentions
              ? `${found.length} people. Arrow keys go through them, Enter takes one.`
              : `${found.length} suggestions. Tab goes through them, Enter takes one.`)}
        </span>
      )}
      {open && <Suggestions id={id} label={label} found={found} active={active} onChoose={choose} />}
    </div>
  )
}

type Act = 'submit' | 'close' | 'escape' | 'choose' | 1 | -1

function keyAction(
  event: KeyboardEvent,
  { open, chosen, mentions }: { open: boolean; chosen: Suggestion | undefined; mentions: boolean },
): Act | null {
  const { key, shiftKey } = event
  if (isKey('comment', event)) return 'submit'
  if (key === 'Escape') return open ? 'close' : 'escape'
  if (!open) return null
  // A name is taken by either key; of words none is chosen yet.
  if (key === 'Tab') return mentions ? 'choose' : shiftKey ? -1 : 1
  if (chosen === undefined) return null
  if (key === 'Enter') return 'choose'
  if (key === 'ArrowDown') return 1
  return key === 'ArrowUp' ? -1 : null
}

function Suggestions({
  id,
  label,
  found,
  active,
  onChoose,
}: {
  id: string
  label: string
  found: readonly Suggestion[]
  active: number | null
  onChoose: (suggestion: Suggestion) => void
}) {
  return (
    <div id={`${id}-list`} role="listbox" aria-label={`Suggestions for ${label}`} className="suggestions">
      {found.map((suggestion, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the box has the focus and the keys
        <div
          key={suggestion.person?.user_id ?? suggestion.text}
          id={`${id}-${place}`}
          role="option"
          aria-selected={place === active}
          dir="auto"
          // The box keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
        >
          {suggestion.text}
          {suggestion.person && <span className="text-text-2"> {suggestion.person.email}</span>}
        </div>
      ))}
    </div>
  )
}
