import type { ShareLink } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
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
function server(first: readonly ShareLink[]) {
  const asked: { method: string; path: string; body: Record<string, unknown> }[] = []
  let boxes = first
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    const given = body ? JSON.parse(String(body)) : null
    if (path.endsWith('/address')) return json({ share_url: 'https://footnote.example/send/again' })
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
