import { FRAMES_DIFFER } from '@footnote/contract/shared/video-status.ts'
import { fireEvent, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { playableVideo } from '../../test/video-element.ts'
import { toast } from '../ui/overlays/toast.ts'
import { Player } from './player.tsx'

test('where the copy that plays lacks frames, no frame is saved as a picture, and the player says why', () => {
  playableVideo(20)
  const said = vi.spyOn(toast, 'error')
  render(<Player id="a" src="/a.mp4" label="Lane.mp4" frames_note={FRAMES_DIFFER} />)
  fireEvent.keyDown(document.body, { key: 'p' })
  expect(said.mock.calls.map(([text]) => text)).toEqual([FRAMES_DIFFER])
})
