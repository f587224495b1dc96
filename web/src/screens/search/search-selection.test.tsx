import type { CollectionDetail } from '@footnote/contract/nouns/library/collections.ts'
import type { Match } from '@footnote/contract/nouns/output/search.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aCollection } from '../../../../seed/answers/collections.ts'
import { aComment } from '../../../../seed/answers/comments.ts'
import { aMatch } from '../../../../seed/answers/search.ts'
import { aVideo } from '../../../../seed/answers/videos.ts'
import { json } from '../../../test/json.ts'
import { openSearch } from '../../../test/search-screen.tsx'

const collection = aCollection('c', 'Films')
const detail: CollectionDetail = {
  ...{ collection, videos: [aVideo('lane', 'c')] },
  ...{ visual: true, ocr: false, audio: true, expired: false },
}
let found: Record<string, Match[]>
/** Bodies of the calls that send comments. */
let sent: { items: { content: string; video_id: string }[] }[]
/** Answers to those calls, before the usual one. */
let refusals: Response[]
let deleted: string[]
beforeEach(() => {
  // jsdom does not know the element <search>, and React warns about it.
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  ;[sent, refusals, deleted] = [[], [], []]
  found = {
    ledger: [aMatch('lane', 3), aMatch('lane', 20), aMatch('pier', 8), aMatch('quay', 9, { score: 0.7 })],
    rain: [aMatch('pier', 30)],
  }
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(address, 'http://footnote.example')
    if (pathname === '/api/query_index') {
      const matches = found[searchParams.get('query')?.split(' ')[0] ?? ''] ?? []
      return json({ matches, videos: [], truncated: false, corrected: null, understood: true })
    }
    if (pathname === '/api/quick-review/comments-from-matches') {
      const body = JSON.parse(String(init?.body))
      sent.push(body)
      const refusal = refusals.shift()
      if (refusal) return refusal
      const comments = body.items.map((item: { video_id: string; start_time: number; content: string }, at: number) =>
        aComment(`new-${at}`, item.start_time, { video_id: item.video_id, content: item.content }),
      )
      return json({ comments, repeated: [] })
    }
    if (init?.method === 'DELETE') {
      deleted.push(pathname)
      return json({ message: '' })
    }
    if (pathname.startsWith('/api/indexes/')) return json(detail)
    if (pathname === '/api/sample_indexes') return json({ indexes: [] })
    return json({ indexes: [collection] })
  })
})

// The selection of a search outlives its screen, so each test asks in other words.
const LANE_3 = 'lane.mp4, 0:03 – 0:08'
const LANE_20 = 'lane.mp4, 0:20 – 0:25'
const PIER = 'pier.mp4, 0:08 – 0:13'
const box = (name: string) => screen.findByRole('checkbox', { name: `Select ${name}` })
const card = (name: string) => screen.findByRole('button', { name: `Play ${name}` })
const bar = () => screen.findByRole('region', { name: 'Selection' })
const words = async () => within(await bar()).getByRole('status').textContent
const press = (key: string, shiftKey = false) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: shiftKey ? key.toUpperCase() : key, shiftKey })
const noBar = () => waitFor(() => expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull())

test('X selects the focused match and Shift+X all up to it; Escape clears the selection', async () => {
  openSearch('/collections/c/search?q=ledger+0')
  ;(await card(LANE_3)).focus()
  press('x')
  expect(await words()).toBe('1 moment in 1 video')
  ;(await card(PIER)).focus()
  press('x', true)
  expect(await words()).toBe('3 moments in 2 videos')
  ;(await card(LANE_20)).focus()
  press('x')
  expect(await words()).toBe('2 moments in 2 videos')
  press('Escape')
  await noBar()
})

test('all visible matches can be selected, also those that were folded', async () => {
  const { router } = openSearch('/collections/c/search?q=ledger+1')
  fireEvent.click(await box(LANE_3))
  fireEvent.click(within(await bar()).getByRole('button', { name: 'Select all 3' }))
  expect(await words()).toBe('3 moments in 2 videos')
  await act(() => router.navigate('/collections/c/search?q=ledger+1&confidence=Low'))
  fireEvent.click(within(await bar()).getByRole('button', { name: 'Select all 4' }))
  expect(await words()).toBe('4 moments in 3 videos')
  await act(() => router.navigate('/collections/c/search?q=ledger+1&confidence=High'))
  expect(await words()).toBe('3 moments in 2 videos')
})

test('a selection stays with its search: after other results, another search, another page and the way back', async () => {
  const { router, queries } = openSearch('/collections/c/search?q=ledger+2')
  fireEvent.click(await box(LANE_20))
  found.ledger = [aMatch('pier', 50), ...(found.ledger ?? []).toReversed()]
  await act(() => queries.refetchQueries({ queryKey: ['search'] }))
  expect(((await box(LANE_20)) as HTMLInputElement).checked).toBe(true)
  await act(() => router.navigate('/collections/c/search?q=rain'))
  await card('pier.mp4, 0:30 – 0:35')
  await noBar()
  await act(() => router.navigate('/quick-review/u/lane'))
  await act(() => router.navigate(-2))
  expect(await words()).toBe('1 moment in 1 video')
  press('Escape')
})

test('moments are sent with a text each and one beginning; undo deletes the comments and selects the moments', async () => {
  openSearch('/collections/c/search?q=ledger+3')
  for (const name of [PIER, LANE_20, LANE_3]) fireEvent.click(await box(name))
  fireEvent.click(within(await bar()).getByRole('button', { name: 'Send to review' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send 3 moments to review' }))
  fireEvent.change(dialog.getByRole('textbox', { name: 'Begin each comment with' }), { target: { value: 'Rights?' } })
  fireEvent.change(dialog.getByRole('textbox', { name: `Comment on ${LANE_20}` }), { target: { value: 'Keep' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Leave out 0:08 – 0:13' }))
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Team only' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Send 2 comments' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const of_lane = { video_id: 'lane', score: 0.9 }
  expect(sent).toEqual([
    {
      items: [
        { ...of_lane, start_time: 3, end_time: 8, content: 'Rights? a ledger' },
        { ...of_lane, start_time: 20, end_time: 25, content: 'Rights? Keep' },
      ],
      ...{ query: 'ledger 3', index_id: 'c', types: [], frame: null, visibility: 'team' },
    },
  ])
})

test('a text that is missing is asked for, and a refusal keeps all that was written', async () => {
  const detail = 'Item 1: Not found.'
  refusals = [
    json({ type: 'about:blank', title: 'Not Found', status: 404, code: 'not_found', detail, message: detail }, 404),
  ]
  openSearch('/collections/c/search?q=ledger+4')
  fireEvent.click(await box(LANE_3))
  fireEvent.click(within(await bar()).getByRole('button', { name: 'Send to review' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send 1 moment to review' }))
  const field = () => dialog.getByRole('textbox', { name: `Comment on ${LANE_3}` }) as HTMLTextAreaElement
  fireEvent.change(field(), { target: { value: ' ' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Send 1 comment' }))
  expect(await dialog.findByText('Write what the comment says')).toBeDefined()
  expect(sent).toEqual([])
  fireEvent.change(field(), { target: { value: 'Here' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Send 1 comment' }))
  expect(await dialog.findByText('Item 1: Not found.')).toBeDefined()
  expect(field().value).toBe('Here')
  fireEvent.click(dialog.getByRole('button', { name: 'Send 1 comment' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await noBar()
})
