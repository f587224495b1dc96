import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { PHONE, ProductPicture } from '../product-picture.tsx'

/** Address of the recording for the current theme and screen. */
function recordingAddress(): string {
  const chosen = document.documentElement.dataset.theme
  const dark = chosen ? chosen === 'dark' : window.matchMedia('(prefers-color-scheme: dark)').matches
  const phone = window.matchMedia(PHONE).matches
  return `/pictures/search-${dark ? 'dark' : 'light'}${phone ? '-phone' : ''}.mp4`
}

/**
 * A short silent recording of the product over its last picture. It plays while it is visible and stops on request. If
 * the visitor prefers no motion, it waits for a press.
 */
export function Recording({ label }: { label: string }) {
  const video = useRef<HTMLVideoElement>(null)
  const stopped = useRef(false)
  const [playing, setPlaying] = useState(false)
  const play = (element: HTMLVideoElement) => {
    if (!element.src) element.src = recordingAddress()
    element.play().catch((error: unknown) => console.warn('recording', error))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: watches one element for its whole life
  useEffect(() => {
    const element = video.current
    if (!element || typeof IntersectionObserver === 'undefined') return
    stopped.current = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) element.pause()
        else if (!stopped.current) play(element)
      },
      { threshold: 0.6 },
    )
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  const toggle = () => {
    const element = video.current
    if (!element) return
    stopped.current = !element.paused
    if (element.paused) play(element)
    else element.pause()
  }
  const Icon = playing ? Pause : Play
  return (
    <span className="recording">
      <ProductPicture url="/pictures/search" alt="" large={false} />
      <video
        ref={video}
        aria-label={label}
        preload="none"
        muted
        loop
        playsInline
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
      />
      <button
        type="button"
        className="btn btn-icon"
        aria-label={playing ? 'Pause the recording' : 'Play the recording'}
        onClick={toggle}
      >
        <Icon className="icon" aria-hidden="true" />
      </button>
    </span>
  )
}
