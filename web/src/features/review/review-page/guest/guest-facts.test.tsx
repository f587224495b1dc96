import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { anOpenedLink } from '../../../../../../seed/answers/links.ts'
import { keepGuestName } from '../../../../lib/guest.ts'
import { GuestFacts, NewerExists } from './guest-facts.tsx'

const link = anOpenedLink('v', { permission: 'approver', shared_by: 'Ada Example' })
const words = () => document.body.textContent
const inApp = (facts: ReactNode) => <MemoryRouter>{facts}</MemoryRouter>

test('a guest reads whom to ask for a link to a newer version, or that it was mailed', () => {
  const { rerender } = render(<NewerExists link={link} />)
  expect(words()).toBe('')
  rerender(<NewerExists link={{ ...link, newer: 'exists' }} />)
  expect(screen.getByRole('status').textContent).toBe('A newer version exists. Ask Ada Example for a link.')
  rerender(<NewerExists link={{ ...link, newer: 'mailed' }} />)
  expect(screen.getByRole('status').textContent).toBe('A newer version exists. Your link to it is in your mail.')
})

test('an asked guest reads who they are, and until when the verdict is due and the link is open', () => {
  const [due, end] = [new Date(2031, 4, 1, 12, 30), new Date(2031, 5, 2)]
  const dates = { due_at: due.toISOString(), expires_at: end.toISOString() }
  render(inApp(<GuestFacts link={{ ...link, guest_name: 'Carla Client', ...dates }} />))
  for (const fact of ['Shared by Ada Example', 'You are Carla Client (guest)']) expect(words()).toContain(fact)
  expect(words()).toContain('Verdict due May 1, 2031, 12:30')
  expect(words()).toContain('Link open until June 2, 2031')
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Help', 'Source code'])
})

test('any other guest reads the name that they have given, from then on; who only watches has none', () => {
  localStorage.clear()
  const { rerender } = render(inApp(<GuestFacts link={link} />))
  expect(words()).not.toContain('You are')
  act(() => keepGuestName('Kim'))
  expect(words()).toContain('You are Kim (guest)')
  rerender(inApp(<GuestFacts link={{ ...link, permission: 'viewer' }} />))
  expect(words()).not.toContain('You are')
})
