import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { json } from '../../../test/json.ts'
import { createQueryClient } from '../../lib/calls/query-client.ts'
import { StillsDialog } from './stills-dialog.tsx'

const MADE = 'Your stills are being made. A notification will bring them.'
const asked = vi.fn<(path: string, body: unknown) => void>()
const onClose = vi.fn()
const draw = (commentIds: readonly string[], answer: () => Response = () => json({ message: MADE })) => {
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
    asked(path, JSON.parse(String(body)))
    return answer()
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <StillsDialog videoId="v" commentIds={commentIds} onClose={onClose} />
    </QueryClientProvider>,
  )
}
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})
const make = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Make stills' })

test('asks for the comments that the list shows, with their drawings unless a person chooses otherwise', async () => {
  draw(['a', 'b'])
  expect(screen.getByText(/each of the 2 comments that the list shows/)).toBeDefined()
  fireEvent.click(screen.getByRole('checkbox', { name: 'With drawings' }))
  fireEvent.click(make())
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(asked.mock.calls).toEqual([['/api/quick-review/stills/v', { comment_ids: ['a', 'b'], drawings: false }]])
})

test('says why stills are refused, and stays open', async () => {
  const detail = '5 ZIPs of stills that you asked for are not made yet.'
  const problem = { type: 'about:blank', title: 'No', status: 429, code: 'rate_limited', detail, message: detail }
  draw(['a'], () => json(problem, 429))
  fireEvent.click(make())
  expect(await screen.findByText(detail)).toBeDefined()
  expect(onClose).not.toHaveBeenCalled()
})

test('makes none of an empty list, and says what to do', () => {
  draw([])
  expect([make().disabled, screen.getByText(/Change its filter/) !== null]).toEqual([true, true])
})

test('makes none of more than 500 comments', () => {
  draw(Array.from({ length: 501 }, (_, n) => String(n)))
  expect([make().disabled, screen.getByText(/use the filter/) !== null]).toEqual([true, true])
})
