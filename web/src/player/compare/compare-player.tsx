import { formatPosition, formatTimecode } from '@footnote/contract/shared/timecode.ts'
import { useEffect, useImperativeHandle, useState } from 'react'
import { COMPARISON } from '../../lib/keyboard/comparison-keys.ts'
import { isPressed, takesLetters } from '../../lib/keyboard/keys.ts'
import { useFrameFormat } from '../../lib/times/use-times.tsx'
import type { MediaRequests } from '../media/media-requests.ts'
import { type MediaStore, useMedia } from '../media/media-store.ts'
import { useBeginning } from '../media/use-beginning.ts'
import { usePausedFrame } from '../media/use-paused-frame.ts'
import { offsetSeconds } from './beside.ts'
import { ComparePicture } from './compare-picture.tsx'
import type { CompareProps } from './compare-props.ts'
import { CompareTransport } from './compare-transport.tsx'
import { follow } from './follow.ts'
import { type CompareSide, useSide } from './use-side.ts'
import './compare.css'

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
  usePausedFrame(one.store, one.requests)
  useImperativeHandle(props.ref, () => one.requests as MediaRequests, [one.requests])
  const held = useHeld()
  const { drawn_on } = props
  const whole = props.mode === 'side' ? null : drawn_on
  return (
    <section ref={setStage} className="stage stage-compare" data-theme="dark" aria-label="Comparison">
      <div className="compare-heads">
        <Head side={first} store={one.store} />
        <Head side={second} store={two.store} beside={{ store: one.store, ahead: seconds }} />
      </div>
      <ComparePicture
        mode={whole ? 'wipe' : props.mode}
        at={whole ? 1 : props.at}
        onAt={drawn_on ? null : props.onAt}
        flipped={whole ? whole === 'second' : held && !drawn_on}
        first={{ side: first, part: one }}
        second={{ side: second, part: two }}
        onPress={drawn_on ? null : () => one.requests?.togglePlay()}
      />
      {props.tools}
      {one.store && one.requests && two.store && two.requests && stage && (
        <CompareTransport
          {...props}
          stage={stage}
          stores={[one.store, two.store]}
          requests={[one.requests, two.requests]}
        />
      )}
    </section>
  )
}

/**
 * The version of a side, and the frame that it shows.
 * @param beside of the second version: the first one, and the seconds by which the second is ahead
 */
function Head({
  side,
  store,
  beside = null,
}: {
  side: CompareSide
  store: MediaStore | null
  beside?: { store: MediaStore | null; ahead: number } | null
}) {
  const format = useFrameFormat()
  const outside = useMedia(beside?.store ?? null, ({ time }) => outsideOf(time + (beside?.ahead ?? 0), side), null)
  const written = useMedia(store, ({ frame, time }) => write(side, store, format, { frame, time }), formatTimecode(0))
  return (
    <div className="compare-head">
      {side.choice}
      <span className="compare-clock">{written}</span>
      {outside && <span className="compare-outside">{outside}</span>}
    </div>
  )
}

/** Why a version shows its first or last frame beside others of the first; null while it does not. @param time seconds */
const outsideOf = (time: number, { name, duration }: CompareSide): string | null =>
  time < 0 ? `${name} has not begun` : duration > 0 && time >= duration ? `${name} has ended` : null

const write = (
  { timecode }: CompareSide,
  store: MediaStore | null,
  format: 'frames' | 'smpte',
  { frame, time }: { frame: number | null; time: number },
): string =>
  store?.timing && frame !== null ? formatPosition(frame, store.timing, format, timecode) : formatTimecode(time)

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
    document.addEventListener(
      'keyup',
      (event) => COMPARISON.flip.keys.some((key) => key === event.key.toLowerCase()) && setHeld(false),
      { signal },
    )
    window.addEventListener('blur', () => setHeld(false), { signal })
    return () => stop.abort()
  }, [])
  return held
}
