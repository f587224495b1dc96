import type { Transcript as NewTranscript } from '@footnote/contract/nouns/library/transcripts.ts'
import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import type { FrameTiming } from '@footnote/contract/shared/frames.ts'
import type { Words } from '@footnote/contract/shared/language/spoken-words.ts'
import { ArrowDownToLine } from 'lucide-react'
import { useDeferredValue, useId, useMemo, useRef } from 'react'
import type { Playhead } from '../../../lib/playhead.ts'
import type { Marker } from '../../../player/player-props.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { lazyPart } from '../../../ui/overlays/lazy-part.tsx'
import { useAdding } from './adding/use-adding.tsx'
import { useEditing } from './editing/editing.ts'
import { toParagraphs } from './paragraphs.ts'
import { useRevealMatch } from './search/use-reveal-match.ts'
import { useSearch } from './search/use-search.ts'
import type { Quote } from './selection/quote.ts'
import { TranscriptText } from './transcript-text.tsx'
import { TranscriptTools } from './transcript-tools.tsx'
import { useLitWord } from './use-lit-word.ts'
import { usePresses } from './use-presses.ts'
import { useSelecting } from './use-selecting.ts'
import { useWordStop } from './use-word-stop.ts'
import './transcript.css'

// Loaded for a video without a transcript, or when a person searches the transcript, selects words, presses a speaker, reaches for an edited word, or adds words.
const NoTranscript = lazyPart(async () => (await import('./no-transcript.tsx')).NoTranscript)
const SearchRow = lazyPart(async () => (await import('./search/search-row.tsx')).SearchRow)
const SelectionBar = lazyPart(async () => (await import('./selection/selection-bar.tsx')).SelectionBar)
const SpeakerMenu = lazyPart(async () => (await import('./editing/speaker-menu.tsx')).SpeakerMenu)
const ImportSubtitles = lazyPart(async () => (await import('./adding/import-subtitles.tsx')).ImportSubtitles)
const LineField = lazyPart(async () => (await import('./adding/line-field.tsx')).LineField)
const OriginalTip = lazyPart(async () => (await import('./editing/original-tip.tsx')).OriginalTip)

const NO_WORDS: Words = []
const NO_MARKERS: readonly Marker[] = []

interface TranscriptPanelProps {
  video: VideoDetail
  /** Position of the video. */
  playhead: Playhead
  /** @param seconds start of the chosen word */
  onSeek: (seconds: number) => void
  timing: FrameTiming | null
  markers?: readonly Marker[]
  selected?: string | null
  onMarkerSelect?: (id: string) => void
  /** Called with the transcript after a change of this person. */
  onTranscript: (transcript: NewTranscript) => void
  /** Called with words to comment on; absent for people who cannot comment. */
  onComment?: ((quote: Quote) => void) | undefined
  /** Whether the history of changes is open. */
  history?: boolean
  onHistory?: () => void
}

/** The speech of a video, in step with it, or the reason why there is none. */
export const TranscriptPanel = (props: TranscriptPanelProps) => <Transcript key={props.video.id} {...props} />

/** The words of a transcript, and what pointers, keys, the player and the search do with them. */
function useWords({ video, playhead, onSeek, onMarkerSelect, onTranscript }: TranscriptPanelProps) {
  const scroller = useRef<HTMLElement>(null)
  // React draws the thousands of words in the background, so that the player does not wait.
  const words = useDeferredValue<Words>(video.subtitle_word, NO_WORDS)
  const speakers = useDeferredValue(video.speakers)
  const paragraphs = useMemo(() => toParagraphs(words), [words])
  const search = useSearch()
  const stop = useWordStop(scroller, words)
  const { following, follow, resume, release } = useLitWord({ scroller, words, playhead, onWord: stop.offer })
  const { fields, editing, begin } = useEditing({ video, onTranscript }, ({ start, word }) =>
    stop.focusAt(words.findIndex(({ end }) => end > start) + word),
  )
  const presses = usePresses({
    words,
    paragraphs,
    stop,
    editing: video.can.edit_transcript ? editing : null,
    onEdit: (paragraph, place) => {
      release()
      begin(words, paragraph, place)
    },
    onSeek: (seconds) => {
      resume()
      onSeek(seconds)
    },
    onMarkerSelect,
  })
  useRevealMatch(scroller, search, release)
  return { scroller, words, speakers, paragraphs, search, stop, following, follow, fields, editing, presses }
}

