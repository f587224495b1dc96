import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast } from './toast.ts'
import { Toaster } from './toaster.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  render(<Toaster />)
})
afterEach(() => {
  toast.remove()
  vi.useRealTimers()
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))
const show = (words: string) => act(() => void toast(words))
const messages = () => screen.getByRole('region', { name: 'Messages' })
const there = (words: string) => screen.queryByText(words)?.closest('.toast:not([data-leaving])') ?? null

test('a toast that was touched, or that appeared under a mouse at rest, leaves in its time', () => {
  show('Saved')
  fireEvent.pointerEnter(messages(), { pointerType: 'mouse' })
  fireEvent.mouseEnter(messages())
  fireEvent.pointerMove(messages(), { pointerType: 'touch' })
  pass(3_000)
  expect(there('Saved')).not.toBeNull()
  pass(1_500)
  expect(there('Saved')).toBeNull()
})

test('a mouse that moves on a toast keeps it until the mouse leaves', () => {
  show('Saved')
  pass(1_000)
  fireEvent.pointerMove(messages(), { pointerType: 'mouse' })
  pass(1_000)
  fireEvent.pointerMove(messages(), { pointerType: 'mouse' })
  pass(10_000)
  expect(there('Saved')).not.toBeNull()
  fireEvent.pointerLeave(messages())
  pass(2_000)
  expect(there('Saved')).not.toBeNull()
  pass(1_500)
  expect(there('Saved')).toBeNull()
})

test('a toast that was dismissed from under the mouse does not keep the next one', () => {
  show('Deleted')
  fireEvent.pointerMove(messages(), { pointerType: 'mouse' })
  act(() => toast.dismiss())
  pass(2_000)
  expect(screen.queryByText('Deleted')).toBeNull()
  show('Restored')
  pass(4_500)
  expect(there('Restored')).toBeNull()
})
