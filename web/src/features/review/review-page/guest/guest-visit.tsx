import { LINKS } from '@footnote/contract/nouns/review/sharing/link-limits.ts'
import { sharing } from '@footnote/contract/nouns/review/sharing.ts'
import { type RefObject, useEffect } from 'react'
import { call, type ShareAccess } from '../../../../lib/calls/client.ts'
import type { Playhead } from '../../../../lib/playhead.ts'
import type { MediaRequests } from '../../../../player/media/media-requests.ts'
import { keepPlace } from './kept-place.ts'
import { merged, newIn, type Range } from './watched.ts'

/** Milliseconds between two looks at what has played, and between two reports while it plays. */
const LOOK = 1_000
const REPORT = 15_000

interface VisitProps {
  videoId: string
  share: ShareAccess
  player: RefObject<Pick<MediaRequests, 'played'> | null>
  playhead: Playhead
}

/** Keeps a guest's place in the video, and says what they have watched of it. Draws nothing. */
export function GuestVisit({ videoId, share, player, playhead }: VisitProps) {
  useEffect(() => {
    // React takes the reference away before this effect ends.
    let known = player.current
    const played = () => {
      known = player.current ?? known
      return known?.played() ?? []
    }
    const watched = watchPlayed(played, (ranges) =>
      call(
        sharing.watched,
        {
          params: { video_id: videoId },
          body: { ranges: ranges.map(([start, end]): [number, number] => [start, end]) },
          keepalive: true,
        },
        undefined,
        share,
      ),
    )
    const leave = () => {
      keepPlace(videoId, playhead.read().seconds)
      watched.report()
    }
    const onHide = () => document.hidden && leave()
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', onHide)
      leave()
      watched.stop()
    }
  }, [videoId, share, player, playhead])
  return null
}

/**
 * Follows what plays. Reports what is new every 15 s while it plays, and soon after it stops.
 * @param played what has played since the element loaded its file
 * @param send says that these ranges were watched; rejects when that failed
 */
export function watchPlayed(played: () => readonly Range[], send: (ranges: Range[]) => Promise<unknown>) {
  let seen: readonly Range[] = []
  let sent: readonly Range[] = []
  let last = Date.now()
  const look = (): boolean => {
    const before = seen
    // Another file of the video begins with nothing played.
    seen = merged([...seen, ...played()])
    return newIn(seen, before).length > 0
  }
  const report = () => {
    look()
    const news = newIn(seen, sent).slice(0, LINKS.ranges)
    last = Date.now()
    if (news.length === 0) return
    sent = merged([...sent, ...news])
    send(news).catch(() => {
      // Sent again with the next report.
      sent = newIn(sent, news)
    })
  }
  const timer = setInterval(() => {
    const plays = look()
    if (!plays || Date.now() - last >= REPORT) report()
  }, LOOK)
  return { report, stop: () => clearInterval(timer) }
}
