import type { ShareLink } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import type { Visit } from '@footnote/contract/nouns/review/sharing/visits.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { aShareLink } from '../../../../../seed/answers/links.ts'
import { json } from '../../../../test/json.ts'
import { createQueryClient } from '../../../lib/calls/query-client.ts'
import { ShareDialog } from './share-dialog.tsx'
import type { ShareSubject } from './subject.ts'

const video: ShareSubject = {
  ...{ kind: 'video', id: 'v', name: 'Harbour.mp4', thumbnail_url: null, duration: 24, may_share: true },
}
const NAME = 'Viewer link for anybody. Made by you, January 1, 2026, 09:05'
const link = aShareLink('l', { created_at: new Date(2026, 0, 1, 9, 5).toISOString() })

interface Write {
  method: string
  path: string
  body: Record<string, unknown> | null
}

/** A server with one link; it changes and makes links as it is asked. */
function server(of: ShareLink | null, visits: readonly Visit[] = []): Write[] {
  const asked: Write[] = []
  let now = of
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    const given = body ? JSON.parse(String(body)) : null
    if (method !== 'GET') asked.push({ method, path, body: given })
    if (path.endsWith('/address')) return json({ share_url: 'https://footnote.example/shared/again' })
    if (path.endsWith('/visits')) return json({ visits, views: visits.length })
    if (method === 'GET') return json({ share_links: now ? [now] : [] })
    const { kind = 'version', ids, password, ...same } = given
    now = { ...(now ?? link), ...same, kind, has_password: password !== null, ...(ids ? { newer_version: null } : {}) }
    return json(method === 'PUT' ? now : { share_url: 'https://footnote.example/shared/new', link: now })
  })
  return asked
}

const copied = vi.fn<(text: string) => Promise<void>>()
function open(subject: ShareSubject = video) {
  copied.mockReset().mockResolvedValue()
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied } })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ShareDialog open onClose={() => undefined} subject={subject} />
    </QueryClientProvider>,
  )
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const tick = async (label: string) => fireEvent.click(await screen.findByLabelText(label))
const choose = async (control: RegExp, choice: RegExp) => {
  fireEvent.keyDown(await screen.findByRole('button', { name: control }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitemradio', { name: choice }))
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a link with settings is made with all of them', async () => {
  const asked = server(null)
  open()
  await press('More settings')
  await type('Name', ' Autumn launch ')
  await choose(/^Shows: This version/, /Newest version/)
  await tick('Password')
  await press('Suggest a password')
  const password = (await screen.findByLabelText<HTMLInputElement>('Password', { selector: '[type=text]' })).value
  expect(password).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/)
  await choose(/^E-mail of guests: Not asked for/, /Confirmed/)
  await type('Only these addresses (optional)', 'kim@example.org, @northlane.example')
  await type('Views', '10')
  expect(screen.getByText('What is played can still be recorded.')).toBeDefined()
  await choose(/^Download: None/, /Original/)
  expect(screen.queryByText('What is played can still be recorded.')).toBeNull()
  await tick('Earlier versions, too')
  await choose(/^Watermark: None/, /^Over the picture/)
  expect(screen.getByText(/can be taken away by someone who knows how/)).toBeDefined()
  await type('Text after the guest’s name and the date (optional)', 'Northlane')
  await tick('Tell me when opened')
  await choose(/^Link Expiration/, /On a date/)
  await type('Last day', '2099-12-20')
  await press('Generate Link')
  expect(await screen.findByDisplayValue('https://footnote.example/shared/new')).toBeDefined()
  expect(asked).toEqual([
    {
      method: 'POST',
      path: '/api/sharing_router/links',
      body: {
        ...{ kind: 'stack', ids: ['v'], name: ' Autumn launch ', permission: 'viewer', password },
        ...{ email_rule: 'confirmed', emails_allowed: ['kim@example.org', '@northlane.example'], max_views: 10 },
        ...{ download: 'original', show_versions: true, watermark: 'over', watermark_text: 'Northlane', tell: true },
        expires_at: new Date('2099-12-20T23:59:59').toISOString(),
      },
    },
  ])
})

