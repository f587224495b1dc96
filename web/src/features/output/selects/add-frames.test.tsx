import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { aSelects } from '../../../../../seed/answers/selects.ts'
import { json } from '../../../../test/json.ts'
import { createQueryClient } from '../../../lib/calls/query-client.ts'
import { AddFrames, type MarkedFrames } from './add-frames.tsx'

/** Adds frames of a video of 25 frames a second. @returns what the server was asked for */
async function add(marked: MarkedFrames): Promise<unknown[]> {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return json({ selects: [] })
    if (path.endsWith('/items')) asked.push(...JSON.parse(String(body)).items)
    return json({ ...aSelects([], { id: 'new' }), added: ['a'] })
  })
  const onClose = vi.fn()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <AddFrames
          video={{ id: 'v', timecode: { start: 90_000, drop_frame: false } }}
          timing={{ rate: { num: 25, den: 1 }, times: null }}
          marked={marked}
          onClose={onClose}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name of the new selects' }), {
    target: { value: 'Harbour' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  return asked
}

test('the frame of the end of a range is the last one of the piece', async () => {
  expect(await add({ start_time: 2, end_time_inclusive: 3, note: 'Boats' })).toEqual([
    { video_id: 'v', start_frame: 50, end_frame: 76, note: 'Boats' },
  ])
  expect(screen.getByText('01:00:02:00 – 01:00:03:00, 26 frames')).toBeDefined()
})

test('without an end it is one frame', async () => {
  expect(await add({ start_time: 2.01, end_time_inclusive: null, note: 'x'.repeat(5_000) })).toEqual([
    { video_id: 'v', start_frame: 50, end_frame: 51, note: 'x'.repeat(2_000) },
  ])
  expect(screen.getByText('01:00:02:00, 1 frame')).toBeDefined()
})
