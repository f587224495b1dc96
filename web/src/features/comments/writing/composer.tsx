import type { Comment } from '@footnote/contract/nouns/comments.ts'
import type { FrameTiming } from '@footnote/contract/shared/frames.ts'
import { useState } from 'react'
import type { Playhead } from '../../../lib/playhead.ts'
import { usePane } from '../pane-context.ts'
import { CommentForm } from './comment-form.tsx'
import { type Draft, draftOf, keepDraft, readDraft } from './draft.ts'
import { NO_ENTRIES, RangeFields } from './range-fields.tsx'
import { TeamOnly } from './team-only.tsx'
import { exactTime, NO_TIMESTAMP } from './time-entry.ts'

interface ComposerProps {
  time: Playhead
  timing: FrameTiming | null
  /** Seconds, or null while unknown. */
  duration: number | null
  onPosted: (comment: Comment) => void
}

/**
 * Form for a new comment. Its start follows the video until there is text, and again when the text is deleted, unless
 * the person chose a start or an end.
 */
export function Composer({ time, timing, duration, onPosted }: ComposerProps) {
  const { store, guest, draft_name: name } = usePane()
  const [draft, setDraft] = useState(() => readDraft(name))
  const [entries, setEntries] = useState(NO_ENTRIES)
  const change = (words: Partial<Draft>) => {
    const next = draftOf(words)
    setDraft(next)
    keepDraft(name, next)
  }
  const current = () => exactTime(time.read().seconds, timing)
  const { text, end, begun, team } = draft
  const start = draft.start === 'follow' ? (begun ?? 'follow') : draft.start
  const late = typeof start === 'number' && end !== null && end < start
  const mistyped = entries.start?.problem ?? entries.end?.problem
  const send = async (content: string) => {
    const start_time = start === 'follow' ? current() : start
    const place = { start_time, end_time: end, ...(team ? { visibility: 'team' as const } : {}) }
    const posted = await store.post({ content, ...place, idempotency_key: draft.key })
    // The next comment is for the same people, so that none reaches a client by surprise.
    change({ team })
    onPosted(posted)
  }
  return (
    <CommentForm
      large
      shown
      text={text}
      onText={(next) => change({ ...draft, text: next, begun: next.trim() === '' ? null : (begun ?? current()) })}
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
        {!guest && <TeamOnly on={team} onChange={(on) => change({ ...draft, team: on })} />}
      </RangeFields>
    </CommentForm>
  )
}
