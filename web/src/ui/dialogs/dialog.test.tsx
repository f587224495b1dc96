import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { toast } from '../overlays/toast.ts'
import { Toaster } from '../overlays/toaster.tsx'
import { Dialog, DialogBody } from './dialog.tsx'

const show = (locked: boolean) => {
  const onClose = vi.fn()
  render(
    <Dialog open onClose={onClose} title="Confirm Delete" locked={locked}>
      <DialogBody>Delete this collection?</DialogBody>
    </Dialog>,
  )
  return onClose
}
const press = (element: Element) => {
  fireEvent.pointerDown(element, { button: 0, pointerType: 'mouse' })
  fireEvent.mouseDown(element)
  fireEvent.click(element)
}
const pressBackdrop = () => press(screen.getByRole('dialog').parentElement as Element)
/** Radix listens for outside presses one event-loop turn after the dialog opens. */
const opened = () => new Promise((resolve) => setTimeout(resolve))

test('Escape, the cross and a press on the backdrop close a dialog', async () => {
  const onClose = show(false)
  await opened()
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  expect(onClose).toHaveBeenCalledTimes(1)
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalledTimes(2)
  pressBackdrop()
  expect(onClose).toHaveBeenCalledTimes(3)
})

test('nothing closes a dialog while its action runs', async () => {
  const onClose = show(true)
  await opened()
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  pressBackdrop()
  expect(onClose).not.toHaveBeenCalled()
})

test('the focus goes back to what opened the dialog', async () => {
  const dialog = (open: boolean) => (
    <>
      <button type="button">Share</button>
      <Dialog open={open} onClose={() => undefined} title="Share Video">
        <DialogBody>
          <input aria-label="Name" autoFocus />
        </DialogBody>
      </Dialog>
    </>
  )
  const { rerender } = render(dialog(false))
  screen.getByRole('button', { name: 'Share' }).focus()
  rerender(dialog(true))
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  rerender(dialog(false))
  await opened()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Share' }))
})

test('a toast is announced and can be pressed while a dialog stays open', async () => {
  render(<Toaster />)
  const onClose = show(false)
  await opened()
  act(() => void toast('Saved', { id: 'saved' }))
  expect(screen.getByRole('region', { name: 'Messages' }).textContent).toBe('Saved')
  press(screen.getByText('Saved'))
  expect(onClose).not.toHaveBeenCalled()
  act(() => toast.remove('saved'))
})

test('the page behind does not scroll', () => {
  show(false)
  expect(document.body.hasAttribute('data-scroll-locked')).toBe(true)
})
