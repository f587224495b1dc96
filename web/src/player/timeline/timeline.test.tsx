import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { playableVideo } from '../../../test/video-element.ts'
import { Toaster } from '../../ui/overlays/toaster.tsx'
import { Player } from '../player.tsx'

const server = vi.hoisted(() => ({ reachable: false }))
vi.mock('./hover-preview.tsx', async (load) => {
  const { HoverPreview } = await load<typeof import('./hover-preview.tsx')>()
  return {
    get HoverPreview() {
      if (server.reachable) return HoverPreview
      throw new TypeError('Failed to fetch')
    },
  }
})

test('a preview that cannot be loaded leaves the player as it is, and comes when the pointer comes back', async () => {
  playableVideo(60)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ left: 0, width: 600 } as DOMRect)
  render(
    <>
      <Player id="a" src="/a.mp4" label="Lane.mp4" duration={60} />
      <Toaster />
    </>,
  )
  const strip = screen.getByRole('slider', { name: 'Timeline' })
  fireEvent.pointerMove(strip, { clientX: 300 })
  expect(await screen.findByText('This could not be loaded. Try again, or reload the page.')).toBeDefined()
  expect(screen.getByRole('slider', { name: 'Timeline' })).toBe(strip)
  server.reachable = true
  fireEvent.pointerLeave(strip)
  fireEvent.pointerMove(strip, { clientX: 300 })
  await vi.waitFor(() => expect(strip.querySelector('.preview')?.textContent).toBe('0:30'))
})
