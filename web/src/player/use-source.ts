import { useCallback, useEffect, useRef, useState } from 'react'

/** Milliseconds of play after which a new address counts as good, and a later failure is worth another one. */
const GOOD_AFTER = 10_000

interface Source {
  id: string
  url: string
  /** Where to go on, seconds, and whether it played. */
  resume: { time: number; playing: boolean } | null
}

/**
 * The address that the element loads. It stays the same while lists are read again and name it anew; when it fails
 * (addresses live six hours) a new one is asked for and play goes on where it stopped.
 * @param id the video; another id is another source
 */
export function useSource(
  video: HTMLVideoElement | null,
  id: string,
  src: string,
  refreshSource: (() => Promise<string>) | undefined,
) {
  const [source, setSource] = useState<Source>({ id, url: src, resume: null })
  const [failed, setFailed] = useState(false)
  const renewedAt = useRef(Number.NEGATIVE_INFINITY)
  if (source.id !== id) {
    setSource({ id, url: src, resume: null })
    setFailed(false)
  }

  const renew = useCallback(async () => {
    if (!video || !refreshSource) return setFailed(true)
    const resume = { time: video.currentTime, playing: !video.paused }
    renewedAt.current = performance.now()
    try {
      const url = await refreshSource()
      setFailed(false)
      setSource((current) => (current.id === id ? { id, url, resume } : current))
      // The same address again changes nothing in the page, so the element is told to try it.
      if (url === source.url) video.load()
    } catch {
      setFailed(true)
    }
  }, [video, id, source.url, refreshSource])

  const onError = useCallback(() => {
    if (performance.now() - renewedAt.current < GOOD_AFTER) setFailed(true)
    else void renew()
  }, [renew])

  // An address may have failed before React listened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each element
  useEffect(() => {
    if (video?.error) onError()
  }, [video])

  const { resume } = source
  useEffect(() => {
    if (!video || !resume) return
    const goOn = () => {
      video.currentTime = resume.time
      if (resume.playing) void video.play()?.catch(() => undefined)
    }
    video.addEventListener('loadedmetadata', goOn, { once: true })
    return () => video.removeEventListener('loadedmetadata', goOn)
  }, [video, resume])

  return { url: source.url, failed, onError, retry: () => void renew() }
}
