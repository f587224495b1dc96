import type { Rendition } from '@footnote/contract/nouns/library/videos.ts'
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
  /** Where to continue, in seconds, whether it was playing, and how fast. */
  resume: { time: number; playing: boolean; rate: number } | null
}

/** What decides which file of a video an address is. */
export interface PlayedFile {
  /** The sound tracks of the newest address; others than before mean another file. Null: as before. */
  readonly heard: string | null
  readonly rendition: Rendition['id']
  /** Whether it has a watermark in the picture. */
  readonly marked: boolean
  /** Seconds inside the frame on the screen, or inside the one that it seeks to. */
  readonly place: () => number
}

const addressOf = ({ url, light_url }: Stream, rendition: Rendition['id']): string =>
  rendition === 'light' ? (light_url ?? url) : url

/**
 * The address that the element loads. It stays the same while lists reload with newer ones, so that nothing interrupts
 * playback. The hook asks for a new one when the old one fails, and when a person plays or seeks after it expired;
 * playback continues where it stopped.
 * @param id the video; another id is another source
 * @param file which of its files `src` is; playback goes on in another one at the same frame
 */
export function useSource(
  video: HTMLVideoElement | null,
  id: string,
  src: string,
  { heard, rendition, marked, place }: PlayedFile,
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

  // Another file may come before the one before it is where it should be.
  const resuming = useRef<{ readonly id: string; readonly resume: NonNullable<Source['resume']> } | null>(null)
  const toPlace = useLatest(place)
  const resumeOf = useCallback(
    (element: HTMLVideoElement): NonNullable<Source['resume']> => {
      const { resume = null } = resuming.current?.id === id ? resuming.current : {}
      const loaded = element.readyState > HTMLMediaElement.HAVE_NOTHING
      const time = loaded && !resume ? toPlace.current() : element.currentTime || (resume?.time ?? 0)
      return { time, playing: resume?.playing || !element.paused, rate: resume?.rate ?? element.playbackRate }
    },
    [id, toPlace],
  )
  const goTo = useCallback(
    (url: string, resume: Source['resume']) => {
      resuming.current = resume && { id, resume }
      setSource((current) => (current.id === id ? { id, url, resume } : current))
    },
    [id],
  )

  const [earlier, setEarlier] = useState({ id, heard, rendition, marked })
  useEffect(() => {
    const now = { id, heard: heard ?? earlier.heard, rendition, marked }
    const isSame = now.heard === earlier.heard && rendition === earlier.rendition && marked === earlier.marked
    if (now.id === earlier.id && isSame) return
    setEarlier(now)
    if (now.id !== earlier.id) return
    goTo(src, video && resumeOf(video))
  }, [heard, rendition, marked, earlier, video, id, src, resumeOf, goTo])

  const renew = useCallback(async () => {
    if (!video || !refreshSource) return setFailed(true)
    const resume = resumeOf(video)
    renewedAt.current = performance.now()
    try {
      const fresh = await refreshSource()
      const url = addressOf(fresh, rendition)
      setStream(fresh)
      setFailed(false)
      goTo(url, resume)
      // The same address changes nothing in the page, so the element must be asked to load again.
      if (url === source.url) video.load()
    } catch {
      setFailed(true)
    }
  }, [video, source.url, refreshSource, rendition, resumeOf, goTo])

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
    // Until the file has loaded, this is where it will begin: the clock says it, and a person can step on from there.
    if (resume.time > 0 && video.readyState === HTMLMediaElement.HAVE_NOTHING) video.currentTime = resume.time
    const goOn = () => {
      // If the address failed before anything was loaded, the owner's start time counts.
      if (resume.time > 0 && video.currentTime === 0) video.currentTime = resume.time
      video.playbackRate = resume.rate
      resuming.current = null
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
