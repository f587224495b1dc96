import type { ReviewPerson } from '@footnote/contract/shared/approvals.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../lib/calls/query-client.ts'
import { ApprovalsDialog, type View } from './approvals-dialog.tsx'

const NAME = 'Max Member'
const person = (kind: ReviewPerson['kind']): ReviewPerson => ({
  ...{ id: kind, name: NAME, kind, asked: true, me: false, verdict: null, note: null, at: null },
  link_ended: false,
  ...(kind === 'member' ? { user_id: 'm', email: null } : { user_id: null, email: 'max@client.example' }),
})
const data = {
  ...{ review_status: 'needs_review' as const, due_at: null, reviewers: [person('member'), person('guest')] },
  can: { decide: false, request: true, set: false },
}
const entry = {
  ...{ id: '1', video_id: 'v', version: 1, at: '2026-11-28T09:00:00.000Z', actor: `${NAME} (guest)`, is_guest: true },
  ...{ action: 'verdict', before: { review_status: 'needs_review' } },
  after: { review_status: 'approved', verdict: 'approved' },
}

beforeEach(() => {
  vi.stubGlobal('fetch', (path: string) =>
    path.includes('review-log') ? Promise.resolve(Response.json({ entries: [entry] })) : new Promise(() => undefined),
  )
})

/** The only member who can be asked. */
const users = [{ first_name: 'Mia', last_name: 'Member', email: 'mia@member.example', verified: true, is_admin: false }]
const withCompany = () => {
  const queries = createQueryClient()
  queries.setQueryData(['company', 'details'], { users })
  return queries
}

const open = (view: View, answer = data) =>
  render(
    <QueryClientProvider client={withCompany()}>
      <MemoryRouter>
        <ApprovalsDialog
          {...{ video: { id: 'v', version: 1 }, data: answer, share: null, newer: null, view }}
          onView={() => undefined}
          onClose={() => undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )

/** Whether an entry of a list has the mark of a guest, and the ring in place of a member's disc. */
const looks = (item: HTMLElement) => [
  within(item).queryByText('guest') !== null,
  item.querySelector('.avatar')?.classList.contains('avatar-guest'),
]

test('a guest with the name of a member is marked among the people of an approval', async () => {
  open('people')
  const people = within(await screen.findByRole('list', { name: 'People' })).getAllByRole('listitem')
  expect(people.map(looks)).toEqual([
    [false, false],
    [true, true],
  ])
})

test('and in the request, also before it is sent', async () => {
  open('request', { ...data, reviewers: [person('member')] })
  const asked = () => within(screen.getByRole('list', { name: 'Asked people' })).getAllByRole('listitem')
  const add = (address: string) => {
    fireEvent.change(screen.getByLabelText('E-mail of somebody else'), { target: { value: address } })
    fireEvent.change(screen.getByLabelText('Their name'), { target: { value: NAME } })
    fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  }
  await screen.findByRole('list', { name: 'Asked people' })
  add('max@client.example')
  add('Mia@member.example')
  expect(asked().map(looks)).toEqual([
    [false, false],
    [true, true],
    // The address is a member's.
    [false, false],
  ])
  expect(screen.getByRole('button', { name: `Do not ask ${NAME} (guest)` })).toBeDefined()
})

test('the history says that a guest decided', async () => {
  open('history')
  const history = await screen.findByRole('list', { name: 'History' })
  expect(await within(history).findByText(`${NAME} (guest) approved version 1`)).toBeDefined()
})

describe('a guest whose link has ended', () => {
  const kim = { ...person('guest'), id: 'kim', name: 'Kim Lee', email: 'kim@client.example', link_ended: true }
  const max = { ...person('member'), asked: false, verdict: 'approved' as const, at: '2026-11-28T09:00:00.000Z' }

  test('is marked, and the verdict of somebody else counts', async () => {
    open('people', { ...data, reviewers: [kim, max] })
    const people = within(await screen.findByRole('list', { name: 'People' })).getAllByRole('listitem')
    expect(within(people[0]!).getByText('Link ended')).toBeDefined()
    expect(within(people[1]!).queryByText(/does not count/)).toBeNull()
  })

  test('and has decided keeps the verdict', async () => {
    open('people', { ...data, reviewers: [{ ...kim, verdict: 'approved' }, max] })
    const people = within(await screen.findByRole('list', { name: 'People' })).getAllByRole('listitem')
    expect(within(people[0]!).getByText('Approved')).toBeDefined()
    expect(within(people[0]!).getByText('link ended')).toBeDefined()
    expect(within(people[1]!).getByText('not asked, does not count')).toBeDefined()
  })

  test('is asked again only if somebody adds them', async () => {
    open('request', { ...data, reviewers: [person('member'), kim] })
    const asked = () => within(screen.getByRole('list', { name: 'Asked people' })).getAllByRole('listitem')
    const add = await screen.findByRole('button', { name: 'Ask Kim Lee guest again, by a new link' })
    expect(asked()).toHaveLength(1)
    fireEvent.click(add)
    expect(asked()).toHaveLength(2)
    expect(screen.queryByRole('button', { name: /by a new link/ })).toBeNull()
  })
})
