import type { ALL_COLLECTIONS } from '@footnote/contract/nouns/search.ts'
import type { OpenedLink } from '@footnote/contract/nouns/sharing.ts'
import type { VideoDetail } from '@footnote/contract/nouns/videos.ts'
import { type FrameTiming, timingFrom } from '@footnote/contract/shared/frames.ts'
import { hasStream } from '@footnote/contract/shared/video-status.ts'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ApprovalHead } from '../../features/approvals/approval-head.tsx'
import { DiscussionFiles } from '../../features/comments/discussion-files.tsx'
import { useBoard } from '../../features/comments/drawing/board.ts'
import { DrawingLayer } from '../../features/comments/drawing/drawing-layer.tsx'
import type { Place } from '../../features/comments/pane-props.ts'
import { VideoComments } from '../../features/comments/video-comments.tsx'
import { GuestFacts, NewerExists } from '../../features/review/guest/guest-facts.tsx'
import { linkedPath, startTime } from '../../features/review/review-address.ts'
import { ReviewLayout } from '../../features/review/review-layout.tsx'
import { BackLink, PanelToggles, ReviewCrumbs, ReviewNotice, ShareButton } from '../../features/review/review-tools.tsx'
import { useRoom } from '../../features/review/room/room.ts'
import { StageMessage } from '../../features/review/stage-message.tsx'
import type { MarkedFrames } from '../../features/selects/add-frames.tsx'
import { TranscriptPanel } from '../../features/transcripts/transcript-panel.tsx'
import { useVersions } from '../../features/versions/use-versions.ts'
import { VersionArrived, VersionButton } from '../../features/versions/version-button.tsx'
import { useFindSimilar } from '../../lib/address/use-find-similar.ts'
import type { ShareAccess } from '../../lib/calls/client.ts'
import { streamOf } from '../../lib/calls/stream.ts'
import { guestKey } from '../../lib/guest.ts'
import { VideoTimes } from '../../lib/times/use-times.tsx'
import { Player } from '../../player/player.tsx'
import { useSoundTracks } from '../../player/sound/sound-choice.tsx'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'
import { type Reviewing, useBeside, useNewTranscript, useReviewing, useReviewNews } from './use-reviewing.ts'

const UploadDialog = lazyPart(async () => (await import('../../features/uploads/upload-dialog.tsx')).UploadDialog)
const HistoryPanel = lazyPart(
  async () => (await import('../../features/transcripts/editing/history-panel.tsx')).HistoryPanel,
)
const AddFrames = lazyPart(async () => (await import('../../features/selects/add-frames.tsx')).AddFrames)
const ShareDialog = lazyPart(async () => (await import('../../features/sharing/share-dialog.tsx')).ShareDialog)

// Only the type, because the calls of search would load with it.
const EVERYWHERE: typeof ALL_COLLECTIONS = 'all'

interface ReviewPageProps {
  video: VideoDetail
  /** The share link that opened the page; null for signed-in people. */
  shareToken: string | null
  /** That link; null for signed-in people. */
  link?: OpenedLink | null
  /** Reads the video again, after an address has expired. */
  refresh: () => Promise<VideoDetail | undefined>
  /** Called when the link or the video is gone. */
  onEnded: () => void
}

