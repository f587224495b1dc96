import { act, render } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { anOpenedLink } from '../../../../../../seed/answers/links.ts'
import { keepGuestName } from '../../../../lib/guest.ts'
import { Watermark } from './watermark.tsx'

const box = { left: 0, top: 0, width: 640, height: 360 }
const link = anOpenedLink('v', { watermark: 'over', watermark_text: 'Northlane' })

beforeEach(() => localStorage.clear())

/** Draws it. @returns the text that it repeats */
function drawn(of = link): () => string {
  const { container } = render(<Watermark link={of} box={box} />)
  const svg = container.querySelector('svg')
  expect(svg?.getAttribute('aria-hidden')).toBe('true')
  return () => {
    const texts = new Set([...container.querySelectorAll('text')].map(({ textContent }) => textContent))
    expect(texts.size).toBe(1)
    return [...texts][0] ?? ''
  }
}

test('the watermark repeats the name of the guest, the day and the text of the link, and follows the name', async () => {
  const text = drawn()
  expect(text()).toMatch(/^\w+ \d+, \d{4} · Northlane$/)
  await act(async () => keepGuestName('Kim Aalto'))
  expect(text()).toMatch(/^Kim Aalto · \w+ \d+, \d{4} · Northlane$/)
})

test('at a link that was made for somebody it has their name, whatever name the browser knows', () => {
  keepGuestName('Somebody else')
  expect(drawn({ ...link, guest_name: 'Carla Client', watermark_text: '' })()).toMatch(
    /^Carla Client · \w+ \d+, \d{4}$/,
  )
})
