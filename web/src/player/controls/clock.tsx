import { formatTimecode, parseEntry } from '@footnote/contract/shared/timecode.ts'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTimes } from '../../lib/times/use-times.tsx'
import type { MediaRequests } from '../media/media-requests.ts'
import { type MediaStore, type PlayedVideo, useMedia } from '../media/media-store.ts'

/** The player's position. A press turns it into a field in which a person types another position, as it is shown. */
export function Clock({
  store,
  requests,
  duration,
}: {
  store: MediaStore<PlayedVideo>
  requests: MediaRequests
  /** Seconds. */
  duration: number
}) {
  const times = useTimes()
  const [typing, setTyping] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const now = useMedia(
    store,
    ({ frame, time }) => (frame === null ? formatTimecode(time) : times.frame(frame)),
    formatTimecode(0),
  )
  const end = times.length(duration)
  const goTo = (text: string): boolean => {
    const frame = times.parse(text)
    const time = store.timing ? null : parseEntry(text)
    if (frame !== null) requests.seekToFrame(frame)
    else if (time !== null) requests.seek(time)
    return frame !== null || time !== null
  }
  const leave = () => {
    // The field takes the focus with it when it goes, and the button must be visible to get it back.
    flushSync(() => setTyping(false))
    button.current?.focus()
  }
  return (
    <span className="clock">
      {typing && <ClockField shown={now} onEnter={goTo} onDone={leave} onLeft={() => setTyping(false)} />}
      {/* It is always the same button, so that after a pointer press the next Space still controls the video. */}
      <button
        ref={button}
        type="button"
        className="clock-now"
        title="Go to a time"
        hidden={typing}
        onClick={() => setTyping(true)}
      >
        <b>{now}</b>
        <span className="sr-only">, go to a time</span>
      </button>
      <span className="clock-end" data-long={end.length > 7 || undefined}>
        {' '}
        / {end}
      </span>
    </span>
  )
}

// Outside of the component: a new function would select the text again at every render.
const select = (field: HTMLInputElement | null) => {
  field?.focus()
  field?.select()
}

function ClockField({
  shown,
  onEnter,
  onDone,
  onLeft,
}: {
  shown: string
  /** @returns whether the text is a position in the video */
  onEnter: (text: string) => boolean
  /** After Enter or Escape. */
  onDone: () => void
  /** The focus went elsewhere. */
  onLeft: () => void
}) {
  const [first] = useState(shown)
  const [wrong, setWrong] = useState(false)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('time')
    if (typeof text === 'string' && onEnter(text)) onDone()
    else setWrong(true)
  }
  return (
    <form onSubmit={onSubmit}>
      <input
        name="time"
        className="clock-field"
        aria-label="Go to a time"
        aria-invalid={wrong || undefined}
        autoComplete="off"
        size={Math.max(6, first.length)}
        defaultValue={first}
        ref={select}
        data-keeps-escape
        onInput={() => setWrong(false)}
        onBlur={onLeft}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone()
        }}
      />
    </form>
  )
}
