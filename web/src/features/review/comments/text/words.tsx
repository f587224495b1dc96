import { useState } from 'react'
import { classNames } from '../../../../ui/class-names.ts'
import { usePane } from '../pane-context.ts'
import { textParts } from './places-in-text.ts'

/** A comment with this many characters or lines is cut, with a button that shows all of it. */
const LONG = { characters: 700, lines: 10 } as const

/** The text as typed. A press on it seeks to its time in the video, as does the time beside it. */
export function Words({ content, gone, onSelect }: { content: string; gone: boolean; onSelect: () => void }) {
  const long = content.length > LONG.characters || content.split('\n', LONG.lines + 1).length > LONG.lines
  const [all, setAll] = useState(false)
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button with the time does the same for the keyboard */}
      <p
        dir="auto"
        className={classNames('words', long && !all && 'words-short', gone && 'words-gone')}
        onClick={() => {
          if (window.getSelection()?.isCollapsed !== false) onSelect()
        }}
      >
        <CommentText content={content} />
      </p>
      {long && (
        <button type="button" className="hit more" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  )
}

/** The text of a comment. Addresses in it open in a new tab, and times of the video seek there. */
function CommentText({ content }: { content: string }) {
  const { seek, duration } = usePane()
  return textParts(content, seek ? duration : null).map((part, place) => {
    const key = `${place} ${part.text}`
    if (part.kind === 'words') return part.text
    return part.kind === 'address' ? (
      <a
        key={key}
        className="link"
        href={part.address}
        target="_blank"
        rel="noopener"
        onClick={(event) => event.stopPropagation()}
      >
        {part.text}
      </a>
    ) : (
      <button
        key={key}
        type="button"
        className="link tabular-nums"
        aria-label={`Go to ${part.text}`}
        onClick={(event) => {
          event.stopPropagation()
          seek?.(part.seconds)
        }}
      >
        {part.text}
      </button>
    )
  })
}
