import type { MatchRange } from '@footnote/contract/shared/frames.ts'
import { PLAYER } from '@footnote/contract/shared/review-limits.ts'
import { Captions, Repeat, RotateCcw, RotateCw, ScanSearch, SquareDashedSearch } from 'lucide-react'
import { useTimes } from '../../lib/times/use-times.tsx'
import { MatchControls } from '../matches/match-controls.tsx'
import type { MediaStore } from '../media/media-store.ts'
import type { QualityMenu } from '../quality/quality-choice.tsx'
import type { SoundTracks } from '../sound/use-sound-tracks.ts'
import { Clock } from './clock.tsx'
import { Control } from './control.tsx'
import { SettingsMenu } from './settings-menu.tsx'
import { FullscreenControl, PlayControl } from './shared-controls.tsx'
import type { ShortcutRequests } from './use-shortcuts.ts'
import { Volume } from './volume.tsx'

/** The range to repeat, and whether repeating is on. */
export interface LoopControl {
  range: MatchRange
  on: boolean
  toggle: () => void
}

/** The row of controls under the timeline. */
export function Controls({
  store,
  requests,
  duration,
  loop,
  sound,
  quality,
  subtitles,
  picking,
  full,
  portal,
}: {
  store: MediaStore
  requests: ShortcutRequests
  duration: number
  loop: LoopControl | null
  sound: SoundTracks | null
  /** Null where there is no choice. */
  quality: QualityMenu | null
  /** Whether subtitles are on; null when the video has none. */
  subtitles: boolean | null
  /** Whether a part of the frame is being chosen. */
  picking: boolean
  full: boolean
  /** Element to draw the menu in: full screen shows nothing outside the player. */
  portal: HTMLElement | null
}) {
  const times = useTimes()
  return (
    <div className="controls">
      <PlayControl store={store} requests={requests} />
      <Control
        className="ctl-skip"
        icon={RotateCcw}
        label="Rewind 10 seconds"
        onPress={() => requests.skip(-PLAYER.skip)}
      >
        {PLAYER.skip}
      </Control>
      <Control
        className="ctl-skip"
        icon={RotateCw}
        label="Forward 10 seconds"
        onPress={() => requests.skip(PLAYER.skip)}
      >
        {PLAYER.skip}
      </Control>
      <Clock store={store} requests={requests} duration={duration} />
      <span className="flex-1" />
      {requests.other_matches && requests.other_matches.count > 1 && <MatchControls {...requests.other_matches} />}
      {loop && (
        <Control
          className="ctl-loop"
          icon={Repeat}
          label={`Loop ${times.span(loop.range)}`}
          pressed={loop.on}
          onPress={loop.toggle}
        >
          <span className="ctl-words">{times.span(loop.range)}</span>
        </Control>
      )}
      {requests.findSimilar && (
        <Control
          className="ctl-similar"
          icon={ScanSearch}
          label="Find similar"
          shortcut="S"
          onPress={requests.findSimilar}
        />
      )}
      {requests.findPart && (
        <Control
          className="ctl-part"
          icon={SquareDashedSearch}
          label="Search for a part"
          shortcut="B"
          pressed={picking}
          onPress={requests.findPart}
        />
      )}
      <Volume store={store} requests={requests} />
      <SettingsMenu
        store={store}
        requests={requests}
        sound={sound}
        quality={quality}
        onSaveFrame={requests.saveFrame}
        portal={portal}
      />
      {subtitles !== null && (
        <Control icon={Captions} label="Subtitles" pressed={subtitles} onPress={requests.toggleSubtitles} />
      )}
      <FullscreenControl full={full} onPress={requests.toggleFullscreen} />
    </div>
  )
}
