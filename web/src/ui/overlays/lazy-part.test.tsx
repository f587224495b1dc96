import { fireEvent, render, screen } from '@testing-library/react'
import { type FunctionComponent, useEffect, useLayoutEffect, useState } from 'react'
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

test('a part that is drawn just before the loading of another one ends is shown, too', async () => {
  const { promise, resolve } = Promise.withResolvers<FunctionComponent<{ name: string }>>()
  const Part = lazyPart(() => promise)
  function Page() {
    const [both, setBoth] = useState(false)
    useEffect(() => {
      const timer = setTimeout(() => setBoth(true))
      return () => clearTimeout(timer)
    }, [])
    // After the second one is drawn, and before its effects.
    useLayoutEffect(() => {
      if (both) resolve(({ name }) => <p>{name}</p>)
    }, [both])
    return (
      <>
        <Part name="First" />
        {both && <Part name="Second" />}
      </>
    )
  }
  render(<Page />)
  expect(await screen.findByText('First')).toBeDefined()
  expect(await screen.findByText('Second')).toBeDefined()
})
