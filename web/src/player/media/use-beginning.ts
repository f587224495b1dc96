import { useEffect, useRef } from 'react'
import type { MediaRequests } from './media-requests.ts'

/**
 * Seeks to a start time, first and whenever the owner changes it.
 * @param id the video
 * @param time seconds, or null for the beginning of the video
 */
export function useBeginning(
  video: HTMLVideoElement | null,
  requests: MediaRequests | null,
  id: string,
  time: number | null,
): void {
  const began = useRef<string | null>(null)
  useEffect(() => {
    const name = `${id} ${time}`
    if (!video || !requests || time === null || began.current === name) return
    const begin = () => {
      began.current = name
      requests.seek(time)
    }
    if (video.readyState >= HTMLMediaElement.HAVE_METADATA) return begin()
    video.addEventListener('loadedmetadata', begin, { once: true })
    return () => video.removeEventListener('loadedmetadata', begin)
  }, [video, requests, id, time])
}