/** A video with its transcript and its comments. These parts do not know each other; this page connects them. */
export function ReviewPage({ video, shareToken, link = null, refresh, onEnded }: ReviewPageProps) {
  const room = useRoom()
  const wide = room === 'wide'
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const beside = useBeside()
  const [sharing, setSharing] = useState<'never' | 'open' | 'closed'>('never')
  const [search] = useSearchParams()
  const comment = search.get('comment')
  const linked_path = useMemo(() => linkedPath(comment), [comment])
  const review = useReviewing(linked_path[0] ?? null)
  const versions = useVersions(video.id, () => review.playhead.read().seconds, shareToken === null)
  const share = useMemo<ShareAccess | null>(
    () =>
      shareToken === null ? null : { share_token: shareToken, ...(video.can.comment && { guest_key: guestKey() }) },
    [shareToken, video.can.comment],
  )
  const hearReview = useReviewNews(video.id, video.transcript_revision, refresh)
  const onTranscript = useNewTranscript(video.id)
  const [uploading, setUploading] = useState(false)
  const { frame_rate, frame_times } = video
  const timing = useMemo(() => timingFrom(frame_rate, frame_times), [frame_rate, frame_times])
  const [adding, setAdding] = useState<MarkedFrames | null>(null)
  const add = useCallback((place: Place, note: string) => setAdding({ ...place, note }), [])
  return (
    <main className="review review-page" data-room={room}>
      <title>{`${video.file_name} · Footnote`}</title>
      <h1 className="sr-only">{video.file_name}</h1>
      <div className="review-tools">
        {!wide && shareToken === null && <BackLink video={video} />}
        <ReviewCrumbs video={video} linked={shareToken !== null} />
        <VersionButton at={versions} onUpload={video.can.versions ? () => setUploading(true) : undefined} />
        <ApprovalHead video={video} share={share} newer={versions.newer} foot={wide ? undefined : foot} />
        {wide && <PanelToggles shown={beside.shown} onChange={beside.setShown} />}
        {shareToken === null && video.can.share && <ShareButton onClick={() => setSharing('open')} />}
      </div>
      <VersionArrived at={versions} />
      <ReviewNotice video={video} guest={shareToken !== null} />
      {link && <GuestFacts link={link} />}
      {link && <NewerExists link={link} />}
      <VideoTimes timing={timing} timecode={video.timecode}>
        <ReviewLayout
          room={room}
          shown={beside.shown}
          front={beside.front}
          onFront={beside.setFront}
          beside={beside.history ? 'History' : 'Comments'}
          count={beside.history ? null : review.count}
          onFoot={setFoot}
          transcript={
            <TranscriptPanel
              video={video}
              playhead={review.playhead}
              timing={timing}
              onSeek={review.seek}
              onTranscript={onTranscript}
              onComment={video.can.comment ? beside.comment : undefined}
              history={beside.history}
              onHistory={() => beside.showHistory(!beside.history)}
              markers={review.own_markers}
              selected={review.selected}
              onMarkerSelect={review.selectMarker}
            />
          }
          video={<Picture video={video} timing={timing} review={review} refresh={refresh} shareToken={shareToken} />}
          comments={
            <div className="review-beside" data-covered={beside.history || undefined}>
              <VideoComments
                videoId={video.id}
                collectionId={video.collection_id}
                duration={video.duration}
                timing={timing}
                playhead={review.playhead}
                board={review.board}
                access={{
                  share_token: shareToken,
                  can_comment: video.can.comment,
                  guest_name: link?.guest_name ?? null,
                }}
                selected={review.selected}
                linked_path={linked_path}
                compact={!wide}
                onSelect={review.select}
                onSeek={review.seek}
                onMarkers={review.setMarkers}
                earlier={shareToken === null && video.version > 1}
                onNews={(news) => {
                  if (news === null || news.name !== 'comment') versions.refresh()
                  hearReview(news)
                }}
                tools={(some) => (
                  <DiscussionFiles video={video} share={share} listed={some ? review.own_markers : null} />
                )}
                onAdd={shareToken === null && video.can.comment && timing ? add : undefined}
                quote={beside.quote}
                onQuoted={beside.forgetQuote}
                onEnded={onEnded}
              />
              {beside.history && (
                <HistoryPanel
                  video={video}
                  onTranscript={onTranscript}
                  onSeek={review.seek}
                  onClose={() => beside.showHistory(false)}
                  onMissing={() => beside.showHistory(false)}
                />
              )}
            </div>
          }
        />
      </VideoTimes>
      {uploading && (
        <UploadDialog
          collectionId={video.collection_id}
          onto={{ video_id: video.id, file_name: video.file_name, version: video.version + 1 }}
          onClose={() => setUploading(false)}
          onMissing={() => setUploading(false)}
        />
      )}
      {adding && timing && (
        <AddFrames
          video={video}
          timing={timing}
          marked={adding}
          onClose={() => setAdding(null)}
          onMissing={() => setAdding(null)}
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
  // A review collection has no search page of its own, so this searches all collections.
  const findSimilar = useFindSimilar(video.id, shareToken === null ? EVERYWHERE : null)
  const sound = useSoundTracks(video)
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const open = useBoard(review.board).drawing !== null
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
      frame_times={video.frame_times}
      subtitle_url={video.subtitle_url}
      language={video.language}
      storyboard={video.storyboard}
      sound={sound}
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
      onFindSimilar={findSimilar}
      refreshSource={async () => {
        const fresh = await refresh()
        if (!fresh) throw new Error('The video could not be read')
        return streamOf(fresh)
      }}
    />
  )
}
