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
    const begin = () => requests.seek(time ?? video.currentTime)
    // A file that another one replaces before the seek has ended does not count.
    const end = () => {
      began.current = { id, time }
      leave()
    }
    const leave = () => {
      video.removeEventListener('loadedmetadata', begin)
      video.removeEventListener('seeked', end)
    }
    video.addEventListener('loadedmetadata', begin)
    video.addEventListener('seeked', end)
    if (video.readyState >= HTMLMediaElement.HAVE_METADATA) begin()
    return leave
  }, [video, requests, id, time])
}
