import { PLAYER } from '@footnote/contract/limits.ts'
import { formatRange, formatTimecode } from '@footnote/contract/timecode.ts'
import {
  Captions,
  type LucideIcon,
  Maximize,
  Minimize,
  Pause,
  Play,
  Repeat,
  RotateCcw,
  RotateCw,
  Volume2,
  VolumeX,
} from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { Menu, MenuChoice, MenuLabel } from '../ui/menu.tsx'
import { type MediaStore, useMedia } from './media-store.ts'
import type { TimeRange } from './use-loop.ts'
import type { ShortcutRequests } from './use-shortcuts.ts'

const SPEEDS = PLAYER.speeds.map((speed) => ({ value: String(speed), label: `${speed}×` }))

function Control({
  icon: Icon,
  label,
  pressed,
  className,
  onPress,
  children,
}: {
  icon: LucideIcon
  label: string
  pressed?: boolean
  className?: string
  onPress: () => void
  children?: ReactNode
}) {
  return (
    <button
      type="button"
      className={`ctl ${className ?? ''}`}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      // A press by pointer leaves the focus where it was, so that Space goes on playing and pausing.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      <Icon className="icon" aria-hidden="true" />
      {children}
    </button>
  )
}

/** The range that is played over and over, and whether it is. */
export interface LoopControl {
  range: TimeRange
  on: boolean
  toggle: () => void
}

/** The row under the timeline. */
export function Controls({
  store,
  requests,
  duration,
  loop,
  subtitles,
  full,
  portal,
}: {
  store: MediaStore
  requests: ShortcutRequests
  duration: number
  loop: LoopControl | null
  /** Whether they are shown; null when the video has none. */
  subtitles: boolean | null
  full: boolean
  /** Where the menu is drawn; in full screen only the player itself is seen. */
  portal: HTMLElement | null
}) {
  const paused = useMedia(store, (state) => state.paused, true)
  const rate = useMedia(store, (state) => state.rate, 1)
  const speed = `${rate}×`
  return (
    <div className="controls">
      <Control
        className="ctl-play"
        icon={paused ? Play : Pause}
        label={paused ? 'Play' : 'Pause'}
        onPress={requests.toggle}
      />
      <Control icon={RotateCcw} label="Rewind 10 seconds" onPress={() => requests.skip(-PLAYER.skip)}>
        {PLAYER.skip}
      </Control>
      <Control icon={RotateCw} label="Forward 10 seconds" onPress={() => requests.skip(PLAYER.skip)}>
        {PLAYER.skip}
      </Control>
      <Clock store={store} duration={duration} />
      <span className="flex-1" />
      {loop && (
        <Control
          icon={Repeat}
          label={`Loop ${formatRange(loop.range.start, loop.range.end)}`}
          pressed={loop.on}
          onPress={loop.toggle}
        >
          <span className="ctl-words">{formatRange(loop.range.start, loop.range.end)}</span>
        </Control>
      )}
      <Volume store={store} requests={requests} />
      <Menu
        portal={portal}
        trigger={
          <button type="button" className="ctl" aria-label={`Settings, playback speed ${speed}`} title="Playback speed">
            {speed}
          </button>
        }
      >
        <MenuLabel>Playback speed</MenuLabel>
        <MenuChoice options={SPEEDS} value={String(rate)} onChange={(value) => requests.setRate(Number(value))} />
      </Menu>
      {subtitles !== null && (
        <Control icon={Captions} label="Subtitles" pressed={subtitles} onPress={requests.toggleSubtitles} />
      )}
      <Control
        icon={full ? Minimize : Maximize}
        label={full ? 'Exit full screen' : 'Full screen'}
        onPress={requests.toggleFullscreen}
      />
    </div>
  )
}

function Clock({ store, duration }: { store: MediaStore; duration: number }) {
  const time = useMedia(store, (state) => Math.floor(state.time), 0)
  return (
    <span className="clock">
      <b>{formatTimecode(time)}</b> / {formatTimecode(duration)}
    </span>
  )
}

function Volume({ store, requests }: { store: MediaStore; requests: ShortcutRequests }) {
  const volume = useMedia(store, (state) => (state.muted ? 0 : state.volume), 1)
  return (
    <>
      <Control
        className="ctl-volume"
        icon={volume === 0 ? VolumeX : Volume2}
        label={volume === 0 ? 'Unmute' : 'Mute'}
        onPress={requests.toggleMuted}
      />
      <input
        className="volume"
        type="range"
        aria-label="Volume"
        min={0}
        max={1}
        step={PLAYER.volume_step}
        value={volume}
        style={{ '--level': `${volume * 100}%` } as CSSProperties}
        onChange={(event) => requests.setVolume(event.currentTarget.valueAsNumber)}
      />
    </>
  )
}
