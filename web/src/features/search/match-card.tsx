import type { Match } from '@footnote/contract/search.ts'
import { formatRange } from '@footnote/contract/timecode.ts'
import { Frame } from '../../ui/frame.tsx'
import { ModalityChip } from '../../ui/modality-chip.tsx'
import { Rule } from '../../ui/rule.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tier } from '../../ui/tier.tsx'
import { excerptOf } from './excerpt.ts'
import { FromCollection } from './from-collection.tsx'
import { MarkedText } from './marked-text.tsx'

/** A moment found: where, how sure, why, in which file. */
export function MatchCard({
  match,
  everywhere,
  onOpen,
}: {
  match: Match
  /** Whether it says which collection it is of. */
  everywhere: boolean
  onOpen: () => void
}) {
  const { video_name, video_duration, start_time, end_time, score, types, text, hits, thumbnail_url } = match
  const spoken = types.length === 1 || types[0] === 'speech' ? types[0] : undefined
  return (
    <article className="match">
      <button
        type="button"
        className="match-open"
        aria-label={`Play ${video_name}, ${formatRange(start_time, end_time)}`}
        onClick={onOpen}
      >
        <Frame src={thumbnail_url} timecode={formatRange(start_time, end_time)} timecodeAt="left">
          {video_duration > 0 && (
            <Rule
              from={start_time / video_duration}
              length={(end_time - start_time) / video_duration}
              className="rule-mark"
            />
          )}
        </Frame>
      </button>
      <div className="min-w-0">
        <div className="top">
          <Tier score={score} />
          {types.map((type) => (
            <ModalityChip key={type} type={type} />
          ))}
        </div>
        <p dir="auto" className="text mt-1" data-seen={types[0] === 'visual' || undefined}>
          <MarkedText {...excerptOf(text, hits)} type={spoken} />
        </p>
        <p className="name mt-0.5 truncate" title={video_name}>
          {video_name}
        </p>
        {everywhere && <FromCollection name={match.collection_name} />}
      </div>
    </article>
  )
}

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']

/** The places of matches while they are looked for. */
export function MatchSkeletons() {
  return (
    <div aria-busy="true">
      <div className="grid-matches" aria-hidden="true">
        {PLACES.map((place) => (
          <div key={place} className="match">
            <span className="frame">
              <Skeleton className="absolute inset-0" />
            </span>
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
