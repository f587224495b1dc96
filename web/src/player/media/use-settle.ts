import { useEffect } from 'react'
import type { MediaRequests } from './media-requests.ts'
import type { MediaStore } from './media-store.ts'

/**
 * A paused video stands on the frame that was last seen: the element's own time may already be that of the next one, or
 * lie at the edge between two.
 */
export function useSettle(store: MediaStore | null, requests: MediaRequests | null): void {
  useEffect(() => {
    if (!store || !requests) return
    const { video } = store
    const onPause = () => {
      const frame = requests.currentFrame()
      // A video that has ended would begin to play from its last frame instead of its first.
      const stands = !video.ended && !video.seeking && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
      if (frame !== null && stands) requests.seekToFrame(frame)
    }
    video.addEventListener('pause', onPause)
    return () => video.removeEventListener('pause', onPause)
  }, [store, requests])
}
