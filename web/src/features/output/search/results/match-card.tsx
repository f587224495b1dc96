import type { Match, MatchStep } from '@footnote/contract/nouns/output/search.ts'
import { formatRange } from '@footnote/contract/shared/timecode.ts'
import { Frame, FrameSkeleton } from '../../../../ui/marks/frame.tsx'
import { ModalityChip } from '../../../../ui/marks/modality-chip.tsx'
import { Tier } from '../../../../ui/marks/tier.tsx'
import { Rule } from '../../../../ui/page/rule.tsx'
import { Skeleton } from '../../../../ui/page/skeleton.tsx'
import { PickBox } from '../../../../ui/selection/pick-box.tsx'
import { type MatchPicking, matchId } from '../moments/use-chosen-matches.ts'
import { FromCollection } from '../suggestions/from-collection.tsx'
import { excerptOf } from './excerpt.ts'
import { MarkedText } from './marked-text.tsx'
import { MatchMenu } from './match-menu.tsx'
import { usePreparing } from './prepare-match.ts'
import { type Reason, reasonsOf } from './reasons.ts'
import { SequenceFrames, SequenceText } from './sequence.tsx'

/** A match: its time, confidence, reasons and file. */
export function MatchCard({
  match,
  everywhere,
  similar,
  picking,
  onOpen,
}: {
  match: Match
  /** Whether to show its collection. */
  everywhere: boolean
  /** Address of the search for similar moments; null if pictures are not searched. */
  similar: string | null
  picking: MatchPicking
  onOpen: () => void
}) {
  const { video_name, video_duration, start_time, end_time, thumbnail_url, steps } = match
  const preparing = usePreparing(match)
  const chosen = picking.has(match)
  const name = `${video_name}, ${formatRange(start_time, end_time)}`
  return (
    <article className="match" data-match={matchId(match)} data-chosen={chosen || undefined}>
      <PickBox name={name} chosen={chosen} onPick={(range) => picking.pick(match, range)} />
      <button type="button" className="match-open" aria-label={`Play ${name}`} onClick={onOpen} {...preparing}>
        {steps ? (
          <SequenceFrames match={match} steps={steps} />
        ) : (
          <Frame src={thumbnail_url} timecode={formatRange(start_time, end_time)} timecodeAt="left">
            {video_duration > 0 && (
              <Rule
                from={start_time / video_duration}
                length={(end_time - start_time) / video_duration}
                className="rule-mark"
              />
            )}
          </Frame>
        )}
      </button>
      <div className="min-w-0">
        {steps ? <SequenceReasons match={match} steps={steps} /> : <Reasons match={match} />}
        <div className="mt-0.5 flex items-center gap-1">
          <p className="name min-w-0 flex-1 truncate" dir="auto" title={video_name}>
            {video_name}
          </p>
          <MatchMenu match={match} similar={similar} />
        </div>
        {everywhere && <FromCollection name={match.collection_name} />}
      </div>
    </article>
  )
}

/** Confidence of a match and its evidence; several kinds of evidence each have a badge. */
function Reasons({ match }: { match: Match }) {
  const reasons = reasonsOf(match)
  const [only] = reasons
  return (
    <>
      <div className="top">
        <Tier score={match.score} />
        {reasons.length === 1 && only && <ModalityChip type={only.type} />}
      </div>
      {reasons.length === 1 && only ? (
        <ReasonText reason={only} />
      ) : (
        <ul className="reasons">
          {reasons.map((reason) => (
            <li key={reason.type}>
              <ModalityChip type={reason.type} />
              <ReasonText reason={reason} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Confidence of a sequence, the reason for each of its moments, and their kinds. */
function SequenceReasons({ match: { score }, steps }: { match: Match; steps: readonly MatchStep[] }) {
  const kinds = new Set(steps.flatMap(({ types: [best] }) => best ?? []))
  return (
    <>
      <div className="top">
        <Tier score={score} />
        {[...kinds].map((type) => (
          <ModalityChip key={type} type={type} />
        ))}
      </div>
      <SequenceText steps={steps} />
    </>
  )
}

const ReasonText = ({ reason: { type, text, hits } }: { reason: Reason }) => (
  <p dir="auto" className="text" data-seen={type === 'visual' || undefined}>
    <MarkedText {...excerptOf(text, hits)} type={type} />
  </p>
)

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']

/** Placeholders of matches while the search runs. */
export function MatchSkeletons() {
  return (
    <div aria-busy="true">
      <div className="grid-matches" aria-hidden="true">
        {PLACES.map((place) => (
          <div key={place} className="match">
            <FrameSkeleton />
            <div>
              <Skeleton className="my-1 h-4 w-1/2" />
              <Skeleton className="mt-2 h-4 w-full" />
              <Skeleton className="mt-1 h-4 w-3/5" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
