import { usePane } from '../pane-context.ts'
import { partsOf } from './places-in-text.ts'

/** The text of a comment. Addresses in it open in a new tab, and times of the video seek there. */
export function CommentText({ content }: { content: string }) {
  const { seek, duration } = usePane()
  return partsOf(content, seek ? duration : null).map((part, place) => {
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
