import { useEffect, useRef } from 'react'
import type { MediaRequests } from './media-requests.ts'

/**
 * Seeks to a start time, first and whenever the owner changes it. To the beginning, too: some browsers show nothing before
 * the first seek.
 * @param id the video
 * @param time seconds, or null for the beginning of the video, to which it never goes back
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
      requests.seek(time ?? 0)
    }
    if (video.readyState >= HTMLMediaElement.HAVE_METADATA) return begin()
    video.addEventListener('loadedmetadata', begin, { once: true })
    return () => video.removeEventListener('loadedmetadata', begin)
  }, [video, requests, id, time])
}
