import {
  gapBetween,
  type SpeakerNames,
  speakerName,
  type Words,
} from '@footnote/contract/shared/language/spoken-words.ts'
import { formatTimecode } from '@footnote/contract/shared/timecode.ts'
import { type CSSProperties, Fragment, memo, useMemo } from 'react'
import type { Marker } from '../../player/player-props.ts'
import type { Paragraph } from './paragraphs.ts'
import { type Hit, type PlacedMarker, placeMarkers, placeMatches } from './placed.ts'
import type { Match } from './search/matches.ts'

/** Characters in a line of a panel of usual width, to estimate the height of text before its layout. */
const LINE = 38

interface TranscriptTextProps {
  words: Words
  paragraphs: readonly Paragraph[]
  speakers: SpeakerNames
  matches: readonly Match[]
  /** Index of the current match, from 0. */
  current: number
  markers: readonly Marker[]
  selected: string | null
}

/**
 * All words, each with its index as `data-word`, and the markers as `data-marker`. The current word is marked on the
 * elements from outside, so a paragraph renders again only when its own matches or markers change.
 */
export const TranscriptText = memo(function TranscriptText(props: TranscriptTextProps) {
  const { words, paragraphs, speakers, matches, current, markers, selected } = props
  const hits = useMemo(() => placeMatches(matches, paragraphs), [matches, paragraphs])
  const placed = useMemo(() => placeMarkers(markers, words, paragraphs), [markers, words, paragraphs])
  return paragraphs.map((paragraph) => {
    const own = hits.get(paragraph.from)
    const notes = placed.get(paragraph.from)
    return (
      <TextParagraph
        key={paragraph.from}
        words={words}
        paragraph={paragraph}
        speakers={speakers}
        hits={own}
        current={own?.some(({ match }) => match === current) ? current : null}
        markers={notes}
        selected={notes?.some(({ id }) => id === selected) ? selected : null}
      />
    )
  })
})

const TextParagraph = memo(function TextParagraph({
  words,
  paragraph: { from, to, start },
  speakers,
  hits = [],
  current,
  markers = [],
  selected,
}: {
  words: Words
  paragraph: Paragraph
  speakers: SpeakerNames
  hits: readonly Hit[] | undefined
  current: number | null
  markers: readonly PlacedMarker[] | undefined
  selected: string | null
}) {
  const said = words.slice(from, to)
  const length = said.reduce((sum, { word }) => sum + word.length + 1, 0)
  const size: CSSProperties & { '--lines': number } = { '--lines': Math.ceil(length / LINE) }
  const speaker = words[from]?.speaker
  const goes_on = speaker === words[from - 1]?.speaker
  const hitsAt = Map.groupBy(hits, ({ word }) => word)
  const markersAt = Map.groupBy(markers, ({ word }) => word)
  return (
    <div className="said" style={size}>
      <button type="button" className="said-time" tabIndex={-1} data-from={from}>
        <time>{formatTimecode(start)}</time>
      </button>
      <p>
        {speaker !== undefined && !goes_on && (
          <strong className="said-by">{`${speakerName(speaker, speakers)} `}</strong>
        )}
        {said.map(({ word }, offset) => {
          const place = from + offset
          return (
            <Fragment key={place}>
              <span data-word={place}>{marked(word, hitsAt.get(place), current)}</span>
              <MarkerNote markers={markersAt.get(place)} selected={selected} />
              {gapBetween(word, said[offset + 1]?.word ?? '')}
            </Fragment>
          )
        })}
      </p>
    </div>
  )
})

/** A word with its matching letters marked. */
function marked(word: string, hits: readonly Hit[] | undefined, current: number | null) {
  if (!hits) return word
  const rest = word.slice(hits.at(-1)?.to)
  return (
    <>
      {hits.map(({ from, to, match }, place) => (
        <Fragment key={from}>
          {word.slice(hits[place - 1]?.to ?? 0, from)}
          <mark data-match={match} data-current={match === current || undefined}>
            {word.slice(from, to)}
          </mark>
        </Fragment>
      ))}
      {rest}
    </>
  )
}

/** The markers of a word as one, as on the timeline. A press selects the first of them, each further press the next. */
function MarkerNote({ markers, selected }: { markers: readonly PlacedMarker[] | undefined; selected: string | null }) {
  const [first, last] = [markers?.[0], markers?.at(-1)]
  if (!markers || !first || !last) return null
  const place = markers.findIndex(({ id }) => id === selected)
  const next = markers[(place + 1) % markers.length] ?? first
  const one = markers.length === 1
  return (
    <sup>
      <button
        type="button"
        className="fn"
        tabIndex={-1}
        data-marker={next.id}
        aria-label={one ? `Comment ${first.number}: ${first.label}` : `Comments ${first.number}–${last.number}`}
        aria-current={place >= 0 || undefined}
      >
        {one ? first.number : `${first.number}–${last.number}`}
      </button>
    </sup>
  )
}
