import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { anOpenedLink } from '../../../../seed/answers/links.ts'
import { json } from '../../../test/json.ts'
import { aRoom, aRoomVideo, openShared, problem, serveLink } from '../../../test/shared-pages.tsx'
import { readGuestName } from '../../lib/guest.ts'
import { readPass } from '../../lib/stored/share-pass.ts'
// Loaded first, because loading takes longer than these tests wait.
import '../../features/review/sharing/gate/gate-page.tsx'
import '../../features/review/sharing/room/room-page.tsx'

const NEEDS = { password: true, name: true, email: 'none' } as const
const link = anOpenedLink(null, {
  ...{ kind: 'set', name: 'Autumn launch', permission: 'approver', shared_by: 'Mara Lindqvist' },
  ...{ locked: true, needs: NEEDS, expires_at: '2026-12-20T12:00:00.000Z' },
})
const room = () => json(aRoom([aRoomVideo('harbour')]))
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
// Pages of one link share what they read, so each test has a link of its own.
let token = 0

beforeEach(() => {
  localStorage.clear()
  token += 1
})
const address = () => `/shared/link${token}`

test('a locked link shows its name, its sender and its fields, and nothing of what it opens', async () => {
  const sent = serveLink({ link, pass: 'right' })
  openShared(address())
  expect(await screen.findByRole('heading', { name: 'Autumn launch' })).toBeDefined()
  expect(screen.getByText(/asks for your review/).textContent).toBe('Mara Lindqvist asks for your review')
  expect(screen.getByText(/sees when you open this link/).textContent).toContain('It ends on December 20, 2026.')
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  expect(sent.every(({ path }) => path.includes('/validate-share-token/'))).toBe(true)
})

test('a link without a name is called after its sender', async () => {
  serveLink({ link: { ...link, name: null }, pass: 'right' })
  openShared(address())
  expect(await screen.findByRole('heading', { name: 'Mara Lindqvist shares videos with you' })).toBeDefined()
})

test('what is missing is said at its field, before anything is sent', async () => {
  const sent = serveLink({ link, pass: 'right' })
  openShared(address())
  await screen.findByLabelText('Password')
  press('Open')
  expect(await screen.findByText('Please enter the password')).toBeDefined()
  expect(screen.getByText('Please enter your name')).toBeDefined()
  expect(sent.some(({ path }) => path.includes('/unlock/'))).toBe(false)
})

test('a wrong password is said in place and can be typed again; the right one opens the link in every tab', async () => {
  const sent = serveLink({
    ...{ link, pass: 'right', room },
    unlock: ({ password }) =>
      password === 'open sesame' ? json({ pass: 'right', code_sent: false }) : problem(401, 'link_password_wrong'),
  })
  openShared(address())
  await screen.findByLabelText('Password')
  type('Password', 'open says me')
  type('Your name', ' Kim Aalto ')
  press('Open')
  expect(
    (await screen.findByText(/^This is not the password/)).closest('.field')?.querySelector('label')?.textContent,
  ).toBe('Password')
  expect(screen.getByLabelText<HTMLInputElement>('Your name').value).toBe(' Kim Aalto ')
  type('Password', 'open sesame')
  fireEvent.submit(screen.getByLabelText('Password').closest('form') as HTMLFormElement)
  expect(await screen.findByText('harbour.mp4')).toBeDefined()
  expect(sent.filter(({ path }) => path.endsWith('/room')).map(({ pass }) => pass)).toEqual(['right'])
  expect([readGuestName(), readPass(`link${token}`)]).toEqual(['Kim Aalto', 'right'])
  cleanup()
  openShared(address())
  expect(await screen.findByText('harbour.mp4')).toBeDefined()
})

test('after too many tries the wait is counted down, and what was typed stays', async () => {
  serveLink({ link, pass: 'right', unlock: () => problem(429, 'rate_limited', 'Wait', { 'retry-after': '61' }) })
  openShared(address())
  await screen.findByLabelText('Password')
  type('Password', 'open sesame')
  type('Your name', 'Kim')
  press('Open')
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: /^Try again in 1:0/ })
  expect(button.disabled).toBe(true)
  await expect.poll(() => button.textContent, { timeout: 4_000 }).toMatch(/^Try again in (1:00|59 s)/)
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('open sesame')
})

