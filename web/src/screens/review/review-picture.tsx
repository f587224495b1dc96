import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import type { ALL_COLLECTIONS } from '@footnote/contract/nouns/output/search.ts'
import type { OpenedLink } from '@footnote/contract/nouns/review/sharing/opened-link.ts'
import type { SharedVideo } from '@footnote/contract/nouns/review/sharing.ts'
import type { FrameTiming } from '@footnote/contract/shared/frames.ts'
import { hasStream } from '@footnote/contract/shared/video-status.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useBoard } from '../../features/review/comments/drawing/board.ts'
import { DrawingLayer } from '../../features/review/comments/drawing/drawing-layer.tsx'
import { keptPlace } from '../../features/review/review-page/guest/kept-place.ts'
import { startTime } from '../../features/review/review-page/review-address.ts'
import { StageMessage } from '../../features/review/review-page/stage-message.tsx'
import { useFindSimilar } from '../../lib/address/use-find-similar.ts'
import type { ShareAccess } from '../../lib/calls/client.ts'
import { streamOf } from '../../lib/calls/stream.ts'
import { Player } from '../../player/player.tsx'
import { useSoundTracks } from '../../player/sound/use-sound-tracks.ts'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'
import type { ReviewState } from './use-reviewing.ts'

const Watermark = lazyPart(
  async () => (await import('../../features/review/review-page/guest/watermark.tsx')).Watermark,
)

// Only the type, because the calls of search would load with it.
const EVERYWHERE: typeof ALL_COLLECTIONS = 'all'

/** A video as a member reads it, or as a link shows it. */
export type ReviewedVideo = VideoDetail & Partial<Pick<SharedVideo, 'marked'>>

/** The player of the video with the drawings of its comments, or why there is no picture. */
export function ReviewPicture({
  video,
  timing,
  review,
  refresh,
  share,
  link,
}: {
  video: ReviewedVideo
  timing: FrameTiming | null
  review: ReviewState
  /** Reads the video again, after an address has expired. */
  refresh: () => Promise<VideoDetail | undefined>
  /** The share link that opened the page; null for signed-in people. */
  share: ShareAccess | null
  /** What its guests may know of it; null for signed-in people. */
  link: OpenedLink | null
}) {
  const [search] = useSearchParams()
  // A review collection has no search page of its own, so this searches all collections.
  const findSimilar = useFindSimilar(video.id, share === null ? EVERYWHERE : null)
  const sound = useSoundTracks(video)
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const open = useBoard(review.board).drawing !== null
  const [kept] = useState(() => (share === null ? null : keptPlace(video.id)))
  if (!hasStream(video) || !video.stream_url) return <StageMessage video={video} />
  return (
    <Player
      ref={review.player}
      id={video.id}
      src={video.stream_url}
      label={video.file_name}
      duration={video.duration}
      frame_rate={video.frame_rate}
      timecode={video.timecode}
      frames_note={video.frames_note}
      frame_times={video.frame_times}
      subtitle_url={video.subtitle_url}
      language={video.language}
      storyboard={video.storyboard}
      sound={sound}
      marked={video.marked}
      files={{
        renditions: video.renditions,
        light_copy: video.light_copy,
        access: share,
        refresh,
      }}
      start_time={startTime(search) ?? kept}
      keyboard="page"
      markers={review.markers}
      selected_marker={review.selected}
      onMarkerSelect={review.selectMarker}
      onTime={review.playhead.move}
      layer={(box, shown) => (
        <>
          {link?.watermark === 'over' && <Watermark link={link} box={box} />}
          <DrawingLayer
            box={box}
            shown={shown}
            markers={review.markers}
            timing={timing}
            videoId={video.id}
            share={share}
            board={review.board}
            tools={tools}
          />
        </>
      )}
      busy={open}
      tools={open && <div ref={setTools} />}
      onFindSimilar={findSimilar}
      refreshSource={async () => {
        const fresh = await refresh()
        if (!fresh) throw new Error('The video could not be read')
        return streamOf(fresh)
      }}
    />
  )
}
