import type { Version } from '@footnote/contract/nouns/versions.ts'
import type { VideoDetail } from '@footnote/contract/nouns/videos.ts'
import { timingFrom } from '@footnote/contract/shared/frames.ts'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { createBoard } from '../features/comments/drawing/board.ts'
import { DrawnComments } from '../features/comments/drawing/drawing-layer.tsx'
import { VideoComments } from '../features/comments/video-comments.tsx'
import { isGone, videoQuery } from '../features/review/api.ts'
import { createPlayhead } from '../features/review/playhead.ts'
import { ReviewFailure, ReviewSkeleton } from '../features/review/review-states.tsx'
import { versionsQuery } from '../features/versions/api.ts'
import {
  type Comparison,
  readComparison,
  versionBeside,
  writeComparison,
} from '../features/versions/compare/comparison.ts'
import { VersionChoice, versionName } from '../features/versions/compare/version-choice.tsx'
import { collectionAddress, listAddress, reviewAddress } from '../lib/addresses.ts'
import { streamOf } from '../lib/calls/stream.ts'
import { useLatest } from '../lib/use-latest.ts'
import type { CompareMode } from '../player/compare/compare-mode.ts'
import { ComparePlayer } from '../player/compare/compare-player.tsx'
import type { CompareSide } from '../player/compare/use-side.ts'
import type { MediaRequests } from '../player/media/media-requests.ts'
import type { Marker } from '../player/player-props.ts'
import { ButtonLink } from '../ui/forms/button.tsx'
import { SegmentedControl } from '../ui/forms/segmented-control.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Breadcrumbs } from '../ui/page/page-header.tsx'
import { useTabs } from '../ui/page/tabs.tsx'
import '../features/review/review-layout.css'
import '../features/versions/compare/compare-page.css'

const MODES: readonly { value: CompareMode; label: string }[] = [
  { value: 'side', label: 'Side by side' },
  { value: 'wipe', label: 'Wipe' },
  { value: 'difference', label: 'Difference' },
]

