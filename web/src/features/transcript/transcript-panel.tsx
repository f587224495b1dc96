import type { VideoDetail } from '@footnote/contract/nouns/videos.ts'
import type { Words } from '@footnote/contract/shared/language/spoken-words.ts'
import { ArrowDownToLine } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useDeferredValue, useEffect, useId, useMemo, useRef } from 'react'
import type { Playhead } from '../../lib/playhead.ts'
import type { Marker } from '../../player/player-props.ts'
import { Button } from '../../ui/forms/button.tsx'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'
import { NoTranscript } from './no-transcript.tsx'
import { toParagraphs } from './paragraphs.ts'
import { reveal } from './reveal.ts'
import { useSearch } from './search/use-search.ts'
import { TranscriptText } from './transcript-text.tsx'
import { TranscriptTools } from './transcript-tools.tsx'
import { useLitWord } from './use-lit-word.ts'
import { useWordStop } from './use-word-stop.ts'
import './transcript.css'

// Loaded when a person searches the transcript.
const SearchRow = lazyPart(async () => (await import('./search/search-row.tsx')).SearchRow)

const NO_WORDS: Words = []
const NO_MARKERS: readonly Marker[] = []

interface TranscriptPanelProps {
  video: VideoDetail
  /** Position of the video. */
  playhead: Playhead
  /** @param seconds start of the chosen word */
  onSeek: (seconds: number) => void
  markers?: readonly Marker[]
  selected?: string | null
  onMarkerSelect?: (id: string) => void
}

/** The speech of a video, in step with it, or the reason why there is none. */
export function TranscriptPanel(props: TranscriptPanelProps) {
  const { video } = props
  return (
    <section className="pane" aria-label="Transcript">
      {video.subtitle_word.length > 0 ? (
        <Transcript key={video.id} {...props} />
      ) : (
        <>
          <header>
            <h2>Transcript</h2>
          </header>
          <NoTranscript video={video} />
        </>
      )}
    </section>
  )
}

function Transcript({
  video,
  playhead,
  onSeek,
  markers = NO_MARKERS,
  selected = null,
  onMarkerSelect,
}: TranscriptPanelProps) {
  const id = useId()
  const scroller = useRef<HTMLElement>(null)
  const opener = useRef<HTMLDivElement>(null)
  // React draws the thousands of words in the background, so that the player does not wait.
  const words = useDeferredValue<Words>(video.subtitle_word, NO_WORDS)
  const notes = useDeferredValue(markers, NO_MARKERS)
  const paragraphs = useMemo(() => toParagraphs(words), [words])
  const search = useSearch(words)
  const stop = useWordStop(scroller, words)
  const { following, follow, resume, release } = useLitWord({ scroller, words, playhead, onWord: stop.offer })
  const { matches, current } = search
  const letGo = useRef(release)
  useEffect(() => {
    const mark = scroller.current?.querySelector(`[data-match="${current}"]`)
    if (matches.length === 0 || !mark || !scroller.current) return
    letGo.current()
    reveal(scroller.current, mark)
  }, [matches, current])

  /** Handles a pointer press, or Enter or Space on the focused element. */
  const choose = (target: EventTarget) => {
    const chosen =
      target instanceof Element ? target.closest<HTMLElement>('[data-word], [data-marker], [data-from]') : null
    if (!chosen) return
    const { marker, word, from } = chosen.dataset
    if (marker !== undefined) return onMarkerSelect?.(marker)
    if (word !== undefined) stop.choose(chosen)
    const start = words[Number(word ?? from)]?.start
    if (start === undefined) return
    resume()
    onSeek(start)
  }
  const onClick = (event: MouseEvent) => {
    const pressed = event.target instanceof Element && event.target.closest('button')
    // A pointer that dragged over text selects it, in order to copy it.
    if (!pressed && getSelection()?.isCollapsed === false) return
    choose(event.target)
    const focused = document.activeElement
    // After a pointer press the arrow keys control the player, as everywhere on the page.
    if (event.detail > 0 && focused instanceof HTMLElement && focused.matches('[data-word]')) focused.blur()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const pressed = event.key === 'Enter' || event.key === ' '
    if (!pressed || !(event.target instanceof Element) || !event.target.matches('[data-word]')) {
      stop.onKeyDown(event)
      return
    }
    event.preventDefault()
    choose(event.target)
  }
  return (
    <>
      <header>
        <h2>Transcript</h2>
        <div ref={opener} className="transcript-tools">
          <TranscriptTools
            file_name={video.file_name}
            words={words}
            paragraphs={paragraphs}
            speakers={video.speakers}
            searching={search.open}
            onSearch={() => search.setOpen(!search.open)}
          />
        </div>
      </header>
      {search.open && (
        <SearchRow
          search={search}
          onClose={() => {
            search.setOpen(false)
            opener.current?.querySelector('button')?.focus()
          }}
          onMissing={() => search.setOpen(false)}
        />
      )}
      <div className="transcript">
        <p id={id} className="sr-only">
          The arrow keys lead from word to word, Enter goes there in the video.
        </p>
        <section
          ref={scroller}
          className="transcript-words"
          aria-label="Spoken lines"
          aria-describedby={id}
          onClick={onClick}
          onKeyDown={onKeyDown}
        >
          <TranscriptText
            words={words}
            paragraphs={paragraphs}
            speakers={video.speakers}
            matches={matches}
            current={current}
            markers={notes}
            selected={selected}
          />
        </section>
        {!following && (
          <Button size="sm" className="transcript-follow" onClick={follow}>
            <ArrowDownToLine className="icon icon-sm" aria-hidden="true" />
            Follow
          </Button>
        )}
      </div>
    </>
  )
}
