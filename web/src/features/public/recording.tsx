import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

/**
 * A short silent recording of the product. It plays while it is in sight, stops when asked, and waits for a press where
 * motion is unwelcome.
 */
export function Recording({ label }: { label: string }) {
  const video = useRef<HTMLVideoElement>(null)
  const stopped = useRef(false)
  const [playing, setPlaying] = useState(false)
  useEffect(() => {
    const element = video.current
    if (!element || typeof IntersectionObserver === 'undefined') return
    stopped.current = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) element.pause()
        else if (!stopped.current) element.play().catch((error: unknown) => console.warn('recording', error))
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
    if (element.paused) element.play().catch((error: unknown) => console.warn('recording', error))
    else element.pause()
  }
  const Icon = playing ? Pause : Play
  return (
    <span className="recording">
      <video
        ref={video}
        aria-label={label}
        src="/pictures/search.mp4"
        poster="/pictures/search-poster.webp"
        width={1200}
        height={750}
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
