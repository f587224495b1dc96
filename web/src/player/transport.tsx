import type { Timecode } from '@footnote/contract/shared/smpte.ts'
import { type ReactNode, useMemo, useRef } from 'react'
import { usePositionFormat } from '../lib/times/use-position-format.ts'
import { Clock } from './controls/clock.tsx'
import { SettingsMenu } from './controls/settings-menu.tsx'
import { FullscreenControl, PlayControl } from './controls/shared-controls.tsx'
import { useFullscreen } from './controls/use-fullscreen.ts'
import { useShortcuts } from './controls/use-shortcuts.ts'
import { useShuttle } from './controls/use-shuttle.ts'
import { Volume } from './controls/volume.tsx'
import type { MediaRequests } from './media/media-requests.ts'
import type { MediaStore, PlayedVideo } from './media/media-store.ts'

interface Played {
  readonly store: MediaStore<PlayedVideo>
  readonly requests: MediaRequests
}

interface TransportProps extends Played {
  /** What fills the screen. */
  stage: HTMLElement
  /** Seconds. */
  duration: number
  timecode: Timecode | null
  /** The video whose sound is on, if that is another one. */
  heard?: Played
  /** Controls beside the one that plays. */
  steps: ReactNode
  /** Controls before the volume. */
  children: ReactNode
}

/** The controls of several videos that play together or one after another, and the player's keys on the whole page. */
export function Transport({ stage, store, requests, duration, timecode, heard, steps, children }: TransportProps) {
  const [format, setFormat] = usePositionFormat()
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
  useShortcuts(player, all, 'page')
  return (
    <div className="controls">
      <PlayControl store={store} requests={requests} />
      {steps}
      <Clock store={store} requests={requests} duration={duration} format={format} timecode={timecode} />
      <span className="flex-1" />
      {children}
      <Volume store={heard?.store ?? store} requests={sound} />
      <SettingsMenu
        store={store}
        requests={requests}
        format={format}
        onFormat={setFormat}
        portal={full ? stage : null}
      />
      <FullscreenControl full={full} onPress={toggleFullscreen} />
    </div>
  )
}
