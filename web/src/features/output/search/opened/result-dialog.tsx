import type { Match } from '@footnote/contract/nouns/output/search.ts'
import type { MatchRange } from '@footnote/contract/shared/frames.ts'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFindSimilar } from '../../../../lib/address/use-find-similar.ts'
import { similarAddress } from '../../../../lib/addresses.ts'
import { freshStream } from '../../../../lib/calls/stream.ts'
import { useKeys } from '../../../../lib/keyboard/use-keys.ts'
import { Player } from '../../../../player/player.tsx'
import { Dialog, DialogClose } from '../../../../ui/dialogs/dialog.tsx'
import { Checkbox } from '../../../../ui/forms/checkbox.tsx'
import { IconButton } from '../../../../ui/forms/icon-button.tsx'
import { Tier } from '../../../../ui/marks/tier.tsx'
import { type MatchPicking, matchId } from '../moments/use-chosen-matches.ts'
import { useTrim } from '../trimming/use-trim.ts'
import { matchRange, type PlayableVideo } from './film.ts'
import { ResultActions } from './result-actions.tsx'
import { useOtherMatches } from './use-other-matches.ts'
import { WhyItMatched } from './why-it-matched.tsx'
import './result-dialog.css'

interface ResultDialogProps {
  film: PlayableVideo
  /** The part of the film that loops. */
  range: MatchRange
  /** The match that it is or was trimmed from; null for a moment that the search does not find. */
  match: Match | null
  /** While the search runs that may find it. */
  pending: boolean
  matches: readonly Match[]
  onMatch: (match: Match) => void
  onTrim: (range: MatchRange) => void
  onClose: () => void
  /** Opens the dialog that shares the film. */
  onShare: () => void
  /** Id of the collection to search for similar moments, or of all of them; null if pictures are not searched. */
  searched: string | null
  picking: MatchPicking
  /** What else can be done with a match. @param clip the match with the times of the clip */
  actions: (clip: Match, match: Match) => ReactNode
}

const cardOf = (match: Match): HTMLElement | null =>
  document.querySelector(`[data-match="${CSS.escape(matchId(match))}"] > .match-open`)

/** A moment of a film that loops, with the speech and pictures around it. */
export function ResultDialog({ film, range, match, matches, onMatch, searched, picking, ...props }: ResultDialogProps) {
  const { video_id } = film
  const trim = useTrim({
    video_id,
    duration: film.video_duration,
    range,
    own: match && matchRange(match),
    onTrim: props.onTrim,
  })
  const { frames } = trim
  const goTo = (other: Match) => {
    // The player of this film stays; that of another one begins by itself.
    if (other.video_id === video_id) {
      trim.player.current?.seek(other.start_time)
      trim.player.current?.play()
    }
    onMatch(other)
  }
  const others = useOtherMatches(matches, { video_id, match, start: range.start_time }, goTo)
  const pick = (over: boolean) => match && picking.pick(match, over)
  useKeys({ select_matches: () => pick(true), select_match: () => pick(false) }, { over_dialogs: true })
  const findSimilar = useFindSimilar(video_id, searched)
  // A moment without a picture has none of its neighbouring frames either.
  const time = match?.thumbnail_time
  const similar = searched === null || time === undefined ? null : similarAddress(searched, { video_id, time })
  const place = match ? matches.indexOf(match) : -1
  const around = [
    { label: 'Previous match', icon: ArrowLeft, other: matches[place - 1] },
    { label: 'Next match', icon: ArrowRight, other: matches[place + 1] },
  ]
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={film.video_name}
      width="moment"
      bare
      returnTo={() => match && cardOf(match)}
    >
      <div className="result">
        <Player
          ref={trim.player}
          autoPlay
          key={video_id}
          id={video_id}
          src={film.stream_url ?? ''}
          label={film.video_name}
          duration={film.video_duration}
          subtitle_url={film.subtitle_url}
          language={film.language}
          storyboard={film.storyboard}
          frame_rate={frames?.frame_rate ?? null}
          frame_times={frames?.frame_times ?? null}
          timecode={frames?.timecode ?? null}
          loop_range={range}
          refreshSource={() => freshStream(video_id)}
          onFindSimilar={similar ? findSimilar : undefined}
          {...others}
        />
        <div className="result-side">
          <header>
            <div className="min-w-0 flex-1">
              <p className="result-name" dir="auto" title={film.video_name}>
                {film.video_name}
              </p>
              <p className="meta">
                <span>{film.collection_name}</span>
                {match && (
                  <span>
                    Match {place + 1} of {matches.length}
                  </span>
                )}
              </p>
            </div>
            {around.map(({ label, icon, other }) => (
              <IconButton
                key={label}
                icon={icon}
                label={label}
                disabled={!other}
                onClick={() => other && goTo(other)}
              />
            ))}
            <DialogClose />
          </header>
          {match && (
            <div className="result-sure">
              <Tier score={match.score} />
              <Checkbox checked={picking.has(match)} onChange={() => pick(false)}>
                Select
              </Checkbox>
            </div>
          )}
          <WhyItMatched match={match} pending={props.pending} />
          <ResultActions film={film} trim={trim} similar={similar} onShare={props.onShare}>
            {match &&
              props.actions({ ...match, start_time: range.start_time, end_time: range.end_time_exclusive }, match)}
          </ResultActions>
        </div>
      </div>
    </Dialog>
  )
}
