import type { Drawing, Shape } from '@footnote/contract/shared/drawing/drawing.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { json } from '../../../../../test/json.ts'
import type { ShareAccess } from '../../../../lib/calls/client.ts'
import type { Marker } from '../../../../player/player-props.ts'
import { createBoard } from './board.ts'
import { DrawingLayer } from './drawing-layer.tsx'

const arrow: Shape = { t: 'arrow', c: 'yellow', w: 0.005, p: [0.7, 0.4, 0.9, 0.1] }
const drawing: Drawing = { v: 1, shapes: [arrow, { ...arrow, t: 'rect' }] }
const marker = (id: string, start_time: number, drawn: boolean): Marker => ({
  ...{ id, number: '1', start_time, end_time_inclusive: null, label: '', drawn },
})
const board = createBoard()
const markers = [
  marker('a', 4, true),
  marker('b', 4, false),
  { ...marker('c', 8, true), version: 1, video_id: 'older' },
]

/** What the server answers to each comment's drawing. */
let answer = () => json({ drawing })
const asked = vi.fn((address: string, _init: RequestInit) => Promise.resolve({ address }).then(() => answer()))

beforeAll(() => import('./drawing-view.tsx'))
beforeEach(() => {
  asked.mockClear()
  answer = () => json({ drawing })
  vi.stubGlobal('fetch', asked)
})

function open(frame: number, share: ShareAccess | null = { share_token: 'link' }) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const layer = (at: number) => (
    <QueryClientProvider client={queries}>
      <DrawingLayer
        box={{ left: 0, top: 0, width: 1600, height: 900 }}
        shown={{ frame: at, playing: false }}
        markers={markers}
        timing={{ rate: { num: 25, den: 1 }, times: null }}
        videoId="v"
        share={share}
        board={board}
        tools={null}
      />
    </QueryClientProvider>
  )
  const { rerender } = render(layer(frame))
  return (at: number) => rerender(layer(at))
}

test('the frame of a comment shows its drawing, said in words, and the frames beside it show none', async () => {
  const go = open(99)
  expect(asked).not.toHaveBeenCalled()
  go(100)
  await screen.findByRole('img', { name: 'Drawing: an arrow and a rectangle, upper right' })
  expect(asked.mock.calls.map(([address]) => address)).toEqual(['/api/quick-review/drawings/v/a'])
  expect(new Headers(asked.mock.calls[0]?.[1].headers).get('x-share-token')).toBe('link')
  go(101)
  expect(screen.queryByRole('img')).toBeNull()
})

test('the drawing of an earlier version comes along, faint, and says where it was drawn', async () => {
  open(200, null)
  const image = await screen.findByRole('img', {
    name: 'From version 1. Drawing: an arrow and a rectangle, upper right',
  })
  expect(image.classList).toContain('is-faint')
  expect(asked.mock.calls.map(([address]) => address)).toEqual(['/api/quick-review/drawings/older/c'])
})

test('places are shares of the picture, and every line has a hairline of another colour', async () => {
  open(100)
  const paths = [...(await screen.findByRole('img')).querySelectorAll('path')]
  expect(paths[1]?.getAttribute('d')).toMatch(/^M1120 360L1440 90M/)
  expect(paths[3]?.getAttribute('d')).toBe('M1120 360L1440 360L1440 90L1120 90Z')
  expect(paths.map((path) => path.getAttribute('stroke'))).toEqual(['#0b0b0a', '#ffde26', '#0b0b0a', '#ffde26'])
})

test('markup in a text is shown as text', async () => {
  const text = '</text><img src=x onerror=alert(1)><script>alert(1)</script>'
  answer = () => json({ drawing: { v: 1, shapes: [{ t: 'text', c: 'white', s: 0.04, p: [0.1, 0.5], text }] } })
  open(100)
  const image = await screen.findByRole('img')
  expect(image.querySelector('text')?.textContent).toBe(text)
  expect(image.querySelectorAll('img, script')).toHaveLength(0)
})

test('a drawing that could not be read says so, and can be read again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  answer = () => json({ code: 'internal', detail: '' }, 500)
  open(100)
  await screen.findByText(/could not be loaded/)
  answer = () => json({ drawing })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('img', { name: /an arrow/ })
})
