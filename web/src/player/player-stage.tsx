import { StepBack, StepForward } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { VideoTimes } from '../lib/times/use-times.tsx'
import { lazyPart } from '../ui/overlays/lazy-part.tsx'
import { toast } from '../ui/overlays/toast.ts'
import { Control } from './controls/control.tsx'
import { Controls, type LoopControl } from './controls/controls.tsx'
import { useAutoHide } from './controls/use-auto-hide.ts'
import { useFullscreen } from './controls/use-fullscreen.ts'
import { useKeptSubtitles } from './controls/use-kept-settings.ts'
import { type ShortcutRequests, useShortcuts } from './controls/use-shortcuts.ts'
import { useShuttle } from './controls/use-shuttle.ts'
import type { MediaRequests } from './media/media-requests.ts'
import { type MediaStore, useMedia } from './media/media-store.ts'
import type { PlayFailure } from './media/use-source.ts'
import { useTimeReport } from './media/use-time-report.ts'
import { PictureLayer } from './picture-layer.tsx'
import { PictureOverlay } from './picture-overlay.tsx'
import type { PlayerProps } from './player-props.ts'
import type { QualityMenu } from './quality/quality-choice.tsx'
import { Timeline } from './timeline/timeline.tsx'

type OfOwner =
  | 'id'
  | 'files'
  | 'label'
  | 'duration'
  | 'subtitle_url'
  | 'storyboard'
  | 'sound'
  | 'markers'
  | 'selected_marker'
  | 'keyboard'
  | 'timecode'
  | 'frames_note'
type OptionalProp = 'onMarkerSelect' | 'onTime' | 'onFindSimilar' | 'other_matches' | 'layer' | 'tools' | 'busy'
// Loaded on demand, because few people draw a box.
const PartPicker = lazyPart(async () => (await import('./part/part-picker.tsx')).PartPicker)
const NOT_LOADED = 'This could not be loaded. Try again, or reload the page.'

/** The time on the screen in seconds, to the millisecond. */
const timeOf = ({ video }: MediaStore): number => Math.round(1000 * video.currentTime) / 1000

interface StageProps extends Pick<PlayerProps, OfOwner | OptionalProp> {
  store: MediaStore
  requests: MediaRequests
  track: TextTrack | null
  loop: LoopControl | null
  failure: PlayFailure | null
  /** Null where there is no choice. */
  quality: QualityMenu | null
  /** Element to draw menus in: full screen shows nothing outside the player. */
  stage: HTMLElement
}

/**
 * Everything around the picture: subtitles and messages over it, timeline and controls under it, shortcuts and taps.
 */
export function PlayerStage({ store, requests, stage, loop, quality, ...props }: StageProps) {
  const player = useRef(stage)
  const [subtitles, setSubtitles] = useKeptSubtitles()
  const timecode = props.timecode ?? null
  const [full, toggleFullscreen] = useFullscreen(player, store.video)
  const paused = useMedia(store, (state) => state.paused, true)
  const known = useMedia(store, (state) => (Number.isFinite(state.duration) ? state.duration : 0), 0)
  const duration = known || (props.duration ?? 0)
  const [shown, reveal] = useAutoHide(stage, !paused)
  const { onFindSimilar, other_matches, label, layer, frames_note } = props
  // What is saved has all pixels.
  const full_url = (quality?.plays === 'light' && quality.renditions.find(({ id }) => id === 'full')?.url) || null
  const [picking, setPicking] = useState(false)
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const busy = props.busy || picking
  const [shuttle, speed] = useShuttle(store.video, requests)
  const all = useMemo<ShortcutRequests>(
    () => ({
      findSimilar: onFindSimilar && (() => onFindSimilar(timeOf(store))),
      other_matches,
      findPart:
        onFindSimilar &&
        (() => {
          requests.pause()
          setPicking(true)
        }),
      ...requests,
      shuttle,
      toggleFullscreen,
      toggleSubtitles: () => setSubtitles((on) => !on),
      saveFrame: () => {
        if (frames_note) return void toast.error(frames_note, { id: 'save-frame' })
        void import('./save-frame.ts').then(
          ({ saveFrame }) => saveFrame(store, stage, { label, timecode, full_url }),
          () => toast.error(NOT_LOADED, { id: 'save-frame' }),
        )
      },
      seekToShare: (share) => requests.seek(share * duration),
    }),
    [
      requests,
      shuttle,
      toggleFullscreen,
      setSubtitles,
      duration,
      store,
      stage,
      label,
      timecode,
      frames_note,
      full_url,
      onFindSimilar,
      other_matches,
    ],
  )
  useShortcuts(player, busy ? null : all, props.keyboard ?? 'focus')
  useTimeReport(store, props.onTime)
  return (
    <VideoTimes timing={store.timing} timecode={timecode}>
      {layer && <PictureLayer store={store} stage={stage} layer={layer} />}
      {picking && onFindSimilar && (
        <PictureLayer
          store={store}
          stage={stage}
          layer={() => (
            <PartPicker
              tools={tools}
              onSearch={(region) => onFindSimilar(timeOf(store), ...(region === null ? [] : [region]))}
              onLeave={() => setPicking(false)}
              onMissing={() => setPicking(false)}
            />
          )}
        />
      )}
      <PictureOverlay
        store={store}
        requests={all}
        busy={busy}
        track={props.subtitle_url && subtitles && !picking ? props.track : null}
        raised={full && shown}
        failure={props.failure}
        onTap={reveal}
      />
      <span className="player-shuttle" aria-live="polite">
        {speed !== 0 && speed !== 1 && `${speed < 0 ? '−' : ''}${Math.abs(speed)}×`}
      </span>
      {props.tools}
      {picking && <div ref={setTools} />}
      <div className="deck" data-hidden={(!shown && !busy) || undefined} inert={busy}>
        <StepControl by={-1} step={all.step} />
        <Timeline
          video_id={props.id}
          access={props.files?.access ?? null}
          store={store}
          requests={all}
          duration={duration}
          storyboard={props.storyboard ?? null}
          range={loop?.range ?? null}
          markers={props.markers}
          selected={props.selected_marker ?? null}
          onMarkerSelect={props.onMarkerSelect}
        />
        <StepControl by={1} step={all.step} />
        <Controls
          store={store}
          requests={all}
          duration={duration}
          loop={loop}
          sound={props.sound ?? null}
          quality={quality}
          subtitles={props.subtitle_url ? subtitles : null}
          picking={picking}
          full={full}
          portal={full ? stage : null}
        />
      </div>
    </VideoTimes>
  )
}

/** Goes to the next or the previous frame; for fingers, which have no keys for that. */
function StepControl({ by, step }: { by: 1 | -1; step: MediaRequests['step'] }) {
  return (
    <Control
      className={by < 0 ? 'ctl-step ctl-step-back' : 'ctl-step'}
      icon={by < 0 ? StepBack : StepForward}
      label={by < 0 ? 'Previous frame' : 'Next frame'}
      onPress={() => step(by)}
    />
  )
}
