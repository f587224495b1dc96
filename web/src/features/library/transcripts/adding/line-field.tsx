import type { Words } from '@footnote/contract/shared/language/spoken-words.ts'
import { TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import { CircleAlert } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { errorDetail } from '../../../../lib/calls/api-error.ts'
import type { Playhead } from '../../../../lib/playhead.ts'
import { useTimes } from '../../../../lib/times/use-times.tsx'
import { useLatest } from '../../../../lib/use-latest.ts'
import { Button } from '../../../../ui/forms/button.tsx'
import type { Editing } from '../editing/editing.ts'
import { GrowingText, tidy } from '../editing/growing-text.tsx'
import { undoing } from '../editing/offer-undo.ts'
import { useUnsaved } from '../editing/use-unsaved.ts'
import { reveal } from '../reveal.ts'
import { endOfLine, type Room, roomFrom } from './room.ts'
import { addLine } from './subtitle-calls.ts'
import '../editing/paragraph-field.css'
import './adding.css'

interface LineFieldProps {
  /** Scrolls the words. */
  scroller: RefObject<HTMLElement | null>
  /** The words that are drawn. */
  words: Words
  /** Of the video, in seconds; null when unknown. */
  duration: number | null
  playhead: Playhead
  editing: Editing
  onClose: () => void
}

const NOT_ADDED = 'Not added. Your words stay here until you try again.'

type State = { readonly failed: boolean; readonly sentence: string; readonly undo?: () => void }

/**
 * A line that somebody types, where nobody speaks. It begins where the video is when they begin to type. Enter adds it
 * and begins the next one where it ended, or where the video is by then.
 */
export function LineField({ scroller, words, duration, playhead, editing, onClose }: LineFieldProps) {
  const times = useTimes()
  const id = useId()
  const [opener] = useState(() => document.activeElement)
  const [text, setText] = useState('')
  const [saving, setSaving] = useState(false)
  const [state, setState] = useState<State | null>(null)
  const typed = tidy(text)
  const { room, setRoom, begin } = useRoom(playhead, text === '', (seconds) =>
    roomFrom(editing.latest().subtitle_word, seconds, duration),
  )
  const [added, setAdded] = useState<number | null>(null)
  useShown(scroller, words, added)
  const interval = (): Room | null =>
    room && { start: room.start, end: endOfLine(room, typed, playhead.read().seconds) }
  const leave = useUnsaved({
    unsaved: typed !== '' && !saving && room !== null,
    save: async () => {
      const line = interval()
      if (line && 'taken' in (await addLine(editing, line, typed)))
        throw new Error('Somebody else has added words there')
    },
    close: () => {
      onClose()
      const next =
        opener !== document.body && opener?.isConnected ? opener : scroller.current?.querySelector('[tabindex="0"]')
      if (next instanceof HTMLElement) next.focus()
    },
  })
  const save = async () => {
    const line = interval()
    if (typed === '' || saving || !line) return
    setSaving(true)
    setState(null)
    try {
      const saved = await addLine(editing, line, typed)
      if ('taken' in saved) {
        const next = roomFrom(saved.taken, line.start, duration)
        setRoom(next)
        const at = next ? `Enter adds your line at ${times.at(next.start)}.` : 'Go to a pause, then add your line.'
        return setState({ failed: true, sentence: `Somebody added words there meanwhile. ${at}` })
      }
      setText('')
      setAdded(line.start)
      const undo = saved.edit_id === null ? {} : { undo: undoing(editing, saved.edit_id, () => setState(null)) }
      setState({ failed: false, sentence: `Added from ${times.at(line.start)} to ${times.at(line.end)}`, ...undo })
      // The words of this line end where the search begins.
      const from = Math.max(line.end, playhead.read().seconds)
      setRoom(roomFrom(editing.latest().subtitle_word, from, duration))
    } catch (error) {
      console.warn('transcript', error)
      setState({ failed: true, sentence: errorDetail(error, NOT_ADDED) })
    } finally {
      setSaving(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // The words above and the player have keys of their own.
    event.stopPropagation()
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    if (event.key === 'Escape') leave(true)
    else void save()
  }
  const at = room && times.at(room.start)
  const hint = at === null ? 'People speak to the end from here. Go to a pause in the video.' : 'Enter adds the line'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no grid in some browsers
    <div role="group" aria-label="Type a line" className="said said-edit line-field">
      <time className="said-time">{at ?? '–'}</time>
      <GrowingText
        aria-label={at === null ? 'Line' : `Line at ${at}`}
        aria-describedby={`${id}-state`}
        aria-invalid={state?.failed || undefined}
        selected={[0, 0]}
        enterKeyHint="enter"
        placeholder="Type what people say"
        maxLength={TRANSCRIPT.edit}
        readOnly={saving}
        value={text}
        onChange={(event) => {
          if (text === '') begin()
          setText(event.target.value)
        }}
        onKeyDown={onKeyDown}
      />
      <div className="said-state">
        <p id={`${id}-state`} role="status">
          {state?.failed && <CircleAlert className="icon icon-xs" aria-hidden="true" />}
          {saving ? 'Adding…' : (state?.sentence ?? hint)}
        </p>
        <span className="line-do">
          {state?.undo && typed === '' && (
            <Button size="sm" variant="ghost" onClick={state.undo}>
              Undo
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={() => leave(true)}>
            {typed === '' ? 'Done' : 'Cancel'}
          </Button>
          <Button
            size="sm"
            variant="primary"
            busy={saving}
            disabled={typed === '' || room === null}
            onClick={() => void save()}
          >
            Add
          </Button>
        </span>
      </div>
    </div>
  )
}

/**
 * Where a line goes. As long as nothing is typed, it follows the video; its time is shown in seconds, so it changes once
 * a second.
 * @param empty whether nothing is typed
 */
function useRoom(playhead: Playhead, empty: boolean, find: (seconds: number) => Room | null) {
  const [room, setRoom] = useState(() => find(playhead.read().seconds))
  const moved = useRef(false)
  const latest = useLatest({ follows: empty || room === null, find })
  useEffect(() => {
    const follow = () => {
      const { follows, find } = latest.current
      if (!follows) return
      moved.current = true
      const next = find(playhead.read().seconds)
      setRoom((before) => (isShownAlike(before, next) ? before : next))
    }
    // It may have moved before this listens.
    follow()
    return playhead.watch(follow)
  }, [playhead, latest])
  return {
    room,
    setRoom: (next: Room | null) => {
      moved.current = false
      setRoom(next)
    },
    /** Takes the exact time of the video, if it has moved since the place was chosen. */
    begin: () => {
      if (moved.current) setRoom(find(playhead.read().seconds))
    },
  }
}

const isShownAlike = (one: Room | null, other: Room | null): boolean =>
  one && other ? Math.floor(one.start) === Math.floor(other.start) && one.end === other.end : one === other

/** Shows the words of an added line as soon as they are drawn. @param added its start in seconds */
function useShown(scroller: RefObject<HTMLElement | null>, words: Words, added: number | null): void {
  const shown = useRef<number>(null)
  useEffect(() => {
    if (added === null || shown.current === added || !scroller.current) return
    const place = words.findIndex(({ start }) => Math.abs(start - added) < 0.01)
    const word = scroller.current.querySelector(`[data-word="${place}"]`)
    if (!word) return
    shown.current = added
    reveal(scroller.current, word)
  }, [scroller, words, added])
}
