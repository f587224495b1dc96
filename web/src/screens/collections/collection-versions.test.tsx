import type { Version } from '@footnote/contract/nouns/library/videos/versions.ts'
import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aCollection } from '../../../../seed/answers/collections.ts'
import { aVideo } from '../../../../seed/answers/videos.ts'
import { openCollection } from '../../../test/collection-screen.tsx'
import { json } from '../../../test/json.ts'
import { transfer } from '../../features/library/uploads/queue/transfer.ts'

vi.mock('../../features/library/uploads/queue/transfer.ts', { spy: true })

const collection = aCollection('c', 'Cuts')
const stack = { stack_id: 's', version_count: 3 }
/** Three versions of a harbour film, of which the last failed, and another film. */
const VIDEOS: readonly Video[] = [
  {
    ...aVideo('harbour-3', 'c'),
    ...stack,
    version: 3,
    current: false,
    status: 'FAILED',
    error: 'This kind of video is not supported.',
  },
  { ...aVideo('harbour-2', 'c'), ...stack, file_name: 'Harbour.mp4', version: 2 },
  { ...aVideo('harbour-1', 'c'), ...stack, version: 1, current: false },
  { ...aVideo('boats', 'c'), file_name: 'Boats.mp4' },
]
const versionOf = ({ id, version, current, status, error, user_id, file_name }: Video): Version => ({
  ...{ video_id: id, user_id, version, current, status, error, file_name },
  ...{ duration: 60, thumbnail_url: null, created_at: '2026-01-02T00:00:00.000Z' },
  ...{ first_name: 'Ana', last_name: 'Ruiz', open_comments: version, review_status: 'in_progress' },
})

/** A server with these videos. @returns the bodies and addresses of all changes */
function serve() {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit = {}) => {
    if (path.split('?')[0] === '/api/indexes/c')
      return json({ collection, videos: VIDEOS, visual: true, ocr: false, audio: false, expired: false })
    const versions = VIDEOS.slice(0, 3).map(versionOf)
    if (path.startsWith('/api/quick-review/versions/')) return json({ stack_id: 's', versions })
    if (path.startsWith('/api/uploads/find')) return json({ video: null, compares: false })
    if (method !== 'POST') return new Promise(() => undefined)
    asked.push([path, body && JSON.parse(String(body))])
    return json({ stack_id: 's', versions })
  })
  return asked
}
async function choose(name: string, entry: string) {
  fireEvent.keyDown(await screen.findByRole('button', { name: `More for ${name}` }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: entry }))
}
const inDialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))
const press = (name: string, where: Pick<typeof screen, 'getByRole'>) =>
  act(async () => fireEvent.click(where.getByRole('button', { name })))
const film = (name: string) => new File([name], name, { type: 'video/mp4' })
/** What each upload announces: its file, and the video that it becomes a version of. */
const announced = () =>
  vi.mocked(transfer).mock.calls.map(([{ metadata }]) => [metadata.filename, metadata.version_of ?? null])

beforeEach(() => {
  vi.mocked(transfer).mockReset().mockResolvedValue('v')
  localStorage.clear()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

test('a stack has one card, with the number of its current version and what became of a newer one', async () => {
  serve()
  openCollection()
  const card = within(await screen.findByRole('article', { name: 'Harbour.mp4' }))
  expect(screen.getAllByRole('article')).toHaveLength(2)
  expect(card.getByText('v2')).toBeDefined()
  expect(card.getByText('v3').parentElement?.textContent).toContain('Failed')
})

test('the menu lists the versions; one of them becomes a video of its own', async () => {
  const asked = serve()
  openCollection()
  await choose('Harbour.mp4', 'Versions')
  const dialog = await inDialog('Versions of Harbour.mp4')
  const rows = within(await dialog.findByRole('list', { name: 'Versions' })).getAllByRole('listitem')
  expect(rows.map((row) => within(row).getByRole('link').textContent)).toEqual([
    expect.stringMatching(/^v3 .*Ana Ruiz.*This kind of video is not supported\..*3 open$/),
    expect.stringMatching(/^v2 .*Current.*2 open$/),
    expect.stringMatching(/^v1 .*Earlier.*1 open$/),
  ])
  await choose('version 1', 'Make a separate video')
  await waitFor(() => expect(asked).toContainEqual(['/api/quick-review/unstack/harbour-1', null]))
})

test('a video becomes a version of another one', async () => {
  const asked = serve()
  openCollection()
  await choose('Boats.mp4', 'Add as version of ...')
  const dialog = await inDialog('Add as version')
  fireEvent.click(dialog.getByRole('radio', { name: 'Harbour.mp4 as version 4' }))
  await press('Add', dialog)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked).toContainEqual(['/api/quick-review/stack/boats', { onto: 'harbour-2' }])
})

test('a new version is uploaded from the menu', async () => {
  serve()
  openCollection()
  await choose('Harbour.mp4', 'Upload new version')
  const dialog = await inDialog('New version of Harbour.mp4')
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [film('anything.mp4')] } })
  await dialog.findByText('anything.mp4')
  expect(dialog.queryByRole('radio')).toBeNull()
  await press('Upload', dialog)
  await waitFor(() => expect(announced()).toEqual([['anything.mp4', 'harbour-2']]))
})

test('a file with a name like that of a video asks whether it is a version; others do not', async () => {
  serve()
  openCollection()
  fireEvent.click(await screen.findByRole('button', { name: 'Upload Videos' }))
  const dialog = await inDialog('Upload Videos')
  const files = [film('Harbour_v4-final.mp4'), film('harbour (1).mp4'), film('Lighthouse.mp4')]
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files } })
  const question = within(await dialog.findByRole('group', { name: 'harbour (1).mp4' }))
  expect(dialog.getAllByRole('group')).toHaveLength(2)
  expect(question.getByRole('radio', { name: 'Add as version 4 of Harbour.mp4' })).toHaveProperty('checked', true)
  fireEvent.click(question.getByRole('radio', { name: 'Upload separately' }))
  await press('Upload', dialog)
  await waitFor(() => expect(announced()).toHaveLength(3))
  expect(announced()).toEqual([
    ['Harbour_v4-final.mp4', 'harbour-2'],
    ['harbour (1).mp4', null],
    ['Lighthouse.mp4', null],
  ])
})

test('files that are dropped on a card ask the same', async () => {
  serve()
  openCollection()
  const card = await screen.findByRole('article', { name: 'Harbour.mp4' })
  const files = [film('Cut of Monday.mp4')]
  await act(async () => {
    const items = files.map((file) => ({ kind: 'file', type: file.type, getAsFile: () => file }))
    fireEvent.drop(card, { dataTransfer: { files, items, types: ['Files'] } })
  })
  const dialog = await inDialog('Upload Videos')
  expect(await dialog.findByRole('radio', { name: 'Add as version 4 of Harbour.mp4' })).toHaveProperty('checked', true)
})
