import { UNDETERMINED } from '@footnote/contract/shared/language/undetermined.ts'
import { useImperativeHandle, useMemo, useState } from 'react'
import { languageName } from '../lib/spoken-languages.ts'
import { useTiming } from '../lib/times/use-timing.ts'
import { lazyPart } from '../ui/overlays/lazy-part.tsx'
import { useKeptSettings } from './controls/use-kept-settings.ts'
import { type MediaRequests, mediaRequests } from './media/media-requests.ts'
import { createMediaStore, placeOf } from './media/media-store.ts'
import { useSeeks } from './media/seeks.ts'
import { useBeginning } from './media/use-beginning.ts'
import { useLoop } from './media/use-loop.ts'
import { usePausedFrame } from './media/use-paused-frame.ts'
import { useSource } from './media/use-source.ts'
import type { PlayerProps } from './player-props.ts'
import { PlayerStage } from './player-stage.tsx'
import type { PlayedRendition } from './quality/video-files.ts'

// Most videos have one file.
const Quality = lazyPart(async () => (await import('./quality/quality.tsx')).Quality)

/** Plays one video. The video element holds the state: controls send requests to it and show its answers. */
export function Player(props: PlayerProps) {
  const { id, src, label, subtitle_url, loop_range = null, start_time = null, autoPlay, ref } = props
  const language = props.language ?? UNDETERMINED
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [stage, setStage] = useState<HTMLElement | null>(null)
  const [track, setTrack] = useState<HTMLTrackElement | null>(null)
  const [looping, setLooping] = useState(true)
  const { tile_width = 1, tile_height = 0 } = props.storyboard ?? {}
  const [portrait, setPortrait] = useState(tile_height > tile_width)
  const heard = props.sound && !props.sound.changing ? props.sound.heard.join() : null
  const timing = useTiming(props.frame_rate, props.frame_times)
  const store = useMemo(() => video && createMediaStore(video, timing), [video, timing])
  const requests = useMemo(() => store && mediaRequests(store), [store])
  const { files = null } = props
  const [chosen, setChosen] = useState<PlayedRendition | null>(null)
  const light = chosen?.id === id && chosen.plays === 'light' && files?.renditions.find((file) => file.id === 'light')
  const rendition = light ? 'light' : 'full'
  const file = { heard, rendition, marked: props.marked ?? false, place: () => placeOf(store) } as const
  const source = useSource(video, id, light ? light.url : src, file, props.refreshSource)
  useImperativeHandle(ref, () => requests as MediaRequests, [requests])
  useKeptSettings(video)
  useLoop(video, looping ? loop_range : null, requests)
  useBeginning(video, requests, id, loop_range ? loop_range.start_time : start_time)
  usePausedFrame(store, requests)
  useSeeks(video)

  return (
    <section
      ref={setStage}
      className="stage"
      data-theme="dark"
      data-portrait={portrait || undefined}
      aria-label={`Player: ${label}`}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: subtitles exist only for videos with speech */}
      <video
        ref={setVideo}
        src={source.url}
        aria-label={label}
        // Without controls it takes no focus, but its `tabIndex` is 0 in Chromium, so Tab in a dialog would stop at it.
        tabIndex={-1}
        preload="metadata"
        playsInline
        autoPlay={autoPlay}
        onError={source.onError}
        onLoadedMetadata={({ currentTarget }) => setPortrait(currentTarget.videoHeight > currentTarget.videoWidth)}
      >
        {subtitle_url && (
          <track ref={setTrack} kind="subtitles" srcLang={language} label={languageName(language)} src={subtitle_url} />
        )}
      </video>
      {files && files.light_copy !== 'NONE' && (
        <Quality video={video} id={id} files={files} now={rendition} onChange={setChosen} />
      )}
      {store && requests && stage && (
        <PlayerStage
          {...props}
          stage={stage}
          store={store}
          requests={requests}
          track={track?.track ?? null}
          loop={loop_range && { range: loop_range, on: looping, toggle: () => setLooping(!looping) }}
          failure={source.failure}
          quality={files && { ...files, id, plays: rendition }}
        />
      )}
    </section>
  )
}
