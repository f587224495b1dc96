import type { Match, Moment } from '@footnote/contract/nouns/output/search.ts'
import { formatTimecode } from '@footnote/contract/shared/timecode.ts'
import { MODALITIES, ModalityChip } from '../../../../ui/marks/modality-chip.tsx'
import { Skeleton } from '../../../../ui/page/skeleton.tsx'
import { excerptOf } from '../results/excerpt.ts'
import { MarkedText } from '../results/marked-text.tsx'

type Evidence = Pick<Moment, 'type' | 'start_time' | 'text' | 'hits' | 'matched'>

const evidenceOf = ({ types, moments, text, hits, start_time }: Match): readonly Evidence[] =>
  moments.length > 0 ? moments : [{ type: types[0] ?? 'visual', start_time, text, hits, matched: true }]

/** The speech and pictures around a match, or why there are none. */
export function WhyItMatched({
  match,
  pending,
}: {
  match: Match | null
  /** While the search runs that may find the moment. */
  pending: boolean
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className="result-reasons" aria-label="Why it matched" aria-busy={!match && pending} tabIndex={0}>
      {match ? (
        <ol>
          {evidenceOf(match).map((moment) => (
            <ReasonLine key={`${moment.type} ${moment.start_time} ${moment.text}`} moment={moment} />
          ))}
        </ol>
      ) : pending ? (
        <Skeleton className="mt-3 h-4 w-3/5" />
      ) : (
        <p className="result-unfound">This search does not find the moment, so there are no reasons to show.</p>
      )}
    </section>
  )
}

/** Matching text is shown in full with a badge of its kind; long text around it is cut. */
function ReasonLine({ moment: { type, start_time, text, hits, matched } }: { moment: Evidence }) {
  const { icon: Icon, short } = MODALITIES[type]
  return (
    <li data-matched={matched || undefined}>
      <time>{formatTimecode(start_time)}</time>
      {matched ? <ModalityChip type={type} /> : <Icon className={`icon icon-sm hue-${type}`} aria-label={short} />}
      <p dir="auto">
        <MarkedText {...(matched ? { text, hits } : excerptOf(text, hits))} type={type} />
      </p>
    </li>
  )
}
