import type { Match, MatchStep } from '@footnote/contract/nouns/output/search.ts'
import { formatRange, formatTimecode } from '@footnote/contract/shared/timecode.ts'
import { Frame } from '../../../../ui/marks/frame.tsx'
import { Rule } from '../../../../ui/page/rule.tsx'
import { excerptOf } from './excerpt.ts'
import { MarkedText } from './marked-text.tsx'
import './sequence.css'

/** The frames of two successive moments side by side, with their times in the video. */
export function SequenceFrames({ match, steps }: { match: Match; steps: readonly MatchStep[] }) {
  const { start_time: begin, end_time: end, video_duration } = match
  return (
    <span className="sequence-frames">
      {steps.map(({ start_time, thumbnail_url }) => (
        <Frame key={start_time} src={thumbnail_url} />
      ))}
      <span className="tc">{formatRange(begin, end)}</span>
      {video_duration > 0 &&
        steps.map(({ start_time, end_time }) => (
          <Rule key={start_time} from={start_time / video_duration} length={(end_time - start_time) / video_duration} />
        ))}
    </span>
  )
}

/** The reasons for two successive moments, one after the other. */
export function SequenceText({ steps }: { steps: readonly MatchStep[] }) {
  return steps.map(({ start_time, types, text, hits }, place) => (
    <p key={start_time} dir="auto" className="text mt-1" data-seen={types[0] === 'visual' || undefined}>
      {place > 0 && <span className="text-text-2">{`Then, at ${formatTimecode(start_time)}: `}</span>}
      <MarkedText {...excerptOf(text, hits)} type={types[0]} />
    </p>
  ))
}
