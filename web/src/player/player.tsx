import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { type MediaRequests, mediaRequests } from './media-requests.ts'
import { createMediaStore } from './media-store.ts'
import type { PlayerProps } from './player-props.ts'
import { PlayerStage } from './player-stage.tsx'
import { type TimeRange, useLoop } from './use-loop.ts'
import { useSource } from './use-source.ts'

/** Plays one video. The element is the truth: controls send requests to it, and show what it then says. */
export function Player(props: PlayerProps) {
  const { id, src, label, poster, frame_rate = null, subtitle_url, loop_range = null, autoPlay, ref } = props
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [stage, setStage] = useState<HTMLElement | null>(null)
  const [track, setTrack] = useState<HTMLTrackElement | null>(null)
  const [looping, setLooping] = useState(true)
  const source = useSource(video, id, src, props.refreshSource)
  const store = useMemo(() => video && createMediaStore(video), [video])
  const requests = useMemo(() => video && mediaRequests(video, frame_rate), [video, frame_rate])
  useImperativeHandle(ref, () => requests as MediaRequests, [requests])
  useLoop(video, looping ? loop_range : null)
  useStartOfRange(video, loop_range)

  return (
    <section ref={setStage} className="stage" data-theme="dark" aria-label={`Player: ${label}`}>
      {/* biome-ignore lint/a11y/useMediaCaption: subtitles exist only where something is said */}
      <video
        ref={setVideo}
        src={source.url}
        poster={poster ?? undefined}
        aria-label={label}
        preload="metadata"
        playsInline
        autoPlay={autoPlay}
        onError={source.onError}
      >
        {subtitle_url && <track ref={setTrack} kind="subtitles" srcLang="en" label="English" src={subtitle_url} />}
      </video>
      {store && requests && stage && (
        <PlayerStage
          {...props}
          stage={stage}
          store={store}
          requests={requests}
          track={track?.track ?? null}
          loop={loop_range && { range: loop_range, on: looping, toggle: () => setLooping(!looping) }}
          failed={source.failed}
          onRetry={source.retry}
        />
      )}
    </section>
  )
}

/** Begins at the range's start, now and whenever the owner names another range. */
function useStartOfRange(video: HTMLVideoElement | null, range: TimeRange | null): void {
  const start = range?.start
  const end = range?.end
  const began = useRef<string | null>(null)
  useEffect(() => {
    const name = `${start}-${end}`
    if (!video || start === undefined || began.current === name) return
    const begin = () => {
      began.current = name
      video.currentTime = start
    }
    if (video.readyState >= HTMLMediaElement.HAVE_METADATA) return begin()
    video.addEventListener('loadedmetadata', begin, { once: true })
    return () => video.removeEventListener('loadedmetadata', begin)
  }, [video, start, end])
}
