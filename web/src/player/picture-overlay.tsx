import { PLAYER } from '@footnote/contract/shared/review-limits.ts'
import { type MouseEvent, useRef } from 'react'
import { Button } from '../ui/forms/button.tsx'
import { Spinner } from '../ui/page/spinner.tsx'
import type { MediaRequests } from './media/media-requests.ts'
import { type MediaStore, useMedia } from './media/media-store.ts'
import { Subtitles } from './media/subtitles.tsx'
import type { PlayFailure } from './media/use-source.ts'
import { TapSurface } from './tap-surface.tsx'
import { meaningOfTap } from './tap-zones.ts'

/** Everything over the picture: the area to press, subtitles, a spinner, and the message when the video cannot play. */
export function PictureOverlay({
  store,
  requests,
  busy,
  track,
  raised,
  failure,
  onTap,
}: {
  store: MediaStore
  requests: MediaRequests
  /** Presses belong to what is under this overlay. */
  busy: boolean
  /** Null while subtitles are off. */
  track: TextTrack | null
  /** Subtitles are drawn above the controls. */
  raised: boolean
  failure: PlayFailure | null
  onTap: () => void
}) {
  const waiting = useMedia(store, (state) => state.waiting, false)
  const touched = useRef(false)
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const meaning = meaningOfTap(
      event.clientX - box.left,
      event.clientY - box.top,
      box.width,
      box.height,
      touched.current,
    )
    onTap()
    if (meaning === 'toggle') requests.togglePlay()
    if (meaning === 'rewind') requests.skip(-PLAYER.skip)
    if (meaning === 'forward') requests.skip(PLAYER.skip)
  }
  if (failure) return <NotPlaying {...failure} />
  return (
    <div className="picture-overlay" data-busy={busy || undefined}>
      <TapSurface
        onPointerDown={(event) => {
          touched.current = event.pointerType === 'touch'
        }}
        onClick={onClick}
      />
      {waiting && (
        <span className="player-waiting">
          <Spinner label="Loading video" />
        </span>
      )}
      <Subtitles track={track} raised={raised} />
    </div>
  )
}

/** Over the picture: why the video does not play. */
export function NotPlaying({ stream, retry }: PlayFailure) {
  if (stream?.playback === 'PREPARING')
    return (
      <div className="picture-overlay player-failure" role="status">
        <p>This video is being prepared for playing. It starts here as soon as that is done.</p>
      </div>
    )
  const reason = stream?.playback === 'FAILED' ? stream.playback_error : null
  return (
    <div className="picture-overlay player-failure" role="alert">
      <p>{reason ?? 'This video cannot be played right now.'}</p>
      <Button onClick={retry}>{stream?.prepare ? 'Retry' : 'Try again'}</Button>
    </div>
  )
}