test('an address is confirmed by the code that is mailed to it, which may be pasted with blanks', async () => {
  const sent = serveLink({
    ...{ link: { ...link, needs: { password: false, name: true, email: 'confirmed' } }, pass: 'right', room },
    unlock: ({ code }) => {
      if (!code) return json({ pass: null, code_sent: true })
      return code === '12345678'
        ? json({ pass: 'right', code_sent: false })
        : problem(400, 'code_invalid', 'Wrong code.')
    },
  })
  openShared(address())
  await screen.findByLabelText('E-mail')
  type('Your name', 'Kim')
  type('E-mail', 'kim@')
  press('Open')
  expect(await screen.findByText('This is not an e-mail address')).toBeDefined()
  type('E-mail', 'kim@example.org')
  press('Open')
  const code = await screen.findByLabelText('Verification code')
  expect(document.activeElement).toBe(code)
  expect(screen.getByText('kim@example.org')).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Resend code in/ }).disabled).toBe(true)
  type('Verification code', '1111 1111')
  press('Open')
  expect(await screen.findByText('Wrong code.')).toBeDefined()
  type('Verification code', ' 1234 5678 ')
  press('Open')
  expect(await screen.findByText('harbour.mp4')).toBeDefined()
  expect(sent.filter(({ path }) => path.includes('/unlock/')).at(-1)?.body).toEqual({
    ...{ name: 'Kim', email: 'kim@example.org', code: '12345678' },
  })
})

test('an address that may be left out is asked for once, and nothing has to be filled in', async () => {
  const open = { ...link, locked: false, needs: { password: false, name: false, email: 'optional' as const } }
  const sent = serveLink({ link: open, room, unlock: () => json({ pass: 'met', code_sent: false }) })
  openShared(address())
  expect(await screen.findByLabelText('E-mail (optional)')).toBeDefined()
  press('Open')
  expect(await screen.findByText('harbour.mp4')).toBeDefined()
  expect(sent.find(({ path }) => path.includes('/unlock/'))?.body).toEqual({})
  cleanup()
  openShared(address())
  expect(await screen.findByText('harbour.mp4')).toBeDefined()
})

test('a link that only counts its views opens without a question', async () => {
  const counted = { ...link, needs: { password: false, name: false, email: 'none' as const } }
  serveLink({ link: counted, pass: 'right', room })
  openShared(address())
  expect(await screen.findByText('harbour.mp4')).toBeDefined()
})

test('a link that gets another password while it is open shows its fields again, with the name of the guest', async () => {
  localStorage.setItem('footnote.guest_name', 'Kim')
  localStorage.setItem(`footnote.share_pass.link${token}`, 'old')
  const server = { link, pass: 'old', room, unlock: () => json({ pass: 'new', code_sent: false }) }
  serveLink(server)
  openShared(address())
  await screen.findByText('harbour.mp4')
  server.pass = 'new'
  await act(async () => void window.dispatchEvent(new Event('visibilitychange')))
  expect(await screen.findByLabelText('Password')).toBeDefined()
  expect(screen.queryByText('harbour.mp4')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Your name').value).toBe('Kim')
  type('Password', 'another one')
  press('Open')
  expect(await screen.findByText('harbour.mp4')).toBeDefined()
})

test('a link that ends while its fields are shown says so', async () => {
  serveLink({ link, pass: 'right', unlock: () => problem(404, 'invalid_share_token', 'Invalid share token') })
  openShared(address())
  await screen.findByLabelText('Password')
  const fetched = vi.mocked(fetch)
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) =>
    path.includes('/validate') ? problem(404, 'invalid_share_token', 'Invalid share token') : fetched(path, init),
  )
  type('Password', 'open sesame')
  type('Your name', 'Kim')
  press('Open')
  expect(await screen.findByText('This link has ended')).toBeDefined()
})
