import type { Version } from '@footnote/contract/nouns/library/videos/versions.ts'
import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import type { OpenedLink } from '@footnote/contract/nouns/review/sharing/opened-link.ts'
import { X } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Comparison, writeComparison } from '../../features/library/versions/compare/comparison.ts'
import { type Change, useComparison, useStopped } from '../../features/library/versions/compare/use-comparison.ts'
import { VersionChoice, versionName } from '../../features/library/versions/compare/version-choice.tsx'
import { useBoard } from '../../features/review/comments/drawing/board.ts'
import { DrawingLayer } from '../../features/review/comments/drawing/drawing-layer.tsx'
import { VideoComments } from '../../features/review/comments/video-comments.tsx'
import { followVideo } from '../../features/review/live/follow-video.ts'
import { collectionAddress, compareAddress, listAddress, reviewAddress } from '../../lib/addresses.ts'
import type { ShareAccess } from '../../lib/calls/client.ts'
import { streamOf } from '../../lib/calls/stream.ts'
import { VideoTimes } from '../../lib/times/use-times.tsx'
import type { CompareMode } from '../../player/compare/compare-mode.ts'
import { ComparePlayer } from '../../player/compare/compare-player.tsx'
import type { CompareSide } from '../../player/compare/use-side.ts'
import type { MediaRequests } from '../../player/media/media-requests.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { SegmentedControl } from '../../ui/forms/segmented-control.tsx'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'
import { Breadcrumbs } from '../../ui/page/page-header.tsx'
import { useTabs } from '../../ui/page/tabs.tsx'
import { type ComparedVersion, otherOf, type Sides, useComparedComments, type Which } from './use-compared-comments.ts'
import '../../features/review/review-page/review-layout.css'
import '../../features/library/versions/compare/compare-page.css'

const Watermark = lazyPart(
  async () => (await import('../../features/review/review-page/guest/watermark.tsx')).Watermark,
)
const GuestVisit = lazyPart(
  async () => (await import('../../features/review/review-page/guest/guest-visit.tsx')).GuestVisit,
)

const MODES: readonly { value: CompareMode; label: string }[] = [
  { value: 'side', label: 'Side by side' },
  { value: 'wipe', label: 'Wipe' },
  { value: 'difference', label: 'Difference' },
]

interface ComparePageProps extends Sides {
  versions: readonly Version[]
  /** The share link that opened the page; null for signed-in people. */
  share: ShareAccess | null
  /** What its guests may know of it; null for signed-in people. */
  link: OpenedLink | null
  comparison: Comparison
  onChange: (comparison: Comparison) => void
}

/** Two versions on one transport, with the comments of both in tabs. */
export function ComparePage({ versions, share, link, comparison: opened, onChange, ...sides }: ComparePageProps) {
  const { first, second } = sides
  const player = useRef<MediaRequests>(null)
  const [comparison, change] = useComparison(opened, onChange)
  const compared = useComparedComments(sides, comparison.offset, player, share)
  const { shown, markers, selected, playheads } = compared
  const drawing = useBoard(compared.board).drawing !== null
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const [start] = useState(opened.time)
  const stopped = useStopped((time) => change({ time }))
  const choose = useChooseVersion(comparison, change, share)
  const title = `Compare ${versionName(first.version)} with ${versionName(second.version)}`
  const side = (which: Which): CompareSide => {
    const other = sides[otherOf(which)].video
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
      layer: (box, picture) => (
        <>
          {link?.watermark === 'over' && <Watermark link={link} box={box} />}
          {which === shown && (
            <DrawingLayer
              box={box}
              shown={picture}
              markers={markers}
              timing={compared.timing}
              videoId={sides[which].video.id}
              share={share}
              board={compared.board}
              tools={tools}
            />
          )}
        </>
      ),
    }
  }
  return (
    <main className="review review-compare">
      <title>{`${title} · Footnote`}</title>
      <h1 className="sr-only">{title}</h1>
      <Tools
        video={first.video}
        share={share}
        title={title}
        comparison={comparison}
        onMode={(mode) => change({ mode })}
      />
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
          markers={compared.on_strip}
          selected_marker={selected}
          onMarkerSelect={compared.selectMarker}
          onTime={(which, time) => playheads[which].move(time)}
          onStopped={stopped}
          drawn_on={drawing ? shown : null}
          tools={drawing && <div ref={setTools} />}
        />
        <Comments sides={sides} compared={compared} share={share} guest_name={link?.guest_name ?? null} />
      </div>
      {share && <GuestVisit videoId={first.video.id} share={share} player={player} playhead={playheads.first} />}
    </main>
  )
}

