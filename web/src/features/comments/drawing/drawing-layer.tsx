import type { FrameTiming } from '@footnote/contract/shared/frames.ts'
import type { ShareAccess } from '../../../lib/calls/client.ts'
import type { PictureBox } from '../../../player/picture-box.ts'
import type { Marker, ShownPicture } from '../../../player/player-props.ts'
import { lazyPart } from '../../../ui/overlays/lazy-part.tsx'
import { isOnPicture } from './drawn-frames.ts'

// Loads with the first drawing that is shown.
const DrawingView = lazyPart(async () => (await import('./drawing-view.tsx')).DrawingView)

/** Drawings of comments, each over the frames of its comment. */
export function DrawingLayer({
  box,
  shown,
  markers,
  timing,
  videoId,
  shareToken,
}: {
  box: PictureBox
  shown: ShownPicture
  markers: readonly Marker[]
  timing: FrameTiming | null
  videoId: string
  /** The share link that opened the page; null for signed-in people. */
  shareToken: string | null
}) {
  if (!timing) return null
  const share: ShareAccess | null = shareToken === null ? null : { share_token: shareToken }
  const drawn = markers.filter((marker) => marker.drawn && isOnPicture(marker, shown, timing))
  return drawn.map(({ id }) => <DrawingView key={id} videoId={videoId} commentId={id} share={share} size={box} />)
}
