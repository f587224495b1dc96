import { useEffect, useRef } from 'react'
import type { MediaRequests } from './media-requests.ts'

/**
 * Seeks to a start time, first and whenever the owner changes it. Without one it seeks to the frame where the video is:
 * some browsers show nothing before the first seek, and somebody may have gone to a comment before the video loaded.
 * @param id the video
 * @param time seconds, or null for where the video begins; null later changes nothing
 */
export function useBeginning(
  video: HTMLVideoElement | null,
  requests: MediaRequests | null,
  id: string,
  time: number | null,
): void {
  const began = useRef<{ readonly id: string; readonly time: number | null } | null>(null)
  useEffect(() => {
    if (!video || !requests) return
    if (began.current?.id === id && (time === null || began.current.time === time)) return
    const begin = () => {
      began.current = { id, time }
      requests.seek(time ?? video.currentTime)
    }
    if (video.readyState >= HTMLMediaElement.HAVE_METADATA) return begin()
    video.addEventListener('loadedmetadata', begin, { once: true })
    return () => video.removeEventListener('loadedmetadata', begin)
  }, [video, requests, id, time])
}
