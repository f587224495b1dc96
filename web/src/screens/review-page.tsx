import { ALL_COLLECTIONS } from '@footnote/contract/nouns/search.ts'
import type { VideoDetail } from '@footnote/contract/nouns/videos.ts'
import { type FrameTiming, timingFrom } from '@footnote/contract/shared/frames.ts'
import { hasStream } from '@footnote/contract/shared/video-status.ts'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { type Board, createBoard, useBoard } from '../features/comments/drawing/board.ts'
import { DrawingLayer } from '../features/comments/drawing/drawing-layer.tsx'
import { VideoComments } from '../features/comments/video-comments.tsx'
import type { Shown } from '../features/review/panel-sizes.ts'
import { createPlayhead } from '../features/review/playhead.ts'
import { ReviewLayout, useIsWide } from '../features/review/review-layout.tsx'
import { PanelToggles, ReviewCrumbs, ReviewNotice, ShareButton } from '../features/review/review-tools.tsx'
import { StageMessage } from '../features/review/stage-message.tsx'
import { startTime } from '../features/review/start-time.ts'
import { StillsButton } from '../features/stills/stills-button.tsx'
import { TranscriptPanel } from '../features/transcript/transcript-panel.tsx'
import { useVersions } from '../features/versions/use-versions.ts'
import { VersionArrived, VersionButton } from '../features/versions/version-button.tsx'
import { similarAddress } from '../lib/addresses.ts'
import { streamOf } from '../lib/calls/stream.ts'
import type { MediaRequests } from '../player/media/media-requests.ts'
import { Player } from '../player/player.tsx'
import type { Marker } from '../player/player-props.ts'
import { lazyPart } from '../ui/overlays/lazy-part.tsx'

const UploadDialog = lazyPart(async () => (await import('../features/uploads/upload-dialog.tsx')).UploadDialog)
const ShareDialog = lazyPart(async () => (await import('../features/sharing/share-dialog.tsx')).ShareDialog)

interface ReviewPageProps {
  video: VideoDetail
  /** The share link that opened the page; null for signed-in people. */
  shareToken: string | null
  /** Reads the video again, after an address has expired. */
  refresh: () => Promise<VideoDetail | undefined>
  /** Called when the link or the video is gone. */
  onEnded: () => void
}

/** A video with its transcript and its comments. These parts do not know each other; this page connects them. */
export function ReviewPage({ video, shareToken, refresh, onEnded }: ReviewPageProps) {
  const wide = useIsWide()
  const [shown, setShown] = useState<Shown>({ transcript: true, comments: true })
  const [sharing, setSharing] = useState<'never' | 'open' | 'closed'>('never')
  const review = useReviewing()
  const versions = useVersions(video.id, () => review.playhead.read().seconds, shareToken === null)
  const [uploading, setUploading] = useState(false)
  const { frame_rate, frame_times } = video
  const timing = useMemo(() => timingFrom(frame_rate, frame_times), [frame_rate, frame_times])
  return (
    <main className="review">
      <title>{`${video.file_name} · Footnote`}</title>
      <h1 className="sr-only">{video.file_name}</h1>
      <div className="review-tools">
        <ReviewCrumbs video={video} linked={shareToken !== null} />
        <VersionButton at={versions} onUpload={video.can.versions ? () => setUploading(true) : undefined} />
        {wide && <PanelToggles shown={shown} onChange={setShown} />}
        {shareToken === null && video.can.share && <ShareButton onClick={() => setSharing('open')} />}
      </div>
      <VersionArrived at={versions} />
      <ReviewNotice video={video} />
      <ReviewLayout
        shown={shown}
        transcript={
          <TranscriptPanel
            video={video}
            playhead={review.playhead}
            onSeek={review.seek}
            markers={review.own_markers}
            selected={review.selected}
            onMarkerSelect={review.selectMarker}
          />
        }
        video={<Picture video={video} timing={timing} review={review} refresh={refresh} shareToken={shareToken} />}
        comments={
          <VideoComments
            videoId={video.id}
            collectionId={video.collection_id}
            duration={video.duration}
            timing={timing}
            playhead={review.playhead}
            board={review.board}
            access={{ share_token: shareToken, can_comment: video.can.comment }}
            selected={review.selected}
            onSelect={({ id, start_time }) => review.select(id, start_time)}
            onMarkers={review.setMarkers}
            earlier={shareToken === null && video.version > 1}
            onNews={(news) => (news === null || news.name === 'version') && versions.refresh()}
            tools={
              shareToken === null && (
                <StillsButton videoId={video.id} commentIds={review.own_markers.map(({ id }) => id)} />
              )
            }
            onEnded={onEnded}
          />
        }
      />
      {uploading && (
        <UploadDialog
          open
          collectionId={video.collection_id}
          onto={{ video_id: video.id, file_name: video.file_name, version: video.version + 1 }}
          onClose={() => setUploading(false)}
          onMissing={() => setUploading(false)}
        />
      )}
      {sharing !== 'never' && (
        <ShareDialog
          open={sharing === 'open'}
          onClose={() => setSharing('closed')}
          video={video}
          onMissing={() => setSharing('never')}
        />
      )}
    </main>
  )
}

