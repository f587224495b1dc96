import {
  gapBetween,
  type SpeakerNames,
  speakerName,
  type Words,
} from '@footnote/contract/shared/language/spoken-words.ts'
import { type CSSProperties, Fragment, memo, useMemo } from 'react'
import { useTimes } from '../../../lib/times/use-times.tsx'
import type { Marker } from '../../../player/player-props.ts'
import { joinedSign, signOf } from '../../../player/timeline/marker-clusters.ts'
import { lazyPart } from '../../../ui/overlays/lazy-part.tsx'
import type { Editing, OpenField } from './editing/editing.ts'
import { type Paragraph, placeFields } from './paragraphs.ts'
import { type Hit, LINE, type PlacedMarker, placeMarkers, placeMatches } from './placed.ts'
import type { Match } from './search/matches.ts'

// Loaded when a person edits a paragraph.
const ParagraphField = lazyPart(async () => (await import('./editing/paragraph-field.tsx')).ParagraphField)

interface TranscriptTextProps {
  words: Words
  paragraphs: readonly Paragraph[]
  speakers: SpeakerNames
  matches: readonly Match[]
  /** Index of the current match, from 0. */
  current: number
  markers: readonly Marker[]
  selected: string | null
  /** Null for people who only read. */
  editing: Editing | null
  /** The paragraphs that somebody edits. */
  fields: readonly OpenField[]
}

/**
 * All words, each with its index as `data-word`, the markers as `data-marker`, and the speakers of paragraphs as
 * `data-speaker`. The current word is marked on the elements from outside, so a paragraph renders again only when its
 * own words, matches or markers change.
 */
export const TranscriptText = memo(function TranscriptText(props: TranscriptTextProps) {
  const { words, paragraphs, speakers, matches, current, markers, selected, editing, fields } = props
  const hits = useMemo(() => placeMatches(matches, paragraphs), [matches, paragraphs])
  const placed = useMemo(() => placeMarkers(markers, words, paragraphs), [markers, words, paragraphs])
  return placeFields(words, paragraphs, fields).map((row) => {
    const { paragraph, field } = row
    const own = hits.get(paragraph?.from ?? -1)
    const notes = placed.get(paragraph?.from ?? -1)
    const text = paragraph && (
      <TextParagraph
        key={paragraph.from}
        words={words}
        paragraph={paragraph}
        speakers={speakers}
        hits={own}
        current={own?.some(({ match }) => match === current) ? current : null}
        markers={notes}
        selected={notes?.some(({ id }) => id === selected) ? selected : null}
        editable={editing !== null}
      />
    )
    if (!field || !editing) return text
    return (
      <ParagraphField
        key={`field ${field.start}`}
        {...{ field, words, speakers, editing }}
        fallback={text}
        onMissing={() => editing.close(field, true)}
      />
    )
  })
})

interface ParagraphProps {
  words: Words
  paragraph: Paragraph
  speakers: SpeakerNames
  hits: readonly Hit[] | undefined
  current: number | null
  markers: readonly PlacedMarker[] | undefined
  selected: string | null
  editable: boolean
}

/** Whether a paragraph looks the same: an edit elsewhere makes other lists of words, with the same words here. */
function looksSame({ words, paragraph, ...one }: ParagraphProps, other: ParagraphProps): boolean {
  const { from, to } = paragraph
  if (from !== other.paragraph.from || to !== other.paragraph.to) return false
  for (let place = from; place < to; place += 1) if (words[place] !== other.words[place]) return false
  return (Object.keys(one) as (keyof typeof one)[]).every((name) => one[name] === other[name])
}

const TextParagraph = memo(function TextParagraph({
  words,
  paragraph: { from, to, start },
  speakers,
  hits = [],
  current,
  markers = [],
  selected,
  editable,
}: ParagraphProps) {
  const times = useTimes()
  const said = words.slice(from, to)
  // Lines that somebody typed correct nothing, and would all be underlined.
  const typed = said.every(({ original }) => original === '')
  const length = said.reduce((sum, { word }) => sum + word.length + 1, 0)
  const size: CSSProperties & { '--lines': number } = { '--lines': Math.ceil(length / LINE) }
  const hitsAt = Map.groupBy(hits, ({ word }) => word)
  const markersAt = Map.groupBy(markers, ({ word }) => word)
  return (
    <div className="said" style={size} data-unsure={said[0]?.unsure}>
      <button type="button" className="said-time" tabIndex={-1} data-from={from}>
        <time>{times.at(start)}</time>
      </button>
      <Speaker from={from} start={start} speaker={said[0]?.speaker} speakers={speakers} editable={editable} />
      {said[0]?.unsure && (
        <span
          className="said-unsure"
          title="Footnote may have misheard this. No search, subtitle or file has it until somebody corrects it."
        >
          unsure
        </span>
      )}
      <p dir="auto">
        {said.map(({ word, original }, offset) => {
          const place = from + offset
          return (
            <Fragment key={place}>
              <span
                data-word={place}
                data-was={typed ? undefined : original}
                aria-description={typed ? undefined : wasWords(original)}
              >
                {marked(word, hitsAt.get(place), current)}
              </span>
              <MarkerNote markers={markersAt.get(place)} selected={selected} />
              {gapBetween(word, said[offset + 1]?.word ?? '')}
            </Fragment>
          )
        })}
      </p>
    </div>
  )
}, looksSame)

/** What the engine heard in place of an edited word. */
export const wasWords = (original: string | undefined): string | undefined =>
  original === undefined ? undefined : original === '' ? 'added' : `was: ${original}`

/** The name of a paragraph's speaker. For people who edit, it opens a menu; then a paragraph without one offers to name it. */
function Speaker({
  from,
  start,
  speaker,
  speakers,
  editable,
}: {
  from: number
  start: number
  speaker: number | undefined
  speakers: SpeakerNames
  editable: boolean
}) {
  const times = useTimes()
  const name = speaker === undefined ? null : speakerName(speaker, speakers)
  if (!editable)
    return (
      name !== null && (
        <span className="said-by" dir="auto">
          {name}
        </span>
      )
    )
  return (
    <button
      type="button"
      className={name === null ? 'said-name' : 'said-by'}
      tabIndex={-1}
      data-speaker={from}
      aria-haspopup="menu"
      aria-label={name === null ? `Name the speaker at ${times.at(start)}` : `${name}, speaker`}
    >
      {name ?? 'Name'}
    </button>
  )
}

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
  const first = markers?.[0]
  if (!markers || !first) return null
  const place = markers.findIndex(({ id }) => id === selected)
  const next = markers[(place + 1) % markers.length] ?? first
  const one = markers.length === 1
  const { sign, words } = one
    ? { sign: signOf(first), words: `Comment ${signOf(first)}: ${first.label}` }
    : joinedSign(markers)
  return (
    <sup>
      <button
        type="button"
        className="fn"
        tabIndex={-1}
        data-marker={next.id}
        aria-label={words}
        aria-current={place >= 0 || undefined}
      >
        {sign}
      </button>
    </sup>
  )
}
