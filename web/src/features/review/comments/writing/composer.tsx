import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import type { FrameTiming } from '@footnote/contract/shared/frames.ts'
import { Pencil } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { ADDING_KEYS } from '../../../../lib/keyboard/adding-keys.ts'
import { useKeys, useKeysOf } from '../../../../lib/keyboard/use-keys.ts'
import type { Playhead } from '../../../../lib/playhead.ts'
import { Button } from '../../../../ui/forms/button.tsx'
import { lazyPart } from '../../../../ui/overlays/lazy-part.tsx'
import type { Board } from '../drawing/board.ts'
import { AddButton } from '../list/add-button.tsx'
import { usePane } from '../pane-context.ts'
import type { QuotedWords } from '../pane-props.ts'
import { CommentForm } from './comment-form.tsx'
import { type Draft, draftOf, isBlank, keepDraft, readDraft } from './draft.ts'
import { NO_ENTRIES, RangeFields } from './range-fields.tsx'
import { TeamOnly } from './team-only.tsx'
import { exactTime, NO_TIMESTAMP } from './time-entry.ts'
import { useSketch } from './use-sketch.ts'

// Loads with the first drawing.
const DrawingLine = lazyPart(async () => (await import('./drawing-line.tsx')).DrawingLine)

interface ComposerProps {
  time: Playhead
  timing: FrameTiming | null
  /** Seconds, or null while unknown. */
  duration: number | null
  board: Board
  /** Name of the version that gets the comment, where a page has several. */
  version_name: string | null
  /** Words to begin a comment with. */
  quote: QuotedWords | null
  onQuoted: (() => void) | undefined
  onPosted: (comment: Comment) => void
}

/**
 * Form for a new comment. Its start follows the video until there is text or a drawing, and again when both are
 * deleted, unless the person chose a start or an end.
 */
export function Composer({ time, timing, duration, board, version_name, quote, onQuoted, onPosted }: ComposerProps) {
  const { store, guest, draft_name: name, add } = usePane()
  const [draft, setDraft] = useState(() => readDraft(name))
  /** Keys and strokes may follow each other before the form is drawn again. */
  const newest = useRef(draft)
  const [entries, setEntries] = useState(NO_ENTRIES)
  const change = (words: Partial<Draft>) => {
    const next = draftOf(words)
    newest.current = next
    setDraft(next)
    keepDraft(name, next)
  }
  const current = () => exactTime(time.read().seconds, timing)
  const { text, end, begun, team, drawing } = draft
  const start = draft.start === 'follow' ? (begun ?? 'follow') : draft.start
  const late = typeof start === 'number' && end !== null && end < start
  const mistyped = entries.start?.problem ?? entries.end?.problem
  const place = useRef<HTMLDivElement>(null)
  /** The start of a draft with this text and drawing, if the person chose none. */
  const begunWith = (words: Pick<Draft, 'text' | 'drawing'>) =>
    isBlank(words) && !sketch.isOpen() ? null : (newest.current.begun ?? current())
  const sketch = useSketch(
    board,
    typeof start === 'number' ? { drawing, start_time: start, end_time_inclusive: end } : null,
    {
      lock: () => start === 'follow' && change({ ...draft, begun: current() }),
      onChange: (next) =>
        change({ ...newest.current, drawing: next, begun: begunWith({ text: newest.current.text, drawing: next }) }),
      onClose: () => isBlank(newest.current) && change({ ...newest.current, begun: null }),
    },
  )
  const draw = start === null ? null : sketch.draw
  const chosen = () => ({
    start_time: typeof start === 'number' ? start : current(),
    end_time_inclusive: late ? null : end,
  })
  const seen = (act: () => void) => () => place.current?.isConnected && act()
  const write = () => place.current?.closest('form')?.querySelector('textarea')?.focus()
  useKeys({ write: seen(write), ...(draw ? { draw: seen(draw) } : {}) })
  useKeysOf(ADDING_KEYS, add ? { add: seen(() => add(chosen(), '')) } : {})
  // Before the box gets the focus: a key must find the quote there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each quote
  useLayoutEffect(() => {
    if (!quote) return
    setEntries(NO_ENTRIES)
    const { text: written, ...rest } = newest.current
    const words = `${written.trimEnd()}${written.trim() === '' ? '' : '\n'}${quote.text}\n`
    change({ ...rest, text: words, start: quote.start_time, end: quote.end_time_inclusive })
    onQuoted?.()
  }, [quote])
  const send = async (content: string) => {
    sketch.close()
    const start_time = start === 'follow' ? current() : start
    const shown = {
      start_time,
      end_time: end,
      ...(drawing && { drawing }),
      ...(team && { visibility: 'team' as const }),
    }
    const posted = await store.post({ content, ...shown, idempotency_key: draft.key })
    sketch.forget()
    // The next comment is for the same people, so that none reaches a client by surprise, unless the person has changed
    // that while this one was sent.
    change({ team: newest.current.team })
    closeKeyboard(place.current?.closest('form'))
    onPosted(posted)
  }
  return (
    <CommentForm
      large
      shown
      text={text}
      onText={(next) => change({ ...draft, text: next, begun: begunWith({ text: next, drawing }) })}
      autoFocus={quote ?? sketch.left_by_key}
      send={send}
      label="Comment"
      placeholder={team ? 'Comment for the team' : 'Add a comment'}
      submit="Comment"
      obstacle={start === null ? NO_TIMESTAMP : null}
      complaint={mistyped ?? (late ? 'The end must not lie before the start' : null)}
      hasPlace={start !== null}
    >
      <RangeFields
        range={{ start, end }}
        // The end belongs to the start that is shown, so that start stays with it.
        onRange={(times) => change({ ...draft, start, ...times })}
        entries={entries}
        onEntries={setEntries}
        late={late}
        time={time}
        timing={timing}
        duration={duration}
      >
        {version_name && <span className="composer-version">on {version_name}</span>}
        <AddButton place={chosen} />
        {draw && !drawing && (
          <Button variant="ghost" size="sm" className="composer-draw" aria-label="Draw" onClick={draw}>
            <Pencil className="icon icon-sm" aria-hidden="true" />
            <span>Draw</span>
          </Button>
        )}
        {!guest && <TeamOnly on={team} onChange={(on) => change({ ...draft, team: on })} />}
      </RangeFields>
      <div ref={place} className="composer-sketch">
        {(drawing || sketch.removed) && (
          <DrawingLine
            drawing={drawing}
            onDraw={sketch.open ? null : draw}
            onRemove={sketch.remove}
            onRestore={sketch.restore}
          />
        )}
      </div>
    </CommentForm>
  )
}

/** Closes the keyboard on a screen after a form was sent: what was written is in the list. */
function closeKeyboard(form: Element | null | undefined): void {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || !form?.contains(focused)) return
  if (window.matchMedia('(pointer: coarse)').matches) focused.blur()
}
