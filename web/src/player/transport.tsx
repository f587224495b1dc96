import { type ReactNode, useMemo, useRef } from 'react'
import { Clock } from './controls/clock.tsx'
import { SettingsMenu } from './controls/settings-menu.tsx'
import { FullscreenControl, PlayControl } from './controls/shared-controls.tsx'
import { useFullscreen } from './controls/use-fullscreen.ts'
import { useShortcuts } from './controls/use-shortcuts.ts'
import { useShuttle } from './controls/use-shuttle.ts'
import { Volume } from './controls/volume.tsx'
import type { MediaRequests } from './media/media-requests.ts'
import type { MediaStore, PlayedVideo } from './media/media-store.ts'

interface PlayerHandles {
  readonly store: MediaStore<PlayedVideo>
  readonly requests: MediaRequests
}

interface TransportProps extends PlayerHandles {
  /** What fills the screen. */
  stage: HTMLElement
  /** Seconds. */
  duration: number
  /** The video whose sound is on, if that is another one. */
  heard?: PlayerHandles
  /** Whether the player's keys do nothing for now. */
  busy?: boolean
  /** Controls beside the one that plays. */
  steps: ReactNode
  /** Controls before the volume. */
  children: ReactNode
}

/** The controls of several videos that play together or one after another, and the player's keys on the whole page. Needs `VideoTimes` around it. */
export function Transport({ stage, store, requests, duration, heard, busy = false, steps, children }: TransportProps) {
  const player = useRef(stage)
  // Phones that show only a video element in full screen would show one of several.
  const [full, toggleFullscreen] = useFullscreen(player, null)
  const [shuttle] = useShuttle(store.video, requests)
  const sound = heard?.requests ?? requests
  const all = useMemo(
    () => ({
      ...requests,
      shuttle,
      toggleFullscreen,
      // The review page has the subtitles.
      toggleSubtitles: () => undefined,
      toggleMuted: sound.toggleMuted,
      changeVolume: sound.changeVolume,
      seekToShare: (share: number) => requests.seek(share * duration),
    }),
    [requests, sound, shuttle, toggleFullscreen, duration],
  )
  useShortcuts(player, busy ? null : all, 'page')
  return (
    <div className="controls">
      <PlayControl store={store} requests={requests} />
      {steps}
      <Clock store={store} requests={requests} duration={duration} />
      <span className="flex-1" />
      {children}
      <Volume store={heard?.store ?? store} requests={sound} />
      <SettingsMenu store={store} requests={requests} portal={full ? stage : null} />
      <FullscreenControl full={full} onPress={toggleFullscreen} />
    </div>
  )
}
