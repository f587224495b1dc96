import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../lib/calls/query-client.ts'
import { AddUsers } from './add-users.tsx'

test('the box accepts no addresses while an invitation runs, because its success empties the box', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => promise)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AddUsers />
    </QueryClientProvider>,
  )
  const box = screen.getByLabelText<HTMLTextAreaElement>('E-mail addresses')
  fireEvent.change(box, { target: { value: 'ada@example.com' } })
  expect(box.readOnly).toBe(false)
  await act(async () => fireEvent.keyDown(box, { key: 'Enter' }))
  expect(box.readOnly).toBe(true)
  const answer = { message: 'Invited', invited: ['ada@example.com'] }
  await act(async () => resolve(new Response(JSON.stringify(answer))))
  await expect.poll(() => box.readOnly).toBe(false)
  expect(box.value).toBe('')
})
