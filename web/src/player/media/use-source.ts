import { TIMING } from '@footnote/contract/shared/limits.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Stream } from '../../lib/calls/stream.ts'
import { hasEnded } from '../address-end.ts'

/** Milliseconds of play after which a new address counts as good, and a later failure is worth another one. */
const GOOD_AFTER = 10_000

/** Nothing plays: what the server says of it, where it was asked, and what another try does. */
export interface PlayFailure {
  readonly stream: Stream | null
  readonly retry: () => void
}

interface Source {
  id: string
  url: string
  /** Where to go on, seconds, and whether it played. */
  resume: { time: number; playing: boolean } | null
}

/**
 * The address that the element loads. It stays the same while lists are read again and name it anew, so that nothing
 * interrupts play. A new one is asked for when a person plays or seeks after it ended, and when it fails; play goes on where
 * it stopped.
 * @param id the video; another id is another source
 */
export function useSource(
  video: HTMLVideoElement | null,
  id: string,
  src: string,
  refreshSource: (() => Promise<Stream>) | undefined,
) {
  const [source, setSource] = useState<Source>({ id, url: src, resume: null })
  const [failed, setFailed] = useState(false)
  const [stream, setStream] = useState<Stream | null>(null)
  const renewedAt = useRef(Number.NEGATIVE_INFINITY)
  if (source.id !== id) {
    setSource({ id, url: src, resume: null })
    setFailed(false)
    setStream(null)
  }

  const renew = useCallback(async () => {
    if (!video || !refreshSource) return setFailed(true)
    const resume = { time: video.currentTime, playing: !video.paused }
    renewedAt.current = performance.now()
    try {
      const fresh = await refreshSource()
      const { url } = fresh
      setStream(fresh)
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

  useEffect(() => {
    if (!video || !refreshSource) return
    // Ended while nobody used it: better now than when what was loaded before has been played.
    const onUse = () => {
      if (hasEnded(source.url) && performance.now() - renewedAt.current > GOOD_AFTER) void renew()
    }
    video.addEventListener('play', onUse)
    video.addEventListener('seeking', onUse)
    return () => {
      video.removeEventListener('play', onUse)
      video.removeEventListener('seeking', onUse)
    }
  }, [video, source.url, refreshSource, renew])

  const preparing = failed && stream?.playback === 'PREPARING'
  const look = useRef<() => Promise<void>>(undefined)
  useEffect(() => {
    look.current = async () => {
      if (refreshSource && (await refreshSource()).playback !== 'PREPARING') await renew()
    }
  })
  useEffect(() => {
    if (!preparing) return
    // A look that fails says nothing; the next one comes.
    const timer = setInterval(() => void look.current?.().catch(() => undefined), TIMING.collection_refresh)
    return () => clearInterval(timer)
  }, [preparing])

  const { resume } = source
  useEffect(() => {
    if (!video || !resume) return
    const goOn = () => {
      // One that failed before anything was loaded begins where its owner wants it to.
      if (resume.time > 0) video.currentTime = resume.time
      if (resume.playing) void video.play()?.catch(() => undefined)
    }
    video.addEventListener('loadedmetadata', goOn, { once: true })
    return () => video.removeEventListener('loadedmetadata', goOn)
  }, [video, resume])

  const retry = async () => {
    // What could not be asked for is said by what is read then.
    await stream?.prepare?.().catch(() => undefined)
    await renew()
  }
  return { url: source.url, failure: failed ? { stream, retry: () => void retry() } : null, onError }
}
