import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { anOpenedLink } from '../../../../seed/answers/links.ts'
import { json } from '../../../test/json.ts'
import { aRoom, aRoomVideo, type LinkServer, openShared, problem, serveLink } from '../../../test/shared-pages.tsx'
// Loaded first, because loading takes longer than these tests wait.
import '../../features/review/sharing/guest-mail/guest-mail.tsx'
import '../../features/review/sharing/room/room-page.tsx'
import './shared-video.tsx'

const link = anOpenedLink(null, { kind: 'set', permission: 'commenter' })
const room = () => json(aRoom([aRoomVideo('harbour')]))
const choice = () => screen.queryByRole<HTMLInputElement>('checkbox', { name: 'Mail me answers and new versions' })
// Pages of one link share what they read, so each test has a link of its own.
let token = 0

beforeEach(() => {
  localStorage.clear()
  token += 1
})
const address = (video = '') => `/shared/mail${token}${video && `/${video}`}`

test('a guest without a proven address sees no choice', async () => {
  serveLink({ link, room })
  openShared(address())
  await screen.findByText('harbour.mp4')
  expect(choice()).toBeNull()
})

test('the choice is sent, read again, and the same on the page of a video', async () => {
  const server: LinkServer = {
    link: { ...link, mail: false },
    room,
    mail: (mail) => {
      server.link = { ...link, mail }
      return json({ mail })
    },
  }
  const sent = serveLink(server)
  const { unmount } = openShared(address())
  await expect.poll(() => choice()?.checked).toBe(false)
  fireEvent.click(choice()!)
  await expect.poll(() => choice()?.checked).toBe(true)
  await expect.poll(() => sent.filter(({ path }) => path.includes('/validate-share-token/')).length).toBe(2)
  expect(sent.filter(({ path }) => path.endsWith('/mail')).map(({ body }) => body)).toEqual([{ mail: true }])
  unmount()
  openShared(address('harbour'))
  await expect.poll(() => choice()?.checked).toBe(true)
})

test('a choice that cannot be saved is as before, and the page says so', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  serveLink({ link: { ...link, mail: false }, room, mail: () => problem(403, 'forbidden') })
  openShared(address())
  await expect.poll(() => choice()?.checked).toBe(false)
  fireEvent.click(choice()!)
  expect((await screen.findByRole('alert')).textContent).toBe('Your choice could not be saved. Please try again.')
  expect([choice()?.checked, warn.mock.calls.length]).toEqual([false, 1])
})