interface ToolsProps {
  /** The first version. */
  video: VideoDetail
  share: ShareAccess | null
  title: string
  comparison: Comparison
  onMode: (mode: CompareMode) => void
}

/** Where the person is, the modes, and the way back to the review. */
function Tools({ video, share, title, comparison, onMode }: ToolsProps) {
  const above = [
    { label: 'Collections', to: listAddress('review') },
    { label: video.collection_name, to: collectionAddress({ id: video.collection_id, kind: 'review' }) },
  ]
  const entries = [
    ...(share ? [] : above),
    { label: video.file_name, to: reviewAddress(video, share) },
    { label: title },
  ]
  return (
    <div className="review-tools compare-tools">
      <Breadcrumbs entries={entries} />
      <SegmentedControl label="Mode" options={MODES} value={comparison.mode} onChange={onMode} />
      <ButtonLink to={`${reviewAddress(video, share)}?t=${comparison.time}`}>
        <X className="icon icon-sm" aria-hidden="true" />
        Close
      </ButtonLink>
    </div>
  )
}

/** The comments of both versions, in tabs. */
function Comments({
  sides,
  compared,
  share,
  guest_name,
}: {
  sides: Sides
  compared: ReturnType<typeof useComparedComments>
  share: ShareAccess | null
  /** Name of the guest for whom the link was made; null for other links. */
  guest_name: string | null
}) {
  const { shown, playheads, timing, open } = compared
  const { video, refresh } = sides[shown]
  const follow = useMemo(() => followVideo(video.id, share), [video.id, share])
  const tabs = useTabs({
    label: 'Comments of',
    tabs: (['first', 'second'] as const).map((which) => ({
      value: which,
      label: `${versionName(sides[which].version)}${open[which] === undefined ? '' : ` ${open[which]} open`}`,
    })),
    value: shown,
    onChange: compared.show,
  })
  return (
    <section className="compare-comments" aria-label="Comments">
      <div className="compare-tabs">{tabs.list}</div>
      <div {...tabs.panel}>
        <VideoTimes timing={timing} timecode={video.timecode}>
          <VideoComments
            key={shown}
            video={video}
            share={share}
            guest_name={guest_name}
            follow={follow}
            timing={timing}
            playhead={playheads[shown]}
            board={compared.board}
            earlier={false}
            selected={compared.selected}
            onSelect={({ id, start_time }) => compared.select(id, start_time)}
            onSeek={compared.seek}
            onMarkers={compared.setMarkers}
            onNews={compared.readAgain}
            version_name={versionName(sides[shown].version)}
            onEnded={() => void refresh()}
          />
        </VideoTimes>
      </div>
    </section>
  )
}

/** Puts another version on a side. */
function useChooseVersion(comparison: Comparison, change: (change: Change) => void, share: ShareAccess | null) {
  const navigate = useNavigate()
  return (which: Which, { video_id, user_id }: Version) => {
    if (which === 'second') return change({ other: video_id })
    navigate(compareAddress({ id: video_id, user_id }, writeComparison(comparison), share))
  }
}

/** What the player reads of a version. */
const sourceOf = ({ video, version, refresh }: ComparedVersion): Omit<CompareSide, 'choice' | 'layer'> => ({
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