test('a link with a watermark in the picture needs a text, and says what guests do without', async () => {
  const asked = server(null)
  open()
  await press('More settings')
  await choose(/^Download: None/, /^Original/)
  await choose(/^Watermark: None/, /^In the picture/)
  expect(screen.getByRole('button', { name: /^Download: Marked copy/ })).toBeDefined()
  expect(screen.getByText(/play and download only that copy/).textContent).toMatch(
    /no light copy and no pictures over the timeline/,
  )
  await press('Generate Link')
  expect(await screen.findByText('A watermark in the picture needs a text')).toBeDefined()
  expect(asked).toEqual([])
  const text = await screen.findByLabelText<HTMLInputElement>('Text in the picture')
  await expect.poll(() => document.activeElement).toBe(text)
  expect(text.maxLength).toBe(80)
  await type('Text in the picture', 'Northlane, do not share')
  await press('Generate Link')
  await expect
    .poll(() => asked.at(-1)?.body)
    .toMatchObject({ watermark: 'in', watermark_text: 'Northlane, do not share' })
})

test('a watermark in the picture is switched on, gets another text, and is switched off', async () => {
  const asked = server(link)
  open()
  await press(`Settings: ${NAME}`)
  await choose(/^Watermark: None/, /^In the picture/)
  await press('Save')
  expect(await screen.findByText('A watermark in the picture needs a text')).toBeDefined()
  await type('Text in the picture', 'Northlane')
  await press('Save')
  await expect.poll(() => asked.at(-1)?.body).toEqual({ watermark: 'in', watermark_text: 'Northlane' })
  await press(`Settings: ${NAME}`)
  await type('Text in the picture', 'Southlane')
  await press('Save')
  await expect.poll(() => asked.at(-1)?.body).toEqual({ watermark_text: 'Southlane' })
  await press(`Settings: ${NAME}`)
  await choose(/^Watermark: In the picture/, /^None/)
  await press('Save')
  await expect.poll(() => asked.at(-1)?.body).toEqual({ watermark: 'none' })
})

test('a link says how many marked copies are being prepared, and makes again those that failed', async () => {
  const marked = { ready: 1, preparing: 2, failed: 0 }
  server({ ...link, watermark: 'in', watermark_text: 'Northlane', marked })
  open()
  expect(await screen.findByText('2 of 3 are being prepared.')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull()
  cleanup()
  const asked = server({ ...link, watermark: 'in', watermark_text: 'Northlane', marked: { ...marked, failed: 1 } })
  open()
  expect(await screen.findByText('2 of 4 are being prepared.')).toBeDefined()
  expect(screen.getByText('1 could not be prepared.')).toBeDefined()
  await press(`Try again: ${NAME}`)
  await expect
    .poll(() => asked)
    .toEqual([{ method: 'PUT', path: '/api/sharing_router/share-links/l', body: { watermark: 'in' } }])
})

test('a link reads again how far its marked copies are, until they are made', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const of = { ...link, watermark: 'in' as const, watermark_text: 'Northlane' }
  server({ ...of, marked: { ready: 0, preparing: 1, failed: 0 } })
  open()
  expect(await screen.findByText('1 of 1 is being prepared.')).toBeDefined()
  server({ ...of, marked: { ready: 1, preparing: 0, failed: 0 } })
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.queryByText(/being prepared/)).toBeNull()
  expect(screen.getByText('Watermark in the picture')).toBeDefined()
})

test('what is wrong is said at its field before a link is made', async () => {
  const asked = server(null)
  open()
  await press('More settings')
  await tick('Password')
  await type('Views', 'many')
  await choose(/^E-mail of guests/, /Required/)
  await type('Only these addresses (optional)', 'northlane')
  await press('Generate Link')
  expect(await screen.findByText('Use at least 8 characters')).toBeDefined()
  expect(screen.getByText(/^An entry is an e-mail address/)).toBeDefined()
  expect(screen.getByText('Type a whole number, or nothing for no limit')).toBeDefined()
  await expect.poll(() => document.activeElement?.getAttribute('aria-invalid')).toBe('true')
  expect(asked).toEqual([])
})

test('from a collection a link shows the ticked videos, or the collection with what comes later', async () => {
  const asked = server(null)
  open({ kind: 'collection', id: 'c', name: 'Coast', chosen: ['a', 'b'], may_share: true })
  expect(screen.getByText('2 chosen videos')).toBeDefined()
  await press('Generate Link')
  await screen.findByDisplayValue('https://footnote.example/shared/new')
  await press('More settings')
  await choose(/^Shows: Chosen videos/, /also what comes later/)
  await press('Generate Link')
  await expect.poll(() => asked.length).toBe(2)
  expect(asked.map(({ body }) => [body?.kind, body?.ids])).toEqual([
    ['set', ['a', 'b']],
    ['collection', ['c']],
  ])
})

