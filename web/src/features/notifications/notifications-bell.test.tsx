import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../lib/calls/query-client.ts'
import { NotificationsBell } from './notifications-bell.tsx'

/** Opens the popover of the bell, beside a text field. */
async function open() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <NotificationsBell />
        <input aria-label="Search" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const bell = screen.getByRole('button', { name: 'Notifications' })
  fireEvent.click(bell)
  const popover = await screen.findByRole('dialog', { name: 'Notifications' })
  // Radix starts to listen, and returns the focus, one event-loop turn later.
  const turn = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)))
  await turn()
  const closed = async () => {
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await turn()
  }
  return { bell, popover, closed }
}

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
})

test('a field pressed while the popover is open keeps the focus', async () => {
  const { closed } = await open()
  const field = screen.getByLabelText('Search')
  fireEvent.pointerDown(field, { button: 0, pointerType: 'mouse' })
  fireEvent.mouseDown(field)
  act(() => field.focus())
  fireEvent.click(field)
  await closed()
  expect(document.activeElement).toBe(field)
})

test('the bell has the focus again after Escape', async () => {
  const { bell, popover, closed } = await open()
  fireEvent.keyDown(popover, { key: 'Escape' })
  await closed()
  expect(document.activeElement).toBe(bell)
})
