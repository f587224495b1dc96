import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { Panels } from './panels.tsx'

beforeEach(() => localStorage.clear())

test('arrow keys move a handle, and are the browser’s with Ctrl, Alt or the command key', () => {
  render(<Panels shown={{ transcript: true, comments: true }} transcript={null} video={null} comments={null} />)
  const handle = screen.getByRole('separator', { name: 'Width of the transcript' })
  for (const more of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }])
    expect(fireEvent.keyDown(handle, { key: 'ArrowRight', ...more })).toBe(true)
  expect(handle.getAttribute('aria-valuenow')).toBe('20')
  expect(fireEvent.keyDown(handle, { key: 'ArrowRight' })).toBe(false)
  expect(handle.getAttribute('aria-valuenow')).toBe('25')
})
