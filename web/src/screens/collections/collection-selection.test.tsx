import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aCollection } from '../../../../seed/answers/collections.ts'
import { aVideo } from '../../../../seed/answers/videos.ts'
import { openCollection } from '../../../test/collection-screen.tsx'
import { json } from '../../../test/json.ts'
import { textsOf } from '../../../test/texts-of.ts'

const collection = aCollection('c', 'Harbour')
const refusal = (detail: string) =>
  json({ type: 'about:blank', title: 'No', status: 403, code: 'forbidden', detail, message: detail }, 403)
const NOTHING = {
  open: true,
  review: false,
  rename: false,
  move: false,
  delete: false,
  retry: false,
  choose_sound: false,
  versions: false,
}

/** What goes with deleted videos. */
const GOING = { open: 3, keepable: 1, keepable_in: ['c'], resolved: 0, selects: [{ id: 's', name: 'Trailer' }] }

/** A collection of four videos, the last by somebody else. @param refused ids that no call changes */
function serve(refused: readonly string[] = [], expired = false) {
  const gone = new Set<string>()
  const asked: string[] = []
  /** Videos that were deleted without their open comments. */
  const kept: string[] = []
  const of = (): Video[] =>
    ['d', 'c', 'b', 'a'].map((id, place) => ({
      ...aVideo(id, 'c'),
      upload_date: `2026-01-0${9 - place}T00:00:00.000Z`,
      ...(gone.has(id) ? { status: 'DELETING' as const } : {}),
      ...(id === 'd' ? { can: NOTHING } : {}),
    }))
  const stubborn = new Set(refused)
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
    if (path.split('?')[0] === '/api/indexes/c')
      return json({ collection, videos: of(), visual: true, ocr: false, audio: false, expired })
    if (path === '/api/deletion_preview') return json(GOING)
    const { id = path.split('/').at(-1), keep_comments } = JSON.parse(String(body ?? '{}'))
    const name = path.split('/')[2] ?? ''
    if (name !== 'delete_video' && name !== 'generate-download-url') return new Promise(() => undefined)
    asked.push(`${name} ${id}`)
    if (keep_comments) kept.push(id)
    if (stubborn.has(id)) return refusal('The disk of this server is full.')
    if (name === 'delete_video') gone.add(id)
    return json({ message: 'Done', url: `#${id}` })
  })
  return { asked, kept, relent: () => stubborn.clear() }
}
async function show() {
  openCollection()
  await screen.findByRole('article', { name: 'a.mp4' })
}
const box = (id: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${id}.mp4` })
const chosen = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter(({ checked }) => checked)
    .map((input) => input.closest('article')?.getAttribute('aria-label'))
const bar = () => screen.findByRole('region', { name: 'Selection' })
const press = async (name: string, where: HTMLElement) =>
  act(async () => fireEvent.click(within(where).getByRole('button', { name })))

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

test('videos are selected by their checkboxes, a range with Shift by pointer and key, all by a button, none by Escape', async () => {
  serve()
  await show()
  fireEvent.click(box('d'))
  expect(within(await bar()).getByRole('status').textContent).toBe('1 selected')
  fireEvent.click(box('b'), { shiftKey: true })
  expect(chosen()).toEqual(['d.mp4', 'c.mp4', 'b.mp4'])
  fireEvent.click(box('c'))
  expect(chosen()).toEqual(['d.mp4', 'b.mp4'])
  fireEvent.keyDown(box('a'), { key: ' ', shiftKey: true })
  expect(chosen()).toEqual(['d.mp4', 'c.mp4', 'b.mp4', 'a.mp4'])
  fireEvent.click(box('a'))
  await press('Select all 4', await bar())
  expect(within(await bar()).getByRole('status').textContent).toBe('4 selected')
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(chosen()).toEqual([])
  expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
})

test('the menu of a video selects it, too, for touch screens', async () => {
  serve()
  await show()
  fireEvent.keyDown(screen.getByRole('button', { name: 'More for b.mp4' }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Select' }))
  expect(chosen()).toEqual(['b.mp4'])
})

test('several are deleted after one dialog that names them and says what stays', async () => {
  const { asked, kept } = serve()
  await show()
  fireEvent.click(box('d'))
  fireEvent.click(box('b'), { shiftKey: true })
  await press('Delete', await bar())
  const dialog = await screen.findByRole('dialog', { name: 'Confirm Delete' })
  expect(textsOf(dialog, 'listitem')).toEqual(['c.mp4', 'b.mp4'])
  expect(within(dialog).getByText(/1 video of other people stays\./)).toBeDefined()
  expect(await within(dialog).findByText('2 open comments and the replies to them go with them.')).toBeDefined()
  expect(within(dialog).getByText('The selects “Trailer” lose their pieces of these videos.')).toBeDefined()
  expect(within(dialog).getByRole('checkbox', { name: /^Keep the open comment in/ })).toHaveProperty('checked', true)
  expect(asked).toEqual([])
  await press('Delete 2 videos', dialog)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked).toEqual(['delete_video c', 'delete_video b'])
  // Only where the server says that another version can have them.
  expect(kept).toEqual(['c'])
  expect(screen.getAllByText('Deleting')).toHaveLength(2)
  expect(chosen()).toEqual(['d.mp4'])
})

test('a video that was not deleted is named with its reason, and only it is retried', async () => {
  const { asked, relent } = serve(['b'])
  await show()
  fireEvent.click(box('c'))
  fireEvent.click(box('a'), { shiftKey: true })
  await press('Delete', await bar())
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText(/comments and the replies/)
  await press('Delete 3 videos', dialog)
  expect((await within(dialog).findByRole('alert')).textContent).toBe(
    '1 of 3 videos was not deleted.b.mp4The disk of this server is full.',
  )
  relent()
  await press('Retry', dialog)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked).toEqual(['delete_video c', 'delete_video b', 'delete_video a', 'delete_video b'])
})

test('several are downloaded in turn; a failed one stays selected and is named', async () => {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(new URL(this.href).hash)
  })
  serve(['c'])
  await show()
  fireEvent.click(box('d'))
  fireEvent.click(box('b'), { shiftKey: true })
  await press('Download', await bar())
  expect(within(await bar()).getByRole('status').textContent).toMatch(/^Downloading [12] of 3$/)
  expect((await screen.findByRole('alert')).textContent).toBe(
    '1 of 3 videos was not downloaded.c.mp4The disk of this server is full.',
  )
  expect([saved, chosen()]).toEqual([['#d', '#b'], ['c.mp4']])
})

test('videos of other people can be downloaded, and neither moved nor deleted', async () => {
  serve()
  await show()
  fireEvent.click(box('d'))
  const names = within(await bar())
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent)
  expect(names).toEqual(['Select all 4', 'Download', 'Share', 'Clear selection'])
})

test('an expired collection has no boxes', async () => {
  serve([], true)
  await show()
  expect(screen.queryAllByRole('checkbox')).toEqual([])
})