function Transcript(props: TranscriptPanelProps) {
  const { video, playhead, markers = NO_MARKERS, selected = null } = props
  const id = useId()
  const opener = useRef<HTMLDivElement>(null)
  const editable = video.can.edit_transcript
  const { scroller, words, speakers, paragraphs, search, stop, following, follow, fields, editing, presses } =
    useWords(props)
  const notes = useDeferredValue(markers, NO_MARKERS)
  const selecting = useSelecting(scroller)
  const { naming, setNaming, edited } = presses
  const adding = useAdding()
  const none = video.subtitle_word.length === 0 && fields.length === 0
  const ways = editable ? adding : null
  return (
    <section className="pane transcript" aria-label="Transcript" {...(editable && adding.drop)}>
      <header>
        <h2>Transcript</h2>
        <div ref={opener} className="transcript-tools">
          <TranscriptTools
            video={video}
            none={none}
            words={words}
            paragraphs={paragraphs}
            speakers={speakers}
            searching={search.open}
            onSearch={() => search.setOpen(!search.open)}
            onEdit={editable ? () => presses.edit(scroller.current && stop.visible(scroller.current)) : undefined}
            history={props.history ?? false}
            onHistory={editable && (!none || video.transcript_revision > 0) ? props.onHistory : undefined}
            adding={ways}
          />
        </div>
      </header>
      {search.open && (
        <SearchRow
          search={search}
          words={words}
          editing={editable ? editing : null}
          onClose={() => {
            search.setOpen(false)
            opener.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
          }}
          onMissing={() => search.setOpen(false)}
        />
      )}
      {adding.source && (
        <ImportSubtitles
          key={adding.count}
          source={adding.source}
          searched={video.speech_searched}
          editing={editing}
          onAnother={adding.onChoose}
          onClose={adding.onImported}
          onMissing={adding.onImported}
        />
      )}
      {none && <NoTranscript video={video} adding={ways} />}
      {video.speech_note && !none && (
        <p className="transcript-note" role="note">
          {video.speech_note}
        </p>
      )}
      <div className="transcript" hidden={none}>
        <p id={id} className="sr-only">
          The arrow keys lead from word to word, Enter goes there in the video.
          {editable && ' F2 edits the paragraph.'}
        </p>
        <section
          ref={scroller}
          className="transcript-words"
          aria-label="Spoken lines"
          aria-describedby={id}
          {...presses.handlers}
        >
          <TranscriptText
            words={words}
            paragraphs={paragraphs}
            speakers={speakers}
            matches={search.matches}
            current={search.current}
            markers={notes}
            selected={selected}
            editing={editable ? editing : null}
            fields={fields}
          />
          {video.transcript_engine && <p className="transcript-by">Transcribed by {video.transcript_engine}.</p>}
        </section>
        {selecting && (
          <SelectionBar
            scroller={scroller}
            video={video}
            words={words}
            timing={props.timing}
            onComment={props.onComment}
          />
        )}
        {naming && (
          <SpeakerMenu
            key={naming.trigger.dataset.speaker}
            {...{ ...naming, words, paragraphs, speakers, editing }}
            onClose={() => setNaming(null)}
            onMissing={() => setNaming(null)}
          />
        )}
        {edited && <OriginalTip word={edited} onLeave={presses.leave} />}
        {!following && <Follow onClick={follow} />}
      </div>
      {ways?.typing && (
        <LineField
          {...{ scroller, words, playhead, editing }}
          duration={video.duration}
          onClose={ways.onTyped}
          onMissing={ways.onTyped}
        />
      )}
      {editable && adding.chooser}
    </section>
  )
}

/** Scrolls to the current word, and follows it from then on. */
const Follow = ({ onClick }: { onClick: () => void }) => (
  <Button size="sm" className="transcript-follow" onClick={onClick}>
    <ArrowDownToLine className="icon icon-sm" aria-hidden="true" />
    Follow
  </Button>
)