export default function CompareScreen() {
  const { videoId = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const comparison = readComparison(search)
  const video = useQuery(videoQuery(videoId))
  const list = useQuery(versionsQuery(videoId))
  const versions = list.data ?? []
  const own = versions.find(({ video_id }) => video_id === videoId)
  const beside = comparison.other ?? versionBeside(versions, videoId)?.video_id ?? null
  const second = versions.find(({ video_id }) => video_id === beside && video_id !== videoId)
  const other = useQuery({ ...videoQuery(second?.video_id ?? ''), enabled: second !== undefined })
  const error = video.error ?? list.error ?? other.error
  if (error && !(video.data && list.data && other.data))
    return (
      <ReviewFailure
        error={error}
        home="/home"
        {...(isGone(error)
          ? {}
          : { onRetry: () => void Promise.all([video, list, other].map((query) => query.refetch())) })}
      />
    )
  if (!video.data || !list.data) return <ReviewSkeleton />
  if (!own || !second) return <NothingBeside video={video.data} known={comparison.other !== null} />
  if (!other.data) return <ReviewSkeleton />
  return (
    <Compare
      key={`${videoId} ${second.video_id}`}
      first={{ video: video.data, version: own, refresh: async () => (await video.refetch()).data }}
      second={{ video: other.data, version: second, refresh: async () => (await other.refetch()).data }}
      versions={versions}
      comparison={{ ...comparison, other: second.video_id }}
      onChange={(next) => setSearch(writeComparison(next), { replace: true })}
    />
  )
}

/** There is no second version. @param known whether the address names one */
function NothingBeside({ video, known }: { video: VideoDetail; known: boolean }) {
  return (
    <main className="page">
      <title>Compare · Footnote</title>
      <h1 className="sr-only">Compare</h1>
      <EmptyState
        fact={known ? 'This version is not here' : 'There is only one version'}
        next={
          known
            ? 'It was deleted, or it is a version of another video.'
            : 'Upload a new version of this video to compare the two.'
        }
        action={
          <ButtonLink variant="primary" to={reviewAddress(video)}>
            Open the review
          </ButtonLink>
        }
      />
    </main>
  )
}

interface Compared {
  readonly video: VideoDetail
  readonly version: Version
  readonly refresh: () => Promise<VideoDetail | undefined>
}
type Which = 'first' | 'second'

function Compare({
  versions,
  comparison: opened,
  onChange,
  ...sides
}: Record<Which, Compared> & {
  versions: readonly Version[]
  comparison: Comparison
  onChange: (comparison: Comparison) => void
}) {
  const { first, second } = sides
  const navigate = useNavigate()
  const player = useRef<MediaRequests>(null)
  const [shown, setShown] = useState<Which>('first')
  const [markers, setMarkers] = useState<readonly Marker[]>([])
  const [selected, setSelected] = useState<string | null>(null)
  // No picture is attached to it: people draw on the review page.
  const [board] = useState(createBoard)
  const [playheads] = useState({ first: createPlayhead(), second: createPlayhead() })
  // Kept here and written to the address: of two quick changes, the address alone would lose one.
  const [comparison, setComparison] = useState(opened)
  const change = (part: Partial<Comparison>) => setComparison((now) => ({ ...now, ...part }))
  const [start] = useState(opened.time)
  const write = useLatest(onChange)
  useEffect(() => write.current(comparison), [comparison, write])
  const stopped = useStopped((time) => change({ time }))
  const title = `Compare ${versionName(first.version)} with ${versionName(second.version)}`
  const tabs = useTabs({
    label: 'Comments of',
    tabs: (['first', 'second'] as const).map((which) => ({ value: which, label: versionName(sides[which].version) })),
    value: shown,
    onChange: (which) => {
      setMarkers([])
      setSelected(null)
      setShown(which)
    },
  })
  const commented = sides[shown]
  const timing = useMemo(() => timingFrom(commented.video.frame_rate, commented.video.frame_times), [commented.video])
  // A comment of the second version is shown where the first version is beside it.
  const ahead = () => playheads.second.read().seconds - playheads.first.read().seconds
  const playFrom = (seconds: number) => {
    player.current?.seek(shown === 'first' ? seconds : seconds - ahead())
  }
  const choose = (which: Which, { video_id, user_id }: Version) => {
    if (which === 'second') return change({ other: video_id })
    navigate(`${reviewAddress({ id: video_id, user_id })}/compare?${writeComparison(comparison)}`)
  }
  const side = (which: Which): CompareSide => {
    const { video, version, refresh } = sides[which]
    return {
      id: video.id,
      src: video.stream_url ?? '',
      name: versionName(version),
      duration: video.duration ?? 0,
      frame_rate: video.frame_rate,
      frame_times: video.frame_times,
      timecode: video.timecode,
      storyboard: video.storyboard,
      choice: (
        <VersionChoice
          label={which === 'first' ? 'First version' : 'Second version'}
          shown={version}
          versions={versions.filter(
            ({ video_id }) => video_id !== sides[which === 'first' ? 'second' : 'first'].video.id,
          )}
          onChoose={(chosen) => choose(which, chosen)}
        />
      ),
      layer: (box, picture) =>
        which === shown && (
          <DrawnComments
            box={box}
            shown={picture}
            markers={markers}
            timing={timing}
            videoId={video.id}
            shareToken={null}
          />
        ),
      refreshSource: async () => {
        const fresh = await refresh()
        if (!fresh) throw new Error('The video could not be read')
        return streamOf(fresh)
      },
    }
  }
  return (
    <main className="review review-compare">
      <title>{`${title} · Footnote`}</title>
      <h1 className="sr-only">{title}</h1>
      <div className="review-tools compare-tools">
        <Breadcrumbs
          entries={[
            { label: 'Collections', to: listAddress('review') },
            {
              label: first.video.collection_name,
              to: collectionAddress({ id: first.video.collection_id, kind: 'review' }),
            },
            { label: first.video.file_name, to: reviewAddress(first.video) },
            { label: title },
          ]}
        />
        <SegmentedControl label="Mode" options={MODES} value={comparison.mode} onChange={(mode) => change({ mode })} />
        <ButtonLink to={`${reviewAddress(first.video)}?t=${comparison.time}`}>
          <X className="icon icon-sm" aria-hidden="true" />
          Close
        </ButtonLink>
      </div>
      <div className="compare-body">
        <ComparePlayer
          ref={player}
          first={side('first')}
          second={side('second')}
          mode={comparison.mode}
          onMode={(mode) => change({ mode })}
          at={comparison.at}
          onAt={(at) => change({ at })}
          offset={comparison.offset}
          onShift={(by) => setComparison((now) => ({ ...now, offset: now.offset + by }))}
          start_time={start}
          markers={shown === 'first' ? markers : []}
          selected_marker={selected}
          onMarkerSelect={(id) => {
            setSelected(id)
            const marker = markers.find((candidate) => candidate.id === id)
            if (marker) playFrom(marker.start)
          }}
          onTime={(which, time) => playheads[which].move(time)}
          onStopped={stopped}
        />
        <section className="compare-comments" aria-label="Comments">
          <div className="compare-tabs">{tabs.list}</div>
          <div {...tabs.panel}>
            <VideoComments
              key={shown}
              videoId={commented.video.id}
              collectionId={commented.video.collection_id}
              duration={commented.video.duration}
              timing={timing}
              playhead={playheads[shown]}
              board={board}
              earlier={false}
              access={{ share_token: null, can_comment: commented.video.can.comment }}
              selected={selected}
              onSelect={({ id, start_time }) => {
                setSelected(id)
                playFrom(start_time)
              }}
              onMarkers={setMarkers}
              onEnded={() => void commented.refresh()}
            />
          </div>
        </section>
      </div>
    </main>
  )
}

/** Milliseconds after which a place in the video is kept in the address: browsers refuse many changes in a row. */
const KEPT_AFTER = 300

/** Calls back with the last time after a pause. */
function useStopped(onStopped: (seconds: number) => void): (seconds: number) => void {
  const latest = useLatest(onStopped)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (seconds) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latest.current(seconds), KEPT_AFTER)
  }
}
