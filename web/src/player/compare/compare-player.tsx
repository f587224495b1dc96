import { formatPosition, formatTimecode, type PositionFormat } from '@footnote/contract/shared/timecode.ts'
import { Headphones, Maximize, Minimize, Minus, Pause, Play, Plus, StepBack, StepForward } from 'lucide-react'
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { COMPARISON } from '../../lib/keyboard/comparison-keys.ts'
import { isPressed, takesLetters } from '../../lib/keyboard/keys.ts'
import { useKeysOf } from '../../lib/keyboard/use-keys.ts'
import { Clock } from '../controls/clock.tsx'
import { Control } from '../controls/control.tsx'
import { SettingsMenu } from '../controls/settings-menu.tsx'
import { useFullscreen } from '../controls/use-fullscreen.ts'
import { usePositionFormat } from '../controls/use-position-format.ts'
import { useShortcuts } from '../controls/use-shortcuts.ts'
import { useShuttle } from '../controls/use-shuttle.ts'
import { Volume } from '../controls/volume.tsx'
import type { MediaRequests } from '../media/media-requests.ts'
import { type MediaStore, useMedia } from '../media/media-store.ts'
import { useBeginning } from '../media/use-beginning.ts'
import { useSettle } from '../media/use-settle.ts'
import { useTimeReport } from '../media/use-time-report.ts'
import type { Marker, PlayerTime } from '../player-props.ts'
import { Timeline } from '../timeline/timeline.tsx'
import { offsetSeconds } from './beside.ts'
import type { CompareMode } from './compare-mode.ts'
import { ComparePicture } from './compare-picture.tsx'
import { follow } from './follow.ts'
import { type CompareSide, useSide } from './use-side.ts'
import './compare.css'

interface CompareProps {
  first: CompareSide
  second: CompareSide
  mode: CompareMode
  onMode: (mode: CompareMode) => void
  /** Place of the wipe's line, a share of the width, 0 to 1. */
  at: number
  onAt: (at: number) => void
  /** Frames of the first version by which the second is ahead. */
  offset: number
  /** Asks for an offset that is larger by some frames. */
  onShift: (by: number) => void
  /** Where to start, in seconds of the first version. */
  start_time: number | null
  /** Of the first version. */
  markers: readonly Marker[]
  selected_marker: string | null
  onMarkerSelect: (id: string) => void
  /** Called at each move of a version: every 100 ms while it plays, and after each seek. */
  onTime: (side: 'first' | 'second', time: PlayerTime) => void
  /** Called with the time in seconds when the first version has stopped. */
  onStopped: (seconds: number) => void
  ref?: Ref<MediaRequests>
}

/** Plays two versions on one transport: the controls move the first, and the second follows. */
export function ComparePlayer(props: CompareProps) {
  const { first, second, offset } = props
  const one = useSide(first)
  const two = useSide(second)
  const [stage, setStage] = useState<HTMLElement | null>(null)
  const seconds = offsetSeconds(one.store?.timing ?? null, offset, first.duration)
  useEffect(() => {
    if (one.store && two.store) return follow(one.store, two.store, seconds)
  }, [one.store, two.store, seconds])
  useBeginning(one.store?.video ?? null, one.requests, first.id, props.start_time)
  useSettle(one.store, one.requests)
  useImperativeHandle(props.ref, () => one.requests as MediaRequests, [one.requests])
  const flipped = useHeld()
  return (
    <section ref={setStage} className="stage stage-compare" data-theme="dark" aria-label="Comparison">
      <div className="compare-heads">
        <Head side={first} store={one.store} />
        <Head side={second} store={two.store} />
      </div>
      <ComparePicture
        mode={props.mode}
        at={props.at}
        onAt={props.onAt}
        flipped={flipped}
        first={{ side: first, part: one }}
        second={{ side: second, part: two }}
        onPress={() => one.requests?.togglePlay()}
      />
      {one.store && one.requests && two.store && two.requests && stage && (
        <Transport
          {...props}
          stage={stage}
          one={{ store: one.store, requests: one.requests }}
          two={{ store: two.store, requests: two.requests }}
        />
      )}
    </section>
  )
}

/** The version of a side, and the frame that it shows. */
function Head({ side, store }: { side: CompareSide; store: MediaStore | null }) {
  const [format] = usePositionFormat()
  const written = useMedia(store, ({ frame, time }) => write(side, store, format, { frame, time }), formatTimecode(0))
  return (
    <div className="compare-head">
      {side.choice}
      <span className="compare-clock">{written}</span>
    </div>
  )
}

/** Frames matter in a comparison: times are written with them, unless the person chose plain frame numbers. */
const write = (
  { timecode }: CompareSide,
  store: MediaStore | null,
  format: PositionFormat,
  { frame, time }: { frame: number | null; time: number },
): string =>
  store?.timing && frame !== null
    ? formatPosition(frame, store.timing, format === 'frames' ? 'frames' : 'smpte', timecode)
    : formatTimecode(time)

