import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import type { FrameTiming } from '@footnote/contract/shared/frames.ts'
import type { Words } from '@footnote/contract/shared/language/spoken-words.ts'
import { MessageSquareQuote, Quote as QuoteIcon } from 'lucide-react'
import { type CSSProperties, type RefObject, type SyntheticEvent, useEffect, useState } from 'react'
import { copyText } from '../../../../lib/copy-text.ts'
import { Button } from '../../../../ui/forms/button.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { citation, type Quote, quoted, rangeOf } from './quote.ts'
import { type SelectedWords, selectedWords } from './selected-words.ts'
import './selection-bar.css'

interface SelectionBarProps {
  scroller: RefObject<HTMLElement | null>
  video: VideoDetail
  words: Words
  timing: FrameTiming | null
  /** Absent for people who cannot comment. */
  onComment: ((quote: Quote) => void) | undefined
}

/** A press on a button must not take the selection away. */
const keep = (event: SyntheticEvent) => event.preventDefault()

/** What to do with the selected words of a transcript; near them, and on touch screens at the bottom. */
export function SelectionBar({ scroller, video, words, timing, onComment }: SelectionBarProps) {
  const selected = useSelectedWords(scroller)
  if (!selected) return null
  const said = words.slice(selected.from, selected.to)
  if (said.length === 0) return null
  const { speakers } = video
  const copy = () =>
    copyText(citation({ words: said, speakers, timing }, video, location.origin + location.pathname)).then(
      () => toast.success('Quote copied'),
      () => toast.error('The quote was not copied. Try again.'),
    )
  const comment = () => {
    onComment?.({ text: quoted({ words: said, speakers }), ...rangeOf({ words: said, timing }) })
    getSelection()?.removeAllRanges()
  }
  const place: CSSProperties & Record<`--${string}`, string> = {
    '--selection-top': `${selected.top}px`,
    '--selection-left': `${selected.left}px`,
  }
  return (
    <div
      className="selection-bar"
      role="toolbar"
      aria-label="Selected words"
      style={place}
      data-below={selected.below || undefined}
      onPointerDown={keep}
      onMouseDown={keep}
    >
      <p className="sr-only" role="status">
        {said.length === 1 ? 'One word selected.' : `${said.length} words selected.`} Tab leads to Copy quote
        {onComment && ' and Comment'}.
      </p>
      <Button size="sm" variant="ghost" onClick={() => void copy()}>
        <QuoteIcon className="icon icon-sm" aria-hidden="true" />
        Copy quote
      </Button>
      {onComment && (
        <Button size="sm" variant="ghost" onClick={comment}>
          <MessageSquareQuote className="icon icon-sm" aria-hidden="true" />
          Comment
        </Button>
      )}
    </div>
  )
}

/** The selected words and their place in the panel; follows both. */
function useSelectedWords(scroller: RefObject<HTMLElement | null>): SelectedWords | null {
  const [selected, setSelected] = useState(() => selectedWords(scroller.current))
  useEffect(() => {
    const stop = new AbortController()
    const look = () => setSelected(selectedWords(scroller.current))
    document.addEventListener('selectionchange', look, { signal: stop.signal })
    window.addEventListener('resize', look, { signal: stop.signal })
    scroller.current?.addEventListener('scroll', look, { passive: true, signal: stop.signal })
    return () => stop.abort()
  }, [scroller])
  return selected
}
