import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { aVideo } from '../../../../../../seed/answers/videos.ts'
import { ApiError } from '../../../../lib/calls/api-error.ts'
import { call } from '../../../../lib/calls/client.ts'
import { LinkDialog } from './link-dialog.tsx'

vi.mock('../../../../lib/calls/client.ts', { spy: true })
afterEach(() => vi.mocked(call).mockReset())

/** Draws the dialog. Addresses that contain `private` are refused. */
function open() {
  const asked: unknown[] = []
  vi.mocked(call).mockImplementation(async (_endpoint, input) => {
    const { body } = input as { body: { url: string } }
    asked.push(body)
    if (body.url.includes('private'))
      throw new ApiError({ status: 400, code: 'address_refused', detail: 'It is not public.' })
    return { video: aVideo('v', 'c') } as never
  })
  const closed = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LinkDialog collectionId="c" onClose={closed} onBack={() => undefined} />
    </QueryClientProvider>,
  )
  return { asked, closed, field: screen.getByLabelText<HTMLTextAreaElement>('Links to video files') }
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

test('Enter adds every link once, and closes', async () => {
  const { asked, closed, field } = open()
  expect(screen.getByRole('button', { name: 'Add video' })).toMatchObject({ disabled: true })
  type(field, 'https://a.example/1.mp4\n\n https://b.example/2.mp4\nhttps://a.example/1.mp4')
  expect(screen.getByRole('button', { name: 'Add 2 videos' })).toBeDefined()
  fireEvent.keyDown(field, { key: 'Enter' })
  await expect.poll(() => closed.mock.calls.length).toBe(1)
  expect(asked).toEqual([
    { index_id: 'c', url: 'https://a.example/1.mp4' },
    { index_id: 'c', url: 'https://b.example/2.mp4' },
  ])
})

test('refused links stay with their reasons, and the others are not added again', async () => {
  const { asked, closed, field } = open()
  type(field, 'https://a.example/1.mp4\nhttp://private/2.mp4\nhttp://private/3.mp4')
  fireEvent.click(screen.getByRole('button', { name: 'Add 3 videos' }))
  expect(await screen.findByText('http://private/2.mp4: It is not public.')).toBeDefined()
  expect(field.value).toBe('http://private/2.mp4\nhttp://private/3.mp4')
  type(field, 'http://private/3.mp4')
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.keyDown(field, { key: 'Enter', shiftKey: true })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(await screen.findByText('It is not public.')).toBeDefined()
  expect(asked).toHaveLength(4)
  expect(closed).not.toHaveBeenCalled()
})
