import { Headphones, Minus, Plus, StepBack, StepForward } from 'lucide-react'
import { useEffect, useState } from 'react'
import { COMPARISON } from '../../lib/keyboard/comparison-keys.ts'
import { useKeysOf } from '../../lib/keyboard/use-keys.ts'
import { VideoTimes } from '../../lib/times/use-times.tsx'
import { Control } from '../controls/control.tsx'
import type { MediaRequests } from '../media/media-requests.ts'
import { type MediaStore, useMedia } from '../media/media-store.ts'
import { useTimeReport } from '../media/use-time-report.ts'
import { Timeline } from '../timeline/timeline.tsx'
import { Transport } from '../transport.tsx'
import type { CompareProps } from './compare-props.ts'

type Pair<Thing> = readonly [first: Thing, second: Thing]

interface TransportProps extends CompareProps {
  stage: HTMLElement
  stores: Pair<MediaStore>
  requests: Pair<MediaRequests>
}

/** The timeline, the controls and the keys of both versions. They move the first one. */
export function CompareTransport({
  first,
  second,
  stage,
  stores,
  requests,
  onTime,
  onStopped,
  ...props
}: TransportProps) {
  const [store] = stores
  const [leads] = requests
  const known = useMedia(store, (state) => (Number.isFinite(state.duration) ? state.duration : 0), 0)
  const duration = known || first.duration
  const [heard, hearOther] = useSound(stores)
  const { onMode, onShift, drawn_on } = props
  const busy = drawn_on !== null
  const keys = {
    side_by_side: () => onMode('side'),
    wipe: () => onMode('wipe'),
    difference: () => onMode('difference'),
    sound: hearOther,
    offset_later: () => onShift(1),
    offset_earlier: () => onShift(-1),
  }
  useKeysOf(COMPARISON, busy ? {} : keys)
  useTimeReport(store, (time) => {
    onTime('first', time)
    if (store.video.paused) onStopped(time.seconds)
  })
  useTimeReport(stores[1], (time) => onTime('second', time))
  const name = [first, second][heard]?.name
  return (
    <div className="deck" inert={busy}>
      <VideoTimes timing={store.timing} timecode={first.timecode}>
        <Timeline
          video_id={first.id}
          access={null}
          store={store}
          requests={leads}
          duration={duration}
          storyboard={first.storyboard}
          range={null}
          markers={props.markers}
          selected={props.selected_marker}
          onMarkerSelect={props.onMarkerSelect}
        />
        <Transport
          stage={stage}
          store={store}
          requests={leads}
          heard={{ store: stores[heard], requests: requests[heard] }}
          duration={duration}
          busy={busy}
          steps={
            <>
              <Control icon={StepBack} label="Previous frame" onPress={() => leads.step(-1)} />
              <Control icon={StepForward} label="Next frame" onPress={() => leads.step(1)} />
            </>
          }
        >
          <Offset name={second.name} offset={props.offset} onShift={onShift} />
          <span className="flex-1" />
          <Control icon={Headphones} label={`${name}: hear the other version`} onPress={hearOther}>
            {name}
          </Control>
        </Transport>
      </VideoTimes>
    </div>
  )
}

/** The version that is heard, and a function that lets the other one be heard, as loud or as mute. */
function useSound([{ video: first }, { video: second }]: Pair<MediaStore>) {
  const [heard, setHeard] = useState<0 | 1>(0)
  useEffect(() => {
    second.muted = true
  }, [second])
  const hearOther = () => {
    const [from, to] = heard === 0 ? [first, second] : [second, first]
    to.volume = from.volume
    to.muted = from.muted
    from.muted = true
    setHeard(heard === 0 ? 1 : 0)
  }
  return [heard, hearOther] as const
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