test('selects are shared when they were rendered; before, the dialog says what to do', async () => {
  const asked = server(null)
  const selects = { kind: 'selects', id: 's', name: 'Best of', rendered: false, may_share: true } as const
  open(selects)
  expect(screen.getByText(/Render these selects first/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Generate Link' })).toBeNull()
  open({ ...selects, rendered: true })
  await press('Generate Link')
  await expect.poll(() => asked.map(({ body }) => [body?.kind, body?.ids])).toEqual([['selects', ['s']]])
})

test('only what was changed of a link is saved', async () => {
  const asked = server({ ...link, has_password: true, max_views: 5, views: 2 })
  open()
  expect(await screen.findByText('2 of 5 views')).toBeDefined()
  await press(`Settings: ${NAME}`)
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save' })
  expect(save.disabled).toBe(true)
  await type('Name', 'For Northlane')
  await tick('Tell me when opened')
  fireEvent.click(save)
  await expect.poll(() => asked.at(-1)?.body).toEqual({ name: 'For Northlane', tell: true })
  await press(`Settings: ${NAME}`)
  await tick('Password')
  await press('Save')
  await expect.poll(() => asked.at(-1)?.body).toEqual({ password: null })
})

test('a link is paused and resumed, and its address is copied again', async () => {
  const asked = server(link)
  open()
  await press(`Copy link: ${NAME}`)
  await expect.poll(() => copied.mock.calls).toEqual([['https://footnote.example/shared/again']])
  await press(`Pause: ${NAME}`)
  expect(await screen.findByText('Paused')).toBeDefined()
  await press(`Resume: ${NAME}`)
  await expect.poll(() => asked.map(({ body }) => body)).toEqual([{ paused: true }, { paused: false }])
})

test('a browser that copies nothing by itself shows the address', async () => {
  server(link)
  open()
  copied.mockRejectedValue(new Error('not allowed'))
  await press(`Copy link: ${NAME}`)
  expect(await screen.findByDisplayValue('https://footnote.example/shared/again')).toBeDefined()
})

test('a link whose address was not kept says so', async () => {
  server({ ...link, copyable: false })
  open()
  expect(await screen.findByText(/make a new link/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Copy link/ })).toBeNull()
})

test('a link that shows an earlier version is moved to the newest with one press', async () => {
  const asked = server({ ...link, newer_version: { video_id: 'newest', version: 3 } })
  open()
  expect(await screen.findByText('Shows version 1, version 3 exists.')).toBeDefined()
  await press('Show version 3')
  await expect.poll(() => asked.at(-1)?.body).toEqual({ kind: 'version', ids: ['newest'] })
  await expect.poll(() => screen.queryByText(/version 3 exists/)).toBeNull()
})

test('visits say who, when, what and how much', async () => {
  const watched = { video_id: 'v', file_name: 'Harbour.mp4', version: 2, watched: 0.42, seconds: 25.2, downloads: 1 }
  const at = { began_at: new Date().toISOString(), last_at: new Date().toISOString() }
  server(link, [
    { id: '1', guest_name: 'Kim', email: 'kim@example.org', email_confirmed: true, ...at, videos: [watched] },
    { id: '2', guest_name: null, email: null, email_confirmed: false, ...at, videos: [] },
  ])
  open()
  await press(`Visits: ${NAME}`)
  const visits = within(await screen.findByRole('region', { name: 'Visits' }))
  const [kim, somebody] = await visits.findAllByRole('listitem')
  expect(kim?.textContent).toBe('Kimjust nowkim@example.org, confirmedHarbour.mp4v21 download0:25 watched, 42%')
  expect(somebody?.textContent).toBe('Somebody without a namejust nowWatched nothing.')
  await press('Back to the links')
  expect(await screen.findByRole('button', { name: `Visits: ${NAME}` })).toBeDefined()
})

test('a link to many videos says how many, beyond those that it names', async () => {
  server({ ...link, kind: 'set', item_count: 120 })
  open()
  expect(await screen.findByText('120 videos')).toBeDefined()
})

test('a link that nobody opened says so', async () => {
  server(link)
  open()
  await press(`Visits: ${NAME}`)
  expect(await screen.findByText('Nobody has opened this link')).toBeDefined()
})
