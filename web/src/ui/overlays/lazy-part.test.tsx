import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { lazyPart } from './lazy-part.tsx'
import { Toaster } from './toaster.tsx'

test('a part that fails to load leaves the page as it is, says so, and loads at the next try', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const load = vi.fn(async () => () => <p>Loaded</p>).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const Part = lazyPart(load)
  function Page() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <textarea aria-label="Comment" />
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {open && <Part onMissing={() => setOpen(false)} />}
        <Toaster />
      </>
    )
  }
  render(<Page />)
  const box = screen.getByLabelText('Comment')
  fireEvent.change(box, { target: { value: 'Half a sentence' } })
  fireEvent.click(screen.getByText('Open'))
  expect(await screen.findByText('This could not be loaded. Try again, or reload the page.')).toBeDefined()
  expect(screen.getByLabelText('Comment')).toBe(box)
  expect(load).toHaveBeenCalledTimes(1)
  fireEvent.click(screen.getByText('Open'))
  expect(await screen.findByText('Loaded')).toBeDefined()
  expect(box).toHaveProperty('value', 'Half a sentence')
})
