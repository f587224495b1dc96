import type { Version } from '@footnote/contract/nouns/videos/versions.ts'
import type { VideoDetail } from '@footnote/contract/nouns/videos.ts'
import { timingFrom } from '@footnote/contract/shared/frames.ts'
import { X } from 'lucide-react'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { createBoard } from '../features/comments/drawing/board.ts'
import { DrawnComments } from '../features/comments/drawing/drawing-layer.tsx'
import { VideoComments } from '../features/comments/video-comments.tsx'
import { createPlayhead } from '../features/review/playhead.ts'
import { type Comparison, writeComparison } from '../features/versions/compare/comparison.ts'
import { type Change, useComparison, useStopped } from '../features/versions/compare/use-comparison.ts'
import { VersionChoice, versionName } from '../features/versions/compare/version-choice.tsx'
import { collectionAddress, listAddress, reviewAddress } from '../lib/addresses.ts'
import { streamOf } from '../lib/calls/stream.ts'
import { VideoTimes } from '../lib/times/use-times.tsx'
import type { CompareMode } from '../player/compare/compare-mode.ts'
import { ComparePlayer } from '../player/compare/compare-player.tsx'
import type { CompareSide } from '../player/compare/use-side.ts'
import type { MediaRequests } from '../player/media/media-requests.ts'
import type { Marker } from '../player/player-props.ts'
import { ButtonLink } from '../ui/forms/button.tsx'
import { SegmentedControl } from '../ui/forms/segmented-control.tsx'
import { Breadcrumbs } from '../ui/page/page-header.tsx'
import { useTabs } from '../ui/page/tabs.tsx'
import '../features/review/review-layout.css'
import '../features/versions/compare/compare-page.css'

const MODES: readonly { value: CompareMode; label: string }[] = [
  { value: 'side', label: 'Side by side' },
  { value: 'wipe', label: 'Wipe' },
  { value: 'difference', label: 'Difference' },
]

interface Compared {
  readonly video: VideoDetail
  readonly version: Version
  readonly refresh: () => Promise<VideoDetail | undefined>
}
type Which = 'first' | 'second'
type Sides = Record<Which, Compared>

interface ComparePageProps extends Sides {
  versions: readonly Version[]
  comparison: Comparison
  onChange: (comparison: Comparison) => void
}

/** Two versions on one transport, with the comments of both in tabs. */
export function ComparePage({ versions, comparison: opened, onChange, ...sides }: ComparePageProps) {
  const { first, second } = sides
  const player = useRef<MediaRequests>(null)
  const [comparison, change] = useComparison(opened, onChange)
  const discussed = useDiscussed(sides, player)
  const { shown, markers, selected, playheads } = discussed
  const [start] = useState(opened.time)
  const stopped = useStopped((time) => change({ time }))
  const choose = useChooseVersion(comparison, change)
  const title = `Compare ${versionName(first.version)} with ${versionName(second.version)}`
  const side = (which: Which): CompareSide => {
    const other = sides[which === 'first' ? 'second' : 'first'].video
    return {
      ...sourceOf(sides[which]),
      choice: (
        <VersionChoice
          label={which === 'first' ? 'First version' : 'Second version'}
          shown={sides[which].version}
          versions={versions.filter(({ video_id }) => video_id !== other.id)}
          onChoose={(chosen) => choose(which, chosen)}
        />
      ),
      layer: (box, picture) =>
        which === shown && (
          <DrawnComments
            box={box}
            shown={picture}
            markers={markers}
            timing={discussed.timing}
            videoId={sides[which].video.id}
            shareToken={null}
          />
        ),
    }
  }
  return (
    <main className="review review-compare">
      <title>{`${title} · Footnote`}</title>
      <h1 className="sr-only">{title}</h1>
      <Tools video={first.video} title={title} comparison={comparison} onMode={(mode) => change({ mode })} />
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
          onShift={(by) => change(({ offset }) => ({ offset: offset + by }))}
          start_time={start}
          markers={shown === 'first' ? markers : []}
          selected_marker={selected}
          onMarkerSelect={discussed.selectMarker}
          onTime={(which, time) => playheads[which].move(time)}
          onStopped={stopped}
        />
        <Comments sides={sides} discussed={discussed} />
      </div>
    </main>
  )
}

interface ToolsProps {
  /** The first version. */
  video: VideoDetail
  title: string
  comparison: Comparison
  onMode: (mode: CompareMode) => void
}

