import type { Match, Moment } from '@footnote/contract/nouns/search.ts'
import { TIMING } from '@footnote/contract/shared/limits.ts'
import { formatTimecode } from '@footnote/contract/shared/timecode.ts'
import { ChevronLeft, ChevronRight, MessageSquareText, ScanSearch, Scissors } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { FramePlace } from '../../../lib/addresses.ts'
import { freshStream } from '../../../lib/calls/stream.ts'
import { useKeys } from '../../../lib/keyboard/use-keys.ts'
import { Player } from '../../../player/player.tsx'
import { Dialog, DialogClose } from '../../../ui/dialogs/dialog.tsx'
import { Button, ButtonLink } from '../../../ui/forms/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { IconButton } from '../../../ui/forms/icon-button.tsx'
import { MODALITIES, ModalityChip } from '../../../ui/marks/modality-chip.tsx'
import { Tier } from '../../../ui/marks/tier.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { useDownloadClip } from '../api.ts'
import type { MatchPicking } from '../moments/use-chosen-matches.ts'
import { TrimLine } from '../trimming/trim-line.tsx'
import { type Trim, useTrim } from '../trimming/use-trim.ts'
import { excerptOf } from './excerpt.ts'
import { MarkedText } from './marked-text.tsx'
import { reviewOf } from './match-menu.tsx'

interface ResultDialogProps {
  matches: readonly Match[]
  /** Index of the visible match. */
  place: number
  /** Shows another match, or none. */
  onMatch: (match: Match | null) => void
  /** Address of the search for moments like a frame; null if pictures are not searched. */
  similar: (frame: FramePlace) => string | null
  picking: MatchPicking
  /** What else can be done with a match. @param clip the match with the times of the clip */
  actions: (clip: Match, match: Match) => ReactNode
}

/** A match that loops, with the speech and pictures around it. */
export function ResultDialog(props: ResultDialogProps) {
  const match = props.matches[props.place]
  return match ? <Shown {...props} match={match} /> : null
}

function Shown({ match, matches, place, onMatch, similar, picking, actions }: ResultDialogProps & { match: Match }) {
  const navigate = useNavigate()
  const trim = useTrim(match)
  const { frames, range } = trim
  const clip = { ...match, start_time: range.start, end_time: range.end }
  const pick = (over: boolean) => picking.pick(match, over)
  useKeys({ select_matches: () => pick(true), select_match: () => pick(false) }, { over_dialogs: true })
  const { video_id, thumbnail_time } = match
  const find = (time: number) => {
    const screen = similar({ video_id, time })
    if (screen) navigate(screen)
  }
  // A moment without a picture has none of its neighbouring frames either.
  const own = thumbnail_time === undefined ? null : similar({ video_id, time: thumbnail_time })
  return (
    <Dialog open onClose={() => onMatch(null)} title={match.video_name} width="stage" bare>
      <div className="result">
        <Player
          ref={trim.player}
          autoPlay
          key={`${match.video_id} ${match.start_time}`}
          id={match.video_id}
          src={match.stream_url ?? ''}
          label={match.video_name}
          poster={match.thumbnail_url}
          duration={match.video_duration}
          subtitle_url={match.subtitle_url}
          language={match.language}
          storyboard={match.storyboard}
          frame_rate={frames?.frame_rate ?? null}
          frame_times={frames?.frame_times ?? null}
          timecode={frames?.timecode ?? null}
          loop_range={range}
          refreshSource={() => freshStream(video_id)}
          onFindSimilar={own ? find : undefined}
        />
        <div className="result-side">
          <header>
            <div className="min-w-0 flex-1">
              <p className="truncate text-lg font-semibold" dir="auto" title={match.video_name}>
                {match.video_name}
              </p>
              <p className="meta">
                <span>{match.collection_name}</span>
                <span>
                  Match {place + 1} of {matches.length}
                </span>
              </p>
            </div>
            <Checkbox checked={picking.has(match)} onChange={() => pick(false)}>
              Select
            </Checkbox>
            <DialogClose className="-mt-1" />
          </header>
          <Reasons match={match} />
          <ResultActions
            clip={clip}
            trim={trim}
            similar={own}
            previous={matches[place - 1]}
            next={matches[place + 1]}
            onMatch={onMatch}
            actions={actions(clip, match)}
          />
        </div>
      </div>
    </Dialog>
  )
}

type Evidence = Pick<Moment, 'type' | 'start_time' | 'text' | 'hits' | 'matched'>

function Reasons({ match: { score, types, moments, text, hits, start_time } }: { match: Match }) {
  const shown: readonly Evidence[] =
    moments.length > 0 ? moments : [{ type: types[0] ?? 'visual', start_time, text, hits, matched: true }]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className="result-reasons" aria-label="Why it matched" tabIndex={0}>
      <div className="pb-3">
        <Tier score={score} />
      </div>
      <ol>
        {shown.map((moment) => (
          <ReasonLine key={`${moment.type} ${moment.start_time} ${moment.text}`} moment={moment} />
        ))}
      </ol>
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

function ResultActions({
  clip,
  trim,
  similar,
  previous,
  next,
  onMatch,
  actions,
}: {
  /** The match with the times of the clip. */
  clip: Match
  trim: Trim
  /** Address of the search for similar moments; null if pictures are not searched. */
  similar: string | null
  previous: Match | undefined
  next: Match | undefined
  onMatch: (match: Match) => void
  actions: ReactNode
}) {
  const cutting = useDownloadClip()
  const { video_id, video_name, start_time, end_time } = clip
  const review = reviewOf(clip)
  const neighbours = [
    { label: 'Previous match', icon: ChevronLeft, other: previous },
    { label: 'Next match', icon: ChevronRight, other: next },
  ]
  const download = () =>
    cutting.mutate(
      { video_id, start_time, end_time },
      { onSuccess: ({ message }) => toast.success(message, { duration: TIMING.download_toast }) },
    )
  return (
    <footer>
      <TrimLine trim={trim} />
      {(similar || review) && (
        <div>
          {similar && (
            <ButtonLink className="flex-1" to={similar} aria-label={`Find similar: ${video_name}`}>
              <ScanSearch className="icon" aria-hidden="true" />
              Find similar
            </ButtonLink>
          )}
          {review && (
            <ButtonLink className="flex-1" to={review} aria-label={`Quick Review: ${video_name}`}>
              <MessageSquareText className="icon" aria-hidden="true" />
              Quick Review
            </ButtonLink>
          )}
        </div>
      )}
      <div>{actions}</div>
      <div>
        <Button className="flex-1" busy={cutting.isPending} onClick={download}>
          <Scissors className="icon" aria-hidden="true" />
          {cutting.isError ? 'Retry clip' : 'Download clip'}
        </Button>
        {neighbours.map(({ label, icon, other }) => (
          <IconButton
            key={label}
            variant="default"
            icon={icon}
            label={label}
            disabled={!other}
            onClick={() => other && onMatch(other)}
          />
        ))}
      </div>
    </footer>
  )
}
