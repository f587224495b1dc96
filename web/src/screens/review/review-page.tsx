import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import type { PresentEvent, StreamEnded } from '@footnote/contract/nouns/review/live.ts'
import type { OpenedLink } from '@footnote/contract/nouns/review/sharing/opened-link.ts'
import type { CommentRange } from '@footnote/contract/shared/frames.ts'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { TranscriptPanel } from '../../features/library/transcripts/transcript-panel.tsx'
import { useVersions } from '../../features/library/versions/use-versions.ts'
import { DiscussionFiles } from '../../features/review/comments/discussion-files.tsx'
import { VideoComments } from '../../features/review/comments/video-comments.tsx'
import { followVideo } from '../../features/review/live/follow-video.ts'
import { linkedPath } from '../../features/review/review-page/review-address.ts'
import { ReviewLayout } from '../../features/review/review-page/review-layout.tsx'
import { useRoom } from '../../features/review/review-page/room/room.ts'
import type { ShareAccess } from '../../lib/calls/client.ts'
import { VideoTimes } from '../../lib/times/use-times.tsx'
import { useTiming } from '../../lib/times/use-timing.ts'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'
import { type OpenDialog, ReviewDialogs } from './review-dialogs.tsx'
import { ReviewHead } from './review-head.tsx'
import { type ReviewedVideo, ReviewPicture } from './review-picture.tsx'
import { useBeside, useNewTranscript, useReviewing, useReviewNews } from './use-reviewing.ts'

const HistoryPanel = lazyPart(
  async () => (await import('../../features/library/transcripts/editing/history-panel.tsx')).HistoryPanel,
)
const GuestVisit = lazyPart(
  async () => (await import('../../features/review/review-page/guest/guest-visit.tsx')).GuestVisit,
)

interface ReviewPageProps {
  video: ReviewedVideo
  /** The share link that opened the page; null for signed-in people. */
  shareToken: string | null
  /** That link; null for signed-in people. */
  link?: OpenedLink | null
  /** Facts about that link, shown above the video. */
  facts?: ReactNode
  /** Leads to the other videos of that link. */
  ways?: ReactNode
  /** What that link offers its guest, shown above the form for a comment. */
  offer?: ReactNode
  /** Reads the video again, after an address has expired. */
  refresh: () => Promise<VideoDetail | undefined>
  /** Called when the link or the video is gone, or when the link was locked. */
  onEnded: (reason: StreamEnded) => void
}

/** A video with its transcript and its comments. These parts do not know each other; this page connects them. */
export function ReviewPage({ video, shareToken, link = null, facts, ways, offer, refresh, onEnded }: ReviewPageProps) {
  const room = useRoom()
  const wide = room === 'wide'
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const beside = useBeside()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [search] = useSearchParams()
  const comment = search.get('comment')
  const linked_path = useMemo(() => linkedPath(comment), [comment])
  const review = useReviewing(linked_path[0] ?? null)
  const share = useMemo<ShareAccess | null>(
    () => (shareToken === null ? null : { share_token: shareToken }),
    [shareToken],
  )
  const others = link === null || link.kind !== 'version' || link.show_versions
  const versions = useVersions(video.id, () => review.playhead.read().seconds, share, others)
  const [present, setPresent] = useState<PresentEvent | null>(null)
  const follow = useMemo(() => followVideo(video.id, share, setPresent), [video.id, share])
  const hearReview = useReviewNews(video.id, video.transcript_revision, refresh)
  const onTranscript = useNewTranscript(video.id)
  const timing = useTiming(video.frame_rate, video.frame_times)
  const add = useCallback((place: CommentRange, note: string) => setDialog({ add: { ...place, note } }), [])
  return (
    <main className="review" data-room={room} data-guest={share !== null || undefined}>
      <title>{`${video.file_name} · Footnote`}</title>
      <h1 className="sr-only">{video.file_name}</h1>
      <ReviewHead
        video={video}
        share={share}
        link={link}
        facts={facts}
        ways={ways}
        versions={versions}
        beside={wide ? beside : null}
        foot={foot}
        present={present}
        onUpload={() => setDialog('upload')}
        onShare={() => setDialog('share')}
      />
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
          video={
            <ReviewPicture video={video} timing={timing} review={review} refresh={refresh} share={share} link={link} />
          }
          comments={
            <div className="review-beside" data-covered={beside.history || undefined}>
              <VideoComments
                video={video}
                share={share}
                follow={follow}
                guest_name={link?.guest_name ?? null}
                timing={timing}
                playhead={review.playhead}
                board={review.board}
                selected={review.selected}
                linked_path={linked_path}
                compact={!wide}
                onSelect={review.select}
                onSeek={review.seek}
                onMarkers={review.setMarkers}
                earlier={share === null && video.version > 1}
                offer={offer}
                onNews={(news) => {
                  if (news === null || news.name !== 'comment') versions.refresh()
                  hearReview(news)
                }}
                tools={(some) => (
                  <DiscussionFiles video={video} share={share} listed={some ? review.own_markers : null} />
                )}
                onAdd={share === null && video.can.comment && timing ? add : undefined}
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
      {share && <GuestVisit videoId={video.id} share={share} player={review.player} playhead={review.playhead} />}
      <ReviewDialogs video={video} timing={timing} open={dialog} onClose={() => setDialog(null)} />
    </main>
  )
}