/** Where the person is, the modes, and the way back to the review. */
function Tools({ video, title, comparison, onMode }: ToolsProps) {
  const entries = [
    { label: 'Collections', to: listAddress('review') },
    { label: video.collection_name, to: collectionAddress({ id: video.collection_id, kind: 'review' }) },
    { label: video.file_name, to: reviewAddress(video) },
    { label: title },
  ]
  return (
    <div className="review-tools compare-tools">
      <Breadcrumbs entries={entries} />
      <SegmentedControl label="Mode" options={MODES} value={comparison.mode} onChange={onMode} />
      <ButtonLink to={`${reviewAddress(video)}?t=${comparison.time}`}>
        <X className="icon icon-sm" aria-hidden="true" />
        Close
      </ButtonLink>
    </div>
  )
}

/** The comments of both versions, in tabs. */
function Comments({ sides, discussed }: { sides: Sides; discussed: Discussed }) {
  const { shown, playheads, timing } = discussed
  // No picture is attached to it: people draw on the review page.
  const [board] = useState(createBoard)
  const { video, refresh } = sides[shown]
  const tabs = useTabs({
    label: 'Comments of',
    tabs: (['first', 'second'] as const).map((which) => ({ value: which, label: versionName(sides[which].version) })),
    value: shown,
    onChange: discussed.show,
  })
  return (
    <section className="compare-comments" aria-label="Comments">
      <div className="compare-tabs">{tabs.list}</div>
      <div {...tabs.panel}>
        <VideoTimes timing={timing} timecode={video.timecode}>
          <VideoComments
            key={shown}
            video={video}
            share={null}
            timing={timing}
            playhead={playheads[shown]}
            board={board}
            earlier={false}
            selected={discussed.selected}
            onSelect={({ id, start_time }) => discussed.select(id, start_time)}
            onSeek={discussed.seek}
            onMarkers={discussed.setMarkers}
            onEnded={() => void refresh()}
          />
        </VideoTimes>
      </div>
    </section>
  )
}

const NONE: readonly Marker[] = []

type Discussed = ReturnType<typeof useDiscussed>

/** The version whose comments are shown, its markers, and the selected comment. */
function useDiscussed(sides: Sides, player: RefObject<MediaRequests | null>) {
  const [shown, setShown] = useState<Which>('first')
  const [read, setMarkers] = useState<readonly Marker[] | null>(null)
  const markers = read ?? NONE
  const [selected, setSelected] = useState<string | null>(null)
  const [playheads] = useState({ first: createPlayhead(), second: createPlayhead() })
  const { video } = sides[shown]
  const timing = useMemo(() => timingFrom(video.frame_rate, video.frame_times), [video])
  const seek = (seconds: number) => {
    // A comment of the second version is shown where the first version is beside it.
    const ahead = playheads.second.read().seconds - playheads.first.read().seconds
    player.current?.seek(shown === 'first' ? seconds : seconds - ahead)
  }
  const select = (id: string, seconds: number | undefined) => {
    setSelected(id)
    if (seconds !== undefined) seek(seconds)
  }
  return {
    shown,
    markers,
    selected,
    playheads,
    timing,
    seek,
    setMarkers,
    select,
    selectMarker: (id: string) => select(id, markers.find((marker) => marker.id === id)?.start),
    show(which: Which) {
      setMarkers(null)
      setSelected(null)
      setShown(which)
    },
  }
}

/** Puts another version on a side. */
function useChooseVersion(comparison: Comparison, change: (change: Change) => void) {
  const navigate = useNavigate()
  return (which: Which, { video_id, user_id }: Version) => {
    if (which === 'second') return change({ other: video_id })
    navigate(`${reviewAddress({ id: video_id, user_id })}/compare?${writeComparison(comparison)}`)
  }
}

/** What the player reads of a version. */
const sourceOf = ({ video, version, refresh }: Compared): Omit<CompareSide, 'choice' | 'layer'> => ({
  id: video.id,
  src: video.stream_url ?? '',
  name: versionName(version),
  duration: video.duration ?? 0,
  frame_rate: video.frame_rate,
  frame_times: video.frame_times,
  timecode: video.timecode,
  storyboard: video.storyboard,
  refreshSource: async () => {
    const fresh = await refresh()
    if (!fresh) throw new Error('The video could not be read')
    return streamOf(fresh)
  },
})
