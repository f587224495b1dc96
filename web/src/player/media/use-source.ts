import { TIMING } from '@footnote/contract/shared/limits.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Stream } from '../../lib/calls/stream.ts'
import { useLatest } from '../../lib/use-latest.ts'
import { hasEnded } from '../address-end.ts'

/** Milliseconds of playback after which an address counts as good, so that a later failure is worth a new one. */
const GOOD_AFTER = 10_000

/** Why nothing plays: what the server says, if it was asked, and how to try again. */
export interface PlayFailure {
  readonly stream: Stream | null
  readonly retry: () => void
}

interface Source {
  id: string
  url: string
  /** Where to continue, in seconds, and whether it was playing. */
  resume: { time: number; playing: boolean } | null
}

/**
 * The address that the element loads. It stays the same while lists reload with newer ones, so that nothing interrupts
 * playback. The hook asks for a new one when the old one fails, and when a person plays or seeks after it expired;
 * playback continues where it stopped.
 * @param id the video; another id is another source
 * @param heard the sound tracks of the newest address; others than before mean another file. Null: as before
 */
export function useSource(
  video: HTMLVideoElement | null,
  id: string,
  src: string,
  heard: string | null,
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

  const [earlier, setEarlier] = useState(heard)
  useEffect(() => {
    if (heard === null || heard === earlier) return
    setEarlier(heard)
    const resume = video && { time: video.currentTime, playing: !video.paused }
    setSource((current) => (current.id === id ? { id, url: src, resume } : current))
  }, [heard, earlier, video, id, src])

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
      // The same address changes nothing in the page, so the element must be asked to load again.
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
    // It expired while nobody used it: renewing now is better than failing when the loaded part ends.
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
  const look = useLatest(async () => {
    if (refreshSource && (await refreshSource()).playback !== 'PREPARING') await renew()
  })
  useEffect(() => {
    if (!preparing) return
    // A failed check says nothing about the video; the next one follows.
    const timer = setInterval(() => void look.current().catch(() => undefined), TIMING.collection_refresh)
    return () => clearInterval(timer)
  }, [preparing, look])

  const { resume } = source
  useEffect(() => {
    if (!video || !resume) return
    const goOn = () => {
      // If the address failed before anything was loaded, the owner's start time counts.
      if (resume.time > 0) video.currentTime = resume.time
      if (resume.playing) void video.play()?.catch(() => undefined)
    }
    video.addEventListener('loadedmetadata', goOn, { once: true })
    return () => video.removeEventListener('loadedmetadata', goOn)
  }, [video, resume])

  const retry = async () => {
    // If preparing fails, the next answer of `renew` shows why.
    await stream?.prepare?.().catch(() => undefined)
    await renew()
  }
  return { url: source.url, failure: failed ? { stream, retry: () => void retry() } : null, onError }
}
