import type { ReceivedFile } from '@footnote/contract/nouns/review/sharing/box.ts'
import type { ShareLink } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { aShareLink } from '../../../../../../seed/answers/links.ts'
import { json } from '../../../../../test/json.ts'
import { createQueryClient } from '../../../../lib/calls/query-client.ts'
import { BoxDialog } from './box-dialog.tsx'

const GIB = 1024 ** 3
const aBox = (changes: Partial<ShareLink> = {}): ShareLink =>
  aShareLink('b', {
    kind: 'box',
    name: 'Day 2',
    expires_at: '2026-12-04T17:00:00.000Z',
    email_rule: 'optional',
    box: { message: '', max_files: 40, max_bytes: 400 * GIB, files: 2, bytes: 41 * GIB, arrived_at: null },
    ...changes,
  })

/** A server with the boxes of a collection. @returns what it was asked to change */
function server(first: readonly ShareLink[], files: readonly ReceivedFile[] | null = []) {
  const asked: { method: string; path: string; body: Record<string, unknown> }[] = []
  let boxes = first
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    const given = body ? JSON.parse(String(body)) : null
    if (path.endsWith('/address')) return json({ share_url: 'https://footnote.example/send/again' })
    if (path.endsWith('/files')) return files ? json({ files }) : json({ detail: 'No' }, 400)
    if (method === 'GET') return json({ share_links: boxes })
    asked.push({ method, path, body: given })
    if (method === 'DELETE') boxes = []
    else boxes = [aBox(given.paused === undefined ? {} : { paused: given.paused })]
    if (method === 'POST') return json({ share_url: 'https://footnote.example/send/abc', link: boxes[0] }, 201)
    return json(method === 'PUT' ? boxes[0] : { message: 'The link was revoked' })
  })
  return asked
}

const closed = vi.fn()
function open() {
  closed.mockReset()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <BoxDialog collection={{ id: 'c', name: 'Autumn campaign' }} onClose={closed} />
    </QueryClientProvider>,
  )
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })

afterEach(() => vi.unstubAllGlobals())

test('whoever has no box makes one, reads what is wrong, and gets its address', async () => {
  const asked = server([])
  open()
  await type('What you ask for', 'Day 2')
  await type('Files at most', 'none')
  await press('Make the box')
  await screen.findByText('A box takes 1 to 500 files')
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Files at most'))
  await type('Files at most', '6')
  await press('Make the box')
  expect(await screen.findByDisplayValue('https://footnote.example/send/abc')).toBeTruthy()
  expect(asked[0]?.body).toMatchObject({ kind: 'box', ids: ['c'], name: 'Day 2', max_files: 6, max_bytes: 400 * GIB })
  expect(closed).not.toHaveBeenCalled()
})

test('a browser that copies nothing by itself shows the address of a box', async () => {
  server([aBox()])
  vi.stubGlobal('navigator', {
    ...navigator,
    clipboard: { writeText: () => Promise.reject(new Error('not allowed')) },
  })
  open()
  await press('Copy link: Day 2')
  expect(await screen.findByDisplayValue('https://footnote.example/send/again')).toBeTruthy()
})

test('a box says what is used, and can be paused, changed and ended', async () => {
  const asked = server([aBox()])
  open()
  await screen.findByText('2 of 40 files')
  await press('Pause: Day 2')
  await screen.findByText('Paused')
  await press('Change: Day 2')
  await type('Files at most', '8')
  await press('Save')
  await press('End: Day 2')
  await press('End box')
  await screen.findByRole('button', { name: 'Make the box' })
  expect(asked.map(({ method, body }) => [method, body])).toEqual([
    ['PUT', { paused: true }],
    ['PUT', { max_files: 8 }],
    ['DELETE', null],
  ])
})

test('the files of a box are listed by who sent them, with size and time', async () => {
  const kim = { guest_name: 'Kim Aalto', email: 'kim@northlane.example', file_size: 18 * GIB }
  const now = new Date().toISOString()
  server(
    [aBox()],
    [
      { ...kim, file_id: '1', file_name: 'A001_C006.mov', arrived_at: null },
      { ...kim, file_id: '2', file_name: 'A001_C004.mov', arrived_at: now },
      { file_id: '3', file_name: 'B001_C001.mov', file_size: GIB, guest_name: null, email: null, arrived_at: now },
    ],
  )
  open()
  await press('Files: Day 2')
  const files = within(await screen.findByRole('region', { name: 'Files of Day 2' }))
  await files.findByText('A001_C006.mov')
  expect(files.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Kim Aaltokim@northlane.exampleA001_C006.mov18 GBOn its wayA001_C004.mov18 GBjust now',
    'A001_C006.mov18 GBOn its way',
    'A001_C004.mov18 GBjust now',
    'Somebody without a nameB001_C001.mov1.0 GBjust now',
    'B001_C001.mov1.0 GBjust now',
  ])
  await press('Files: Day 2')
  expect(screen.queryByText('A001_C006.mov')).toBeNull()
})

test('an empty box says so, and files that cannot be read can be tried again', async () => {
  server([aBox()])
  open()
  await press('Files: Day 2')
  expect(await screen.findByText('Nobody has sent anything yet.')).toBeTruthy()
  vi.unstubAllGlobals()
  server([aBox()], null)
  await press('Files: Day 2')
  await press('Files: Day 2')
  expect(await screen.findByText('Nobody has sent anything yet.')).toBeTruthy()
})
