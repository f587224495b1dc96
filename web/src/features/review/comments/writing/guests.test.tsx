import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { box, openPane, send, settle, stopTheClock, type } from '../../../../../test/comments-pane.tsx'

stopTheClock()

test('a viewer link has no box and says why', async () => {
  openPane({}, { guest: true, canComment: false })
  await settle()
  expect(screen.getByText('Words of a')).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByText('You do not have permission to comment.')).toBeDefined()
})

test('a guest gives a name once', async () => {
  const { api } = openPane({ suggest: null }, { guest: true })
  await settle()
  type('Hello')
  send()
  expect(screen.getByRole('alert').textContent).toBe('Please enter your name')
  fireEvent.change(screen.getByRole('textbox', { name: 'Your name' }), { target: { value: 'Mel' } })
  send()
  await settle()
  expect(api.create).toHaveBeenCalledTimes(1)
  expect(localStorage.getItem('footnote.guest_name')).toBe('Mel')
  // From then on it is one line.
  expect(screen.getByText(/^Commenting as/).textContent).toBe('Commenting as Mel')
  expect(screen.queryByRole('textbox', { name: 'Your name' })).toBeNull()
})

test('on a phone a guest is asked for a name when a comment is sent, and not before', async () => {
  const { api } = openPane({ suggest: null }, { guest: true, compact: true })
  const name = () => screen.queryByRole('textbox', { name: 'Your name' })
  await settle()
  send()
  expect(screen.getByRole('alert').textContent).toBe('Please enter a comment')
  type('Hello')
  expect(name()).toBeNull()
  send()
  await settle()
  expect(document.activeElement).toBe(name())
  expect(screen.queryByRole('alert')).toBeNull()
  send()
  expect(screen.getByRole('alert').textContent).toBe('Please enter your name')
  fireEvent.change(name()!, { target: { value: 'Mel' } })
  fireEvent.submit(name()!.closest('form')!)
  await settle()
  expect(api.create).toHaveBeenCalledTimes(1)
  expect(name()).toBeNull()
})

test('after a comment is sent, its box leaves the keyboard of a phone, and no other field loses the focus', async () => {
  const coarse = vi.spyOn(window, 'matchMedia')
  coarse.mockImplementation((media) => Object.assign(new EventTarget(), { matches: true, media }) as MediaQueryList)
  const other = document.body.appendChild(document.createElement('input'))
  openPane({}, { compact: true })
  await settle()
  for (const [field, kept] of [
    [other, true],
    [box(), false],
  ] as const) {
    type('Hello')
    box().focus()
    send()
    act(() => field.focus())
    await settle()
    expect(document.activeElement === field).toBe(kept)
  }
  coarse.mockRestore()
})

test('the guest for whom the link was made is not asked for a name, and cannot take another', async () => {
  localStorage.setItem('footnote.guest_name', 'Somebody Else')
  const { api } = openPane(
    { suggest: null, create: () => new Promise(() => undefined) },
    { guest: true, guest_name: 'Carla Client' },
  )
  await settle()
  expect(screen.getByText(/^Commenting as/).textContent).toBe('Commenting as Carla Client')
  expect(screen.queryByRole('textbox', { name: 'Your name' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Change name' })).toBeNull()
  type('Hello')
  send()
  await settle()
  const sending = screen.getByText('Sending…').closest('li')!
  expect(within(sending).getByText('Carla Client')).toBeDefined()
  expect(within(sending).getByText('guest')).toBeDefined()
  expect(api.list).toHaveBeenCalled()
})
