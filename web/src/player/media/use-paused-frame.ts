import { useEffect } from 'react'
import type { MediaRequests } from './media-requests.ts'
import type { MediaStore, PlayedVideo } from './media-store.ts'

/**
 * Keeps a paused video on the frame that the person saw last: the element's own time may already be in the next frame,
 * or at the edge between two.
 */
export function usePausedFrame(store: MediaStore<PlayedVideo> | null, requests: MediaRequests | null): void {
  useEffect(() => {
    if (!store || !requests) return
    const { video } = store
    const onPause = () => {
      const frame = requests.currentFrame()
      // A video that has ended must start again from its first frame, so its position stays.
      const settles = !video.ended && !video.seeking && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
      if (frame !== null && settles) requests.seekToFrame(frame)
    }
    video.addEventListener('pause', onPause)
    return () => video.removeEventListener('pause', onPause)
  }, [store, requests])
}
