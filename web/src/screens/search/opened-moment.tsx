import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import type { Match, NamedVideo } from '@footnote/contract/nouns/output/search.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { filmQuery, useOpenedFilm } from '../../features/library/videos/use-opened-film.ts'
import type { MatchPicking } from '../../features/output/search/moments/use-chosen-matches.ts'
import {
  filmOf,
  isSamePart,
  matchOf,
  matchRange,
  type PlayableVideo,
} from '../../features/output/search/opened/film.ts'
import type { SearchScope } from '../../features/output/search/question/search-scope.ts'
import { loadResultDialog } from '../../features/output/search/results/prepare-match.ts'
import { insideFilm } from '../../lib/address/moment-address.ts'
import { useAhead } from '../../lib/address/use-ahead.ts'
import type { MomentOpener } from '../../lib/address/use-opened-moment.ts'
import { errorDetail } from '../../lib/calls/api-error.ts'
import { Button } from '../../ui/forms/button.tsx'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { Alert } from '../../ui/page/alert.tsx'

// The player loads when a person plays something.
const ResultDialog = lazyPart(async () => (await loadResultDialog()).ResultDialog)
const PlaybackDialog = lazyPart(
  async () => (await import('../../features/library/videos/playback-dialog.tsx')).PlaybackDialog,
)
const ShareDialog = lazyPart(
  async () => (await import('../../features/review/sharing/share-video-dialog.tsx')).ShareVideoDialog,
)

/** What the address of the search opens over the results: a moment, or a whole film. */
export function OpenedMoment({
  scope,
  opener: { moment, show, close },
  matches,
  named,
  pending,
  picking,
  actions,
}: {
  scope: SearchScope
  opener: MomentOpener
  /** Of the search in the address, best first; empty until it has an answer. */
  matches: readonly Match[]
  /** Videos that it found by their names. */
  named: readonly NamedVideo[]
  /** While it has no answer. */
  pending: boolean
  picking: MatchPicking
  /** What else can be done with a match. @param clip the match with the times of the clip */
  actions: (clip: Match, match: Match) => ReactNode
}) {
  const queries = useQueryClient()
  const id = moment?.video_id ?? null
  const range = moment?.range ?? null
  const match = moment && matchOf(matches, moment)
  const listed = range ? undefined : named.find((video) => video.id === id)
  const { film: video, missing } = useOpenedFilm(match ? null : id, listed)
  const [shared, setShared] = useAhead<VideoDetail | null>(
    `${id} ${range?.start_time}-${range?.end_time_exclusive}`,
    null,
  )
  const read = useMemo(() => video && filmOf(video), [video])
  const found = match ?? read
  // The player goes on while a match that the search no longer finds is read as a film.
  const [kept, setKept] = useState<PlayableVideo | null>(null)
  if (found && found !== kept) setKept(found)
  if (!moment) return null
  const searched = scope.types.includes('VISUAL') ? scope.id : null
  const film = found ?? (kept?.video_id === id ? kept : null)
  if (missing || !film) return missing && <NotHere onClose={close} />
  if (!range) return video && <PlaybackDialog video={video} searched={searched} onClose={close} onMissing={close} />
  const own = match && matchRange(match)
  const inside = insideFilm(range, film.video_duration)
  const { video_id } = moment
  const share = () =>
    void queries.fetchQuery(filmQuery(video_id)).then(setShared, (error: unknown) => {
      toast.error(errorDetail(error, 'The video could not be loaded. Please try again.'))
    })
  return (
    <>
      <ResultDialog
        film={film}
        range={own && isSamePart(own, inside) ? own : inside}
        match={match}
        pending={pending}
        matches={matches}
        onMatch={(other) => show({ video_id: other.video_id, range: matchRange(other) }, other.start_time)}
        onTrim={(clip) => show({ video_id, range: clip }, match?.start_time ?? moment.found_at)}
        onClose={close}
        onShare={share}
        searched={searched}
        picking={picking}
        actions={actions}
        onMissing={close}
      />
      {shared && <ShareDialog open video={shared} onClose={() => setShared(null)} onMissing={() => setShared(null)} />}
    </>
  )
}

/** In place of a moment that is deleted, or not for this person. */
const NotHere = ({ onClose }: { onClose: () => void }) => (
  <div className="mb-4">
    <Alert
      kind="info"
      action={
        <Button size="sm" onClick={onClose}>
          Close
        </Button>
      }
    >
      This moment is not here. Its video was deleted, or you may not see it.
    </Alert>
  </div>
)