/** Selects a comment, from its text, marker or superscript: all three show it, and the video plays from there. */
function useReviewing() {
  const player = useRef<MediaRequests>(null)
  const [playhead] = useState(createPlayhead)
  const [board] = useState(createBoard)
  const [markers, setMarkers] = useState<readonly Marker[]>([])
  const [selected, setSelected] = useState<string | null>(null)
  useLockedFrame(board, player)
  const playFrom = (seconds: number) => {
    board.close()
    player.current?.seek(seconds)
    player.current?.play()
  }
  return {
    player,
    playhead,
    board,
    markers,
    // The transcript has the numbers of this version's comments.
    own_markers: useMemo(() => markers.filter(({ version }) => !version), [markers]),
    setMarkers,
    selected,
    seek: (seconds: number) => {
      board.close()
      player.current?.seek(seconds)
    },
    select: (id: string, start: number) => {
      setSelected(id)
      playFrom(start)
    },
    selectMarker: (id: string) => {
      setSelected(id)
      const marker = markers.find((candidate) => candidate.id === id)
      if (marker) playFrom(marker.start)
    },
  }
}

/** While somebody draws, the video waits on the first frame of the comment. */
function useLockedFrame(board: Board, player: RefObject<MediaRequests | null>): void {
  const { sketch, open } = useBoard(board)
  const start = open ? (sketch?.start ?? null) : null
  useEffect(() => {
    if (start === null) return
    player.current?.pause()
    player.current?.seek(start)
  }, [start, player])
}

type Reviewing = ReturnType<typeof useReviewing>

function Picture({
  video,
  timing,
  review,
  refresh,
  shareToken,
}: {
  video: VideoDetail
  timing: FrameTiming | null
  review: Reviewing
  refresh: ReviewPageProps['refresh']
  shareToken: string | null
}) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const { open } = useBoard(review.board)
  if (!hasStream(video) || !video.stream_url) return <StageMessage video={video} />
  return (
    <Player
      ref={review.player}
      id={video.id}
      src={video.stream_url}
      label={video.file_name}
      poster={video.thumbnail_url}
      duration={video.duration}
      frame_rate={video.frame_rate}
      timecode={video.timecode}
      frame_times={video.frame_times}
      subtitle_url={video.subtitle_url}
      language={video.language}
      storyboard={video.storyboard}
      start_time={startTime(search)}
      keyboard="page"
      markers={review.markers}
      selected_marker={review.selected}
      onMarkerSelect={review.selectMarker}
      onTime={review.playhead.move}
      layer={(box, shown) => (
        <DrawingLayer
          box={box}
          shown={shown}
          markers={review.markers}
          timing={timing}
          videoId={video.id}
          shareToken={shareToken}
          board={review.board}
          tools={tools}
        />
      )}
      busy={open}
      tools={open && <div ref={setTools} />}
      // A review collection has no search page of its own, so this searches all collections.
      onFindSimilar={
        shareToken === null
          ? (time) => navigate(similarAddress(ALL_COLLECTIONS, { video_id: video.id, time }))
          : undefined
      }
      refreshSource={async () => {
        const fresh = await refresh()
        if (!fresh) throw new Error('The video could not be read')
        return streamOf(fresh)
      }}
    />
  )
}