interface Controlled {
  readonly store: MediaStore
  readonly requests: MediaRequests
}

/** The timeline, the controls and the keys of both versions. */
function Transport({
  first,
  second,
  stage,
  one,
  two,
  offset,
  onShift,
  onMode,
  onTime,
  onStopped,
  ...props
}: CompareProps & { stage: HTMLElement; one: Controlled; two: Controlled }) {
  const { store, requests } = one
  const player = useRef(stage)
  const [sound, setSound] = useState<'first' | 'second'>('first')
  const [format, setFormat] = usePositionFormat()
  const [full, toggleFullscreen] = useFullscreen(player, null)
  const paused = useMedia(store, (state) => state.paused, true)
  const duration =
    useMedia(store, (state) => (Number.isFinite(state.duration) ? state.duration : 0), 0) || first.duration
  const [shuttle] = useShuttle(store.video, requests)
  const heard = sound === 'first' ? one : two
  const other = sound === 'first' ? two : one
  useEffect(() => {
    const { volume } = other.store.video
    heard.store.video.muted = false
    heard.store.video.volume = volume
    other.store.video.muted = true
  }, [heard, other])
  const all = useMemo(
    () => ({
      ...requests,
      shuttle,
      toggleFullscreen,
      toggleSubtitles: () => undefined,
      toggleMuted: heard.requests.toggleMuted,
      seekToShare: (share: number) => requests.seek(share * duration),
      changeVolume: (change: number) => heard.requests.setVolume(heard.store.video.volume + change),
    }),
    [requests, shuttle, toggleFullscreen, heard, duration],
  )
  useShortcuts(player, all, 'page')
  useKeysOf(COMPARISON, {
    side_by_side: () => onMode('side'),
    wipe: () => onMode('wipe'),
    difference: () => onMode('difference'),
    sound: () => setSound(sound === 'first' ? 'second' : 'first'),
    offset_later: () => onShift(1),
    offset_earlier: () => onShift(-1),
  })
  useTimeReport(store, (time) => {
    onTime('first', time)
    if (store.video.paused) onStopped(time.seconds)
  })
  useTimeReport(two.store, (time) => onTime('second', time))
  const speaking = sound === 'first' ? first : second
  return (
    <div className="deck">
      <Timeline
        store={store}
        requests={requests}
        duration={duration}
        storyboard={first.storyboard}
        range={null}
        markers={props.markers}
        selected={props.selected_marker}
        onMarkerSelect={props.onMarkerSelect}
        write={formatTimecode}
      />
      <div className="controls">
        <Control
          className="ctl-play"
          icon={paused ? Play : Pause}
          label={paused ? 'Play' : 'Pause'}
          onPress={requests.togglePlay}
        />
        <Control icon={StepBack} label="Previous frame" onPress={() => requests.step(-1)} />
        <Control icon={StepForward} label="Next frame" onPress={() => requests.step(1)} />
        <Clock store={store} requests={requests} duration={duration} format={format} timecode={first.timecode} />
        <span className="flex-1" />
        <Offset name={second.name} offset={offset} onShift={onShift} />
        <span className="flex-1" />
        <Control
          icon={Headphones}
          label={`${speaking.name}: hear the other version`}
          onPress={() => setSound(sound === 'first' ? 'second' : 'first')}
        >
          {speaking.name}
        </Control>
        <Volume store={heard.store} requests={heard.requests} />
        <SettingsMenu
          store={store}
          requests={requests}
          format={format}
          onFormat={setFormat}
          portal={full ? stage : null}
        />
        <Control
          icon={full ? Minimize : Maximize}
          label={full ? 'Exit full screen' : 'Full screen'}
          onPress={toggleFullscreen}
        />
      </div>
    </div>
  )
}

const frames = (offset: number): string =>
  `${offset > 0 ? '+' : offset < 0 ? '−' : ''}${Math.abs(offset)} ${Math.abs(offset) === 1 ? 'frame' : 'frames'}`

function Offset({ name, offset, onShift }: { name: string; offset: number; onShift: (by: number) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a form around it
    <span className="compare-offset" role="group" aria-label={`Offset of ${name}`}>
      <span>Offset {name}</span>
      <Control icon={Minus} label="One frame earlier" onPress={() => onShift(-1)} />
      <output>{frames(offset)}</output>
      <Control icon={Plus} label="One frame later" onPress={() => onShift(1)} />
    </span>
  )
}

/** Whether the key that flips the versions is held down. */
function useHeld(): boolean {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body
      if (isPressed(COMPARISON.flip, event) && !takesLetters(target)) setHeld(true)
    }
    document.addEventListener('keydown', onKey, { signal })
    document.addEventListener('keyup', (event) => event.key.toLowerCase() === 'q' && setHeld(false), { signal })
    window.addEventListener('blur', () => setHeld(false), { signal })
    return () => stop.abort()
  }, [])
  return held
}
