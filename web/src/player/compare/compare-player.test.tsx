import { fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { playableVideo } from '../../../test/video-element.ts'
import { ComparePlayer } from './compare-player.tsx'
import type { CompareSide } from './use-side.ts'

afterEach(() => vi.restoreAllMocks())

const side = (name: string): CompareSide => ({
  ...{ id: name, src: `/${name}.mp4`, name, duration: 20, frame_rate: { num: 25, den: 1 }, frame_times: null },
  ...{ timecode: null, storyboard: null, choice: null, refreshSource: () => new Promise(() => undefined) },
})

test.each([
  [null, 2],
  ['second', 0],
] as const)(
  'keys change the mode and the offset, except while somebody draws on a version: %s',
  (drawn_on, changes) => {
    playableVideo(20)
    const [onMode, onShift] = [vi.fn(), vi.fn()]
    render(
      <ComparePlayer
        first={side('v1')}
        second={side('v2')}
        mode="wipe"
        onMode={onMode}
        at={0.5}
        onAt={() => undefined}
        offset={0}
        onShift={onShift}
        start_time={0}
        markers={[]}
        selected_marker={null}
        onMarkerSelect={() => undefined}
        onTime={() => undefined}
        onStopped={() => undefined}
        drawn_on={drawn_on}
        tools={null}
      />,
    )
    fireEvent.keyDown(document.body, { key: 'x' })
    fireEvent.keyDown(document.body, { key: 'ArrowRight', altKey: true })
    expect(onMode.mock.calls.length + onShift.mock.calls.length).toBe(changes)
  },
)
