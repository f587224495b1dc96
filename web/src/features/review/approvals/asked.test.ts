import type { CompanyUser } from '@footnote/contract/nouns/identity/companies.ts'
import type { ReviewPerson } from '@footnote/contract/shared/approvals.ts'
import { expect, test } from 'vitest'
import { askedBefore, askedByMail, dayOf, endOf, membersBeside } from './asked.ts'

const user = (first_name: string, fields: Partial<CompanyUser> = {}): CompanyUser => ({
  ...{ first_name, last_name: 'Lind', email: `${first_name.toLowerCase()}@example.org` },
  ...{ verified: true, is_admin: false, read_only: false, ...fields },
})
const person = (name: string, fields: Partial<ReviewPerson> = {}): ReviewPerson => ({
  ...{ id: name, name, kind: 'member', asked: true, me: false, verdict: null, note: null, at: null },
  ...{ user_id: `id of ${name}`, email: null, link_ended: false, ...fields },
})

test('members can be asked once, by their address; invited people cannot', () => {
  const users = [user('Bo'), user('Cy'), user('Di', { verified: false })]
  const names = (asked: Parameters<typeof membersBeside>[1]) => membersBeside(users, asked).map(({ name }) => name)
  expect(names([])).toEqual(['Bo Lind', 'Cy Lind'])
  expect(names([askedByMail('CY@example.org', 'Cy Lind', false)])).toEqual(['Bo Lind'])
  expect(names([askedBefore(person('Bo Lind'))])).toEqual(['Cy Lind'])
  // A guest of the same name is somebody else.
  expect(names([askedByMail('bo@elsewhere.example', 'Bo Lind', true)])).toEqual(['Bo Lind', 'Cy Lind'])
})

test('who was asked before is asked again as the person that they are', () => {
  expect(askedBefore(person('Bo')).sent).toEqual({ user_id: 'id of Bo' })
  const guest = person('Kim', { kind: 'guest', user_id: null, email: 'kim@client.example' })
  expect(askedBefore(guest).sent).toEqual({ email: 'kim@client.example', name: 'Kim' })
  expect([askedBefore(person('Bo')), askedBefore(guest)].map(({ guest }) => guest)).toEqual([false, true])
})

test('a due date is the end of a day here, and the field shows that day again', () => {
  expect(dayOf(endOf('2026-11-30'))).toBe('2026-11-30')
  expect(new Date(endOf('2026-11-30') ?? '').getHours()).toBe(23)
  expect([dayOf(null), endOf('')]).toEqual(['', null])
})
