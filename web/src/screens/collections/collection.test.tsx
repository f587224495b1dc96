import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aCollection } from '../../../../seed/answers/collections.ts'
import { aVideo } from '../../../../seed/answers/videos.ts'
import { openCollection } from '../../../test/collection-screen.tsx'
import { json } from '../../../test/json.ts'

const collection = aCollection('c', 'Harbour')
const video = (id: string, status: Video['status']): Video => ({
  ...aVideo(id, 'c'),
  status,
  video_duration: 12,
  duration: 12,
})

/**
 * A server with one ready and one failed video. Its list shows a deletion at once.
 * @param deletion answer to the deletion
 * @param refresh answer to reads of the list after that
 */
function serve(deletion: Promise<Response>, refresh?: Promise<Response>) {
  let status: Video['status'] = 'FAILED'
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/api/delete_video') {
      status = 'DELETING'
      return deletion
    }
    const [address] = path.split('?')
    if (address === '/api/deletion_preview')
      return json({ open: 0, keepable: 0, keepable_in: [], resolved: 0, selects: [] })
    if (address !== '/api/indexes/c') return new Promise(() => undefined)
    if (status === 'DELETING' && refresh) return refresh
    const videos = [video('good', 'SUCCESS'), video('bad', status)]
    return json({ collection, videos, visual: true, ocr: false, audio: false, expired: false })
  })
}

function show() {
  const { queries } = openCollection()
  return { refresh: () => act(() => queries.invalidateQueries({ queryKey: ['collections'] })) }
}
/** Deletes once the dialog says what goes with the video. */
async function confirm() {
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('No comments go with it.')
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Delete' })))
}
const done = () => json({ message: 'The video is being deleted' })

beforeEach(() => {
  localStorage.clear()
})

test('names are cut at the end of their own script, for a video and its collection', async () => {
  serve(new Promise(() => undefined))
  show()
  const names = [await screen.findByRole('heading', { level: 3, name: 'good.mp4' }), screen.getAllByText('Harbour')[0]]
  expect(names.map((name) => name?.getAttribute('dir'))).toEqual(['auto', 'auto'])
})

test('a video is shown as being deleted as soon as the server answers', async () => {
  serve(Promise.resolve(done()), new Promise(() => undefined))
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Delete: bad.mp4' }))
  await confirm()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('Deleting')).toBeDefined()
})

test('the dialog does not return for a video that was deleted while it was the only visible one', async () => {
  const { promise: deletion, resolve } = Promise.withResolvers<Response>()
  serve(deletion)
  const { refresh } = show()
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Show: All' }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Failed' }))
  fireEvent.click(screen.getByRole('button', { name: 'Delete: bad.mp4' }))
  await confirm()
  await refresh()
  const showAll = await screen.findByText('Show all')
  await act(async () => resolve(done()))
  fireEvent.click(showAll)
  await screen.findByText('Deleting')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the card of a video that does not play says why, and its owner can retry', async () => {
  const playback_error = 'This video could not be prepared for playing. The file is damaged. Upload another copy of it.'
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
    if (path === '/api/retry-indexing') {
      asked.push(JSON.parse(String(body)))
      return json({ message: 'The video is being prepared for playing again' })
    }
    if (path.split('?')[0] !== '/api/indexes/c') return new Promise(() => undefined)
    const failed = {
      ...video('bad', 'SUCCESS'),
      can: { ...aVideo('bad', 'c').can, retry: true },
      playback: asked.length > 0 ? 'PREPARING' : 'FAILED',
      playback_error,
    }
    return json({ collection, videos: [failed], visual: true, ocr: false, audio: false, expired: false })
  })
  show()
  const retry = await screen.findByRole('button', { name: /Cannot play.*Retry/ })
  act(() => retry.focus())
  expect((await screen.findByRole('tooltip')).textContent).toBe(`${playback_error} Click to retry.`)
  fireEvent.click(retry)
  expect(await screen.findByText('Preparing to play')).toBeDefined()
  expect(asked).toEqual([{ video_id: 'bad' }])
})

test('the card of a video whose frames are read differently now says so, and its owner can have it indexed again', async () => {
  const reading_note = 'Footnote reads the frames of this file differently now.'
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
    if (path === '/api/retry-indexing') {
      asked.push(JSON.parse(String(body)))
      return json({ message: 'The video is being indexed again' })
    }
    if (path.split('?')[0] !== '/api/indexes/c') return new Promise(() => undefined)
    const old = {
      ...video('old', 'SUCCESS'),
      can: { ...aVideo('old', 'c').can, retry: true },
      reading_note: asked.length > 0 ? null : reading_note,
    }
    return json({ collection, videos: [old], visual: true, ocr: false, audio: false, expired: false })
  })
  show()
  const again = await screen.findByRole('button', { name: /Read differently.*Index again/ })
  act(() => again.focus())
  expect((await screen.findByRole('tooltip')).textContent).toBe(`${reading_note} Click to index again.`)
  fireEvent.click(again)
  await waitFor(() => expect(screen.queryByText('Read differently')).toBeNull())
  expect(asked).toEqual([{ video_id: 'old' }])
})

test('videos dropped on an empty collection are listed in the dialog before they are sent', async () => {
  vi.stubGlobal('fetch', async (path: string) =>
    path.split('?')[0] === '/api/indexes/c'
      ? json({ collection, videos: [], visual: true, ocr: false, audio: false, expired: false })
      : new Promise(() => undefined),
  )
  show()
  const files = [new File(['film'], 'pier.mp4', { type: 'video/mp4' }), new File(['words'], 'notes.txt')]
  const dataTransfer = {
    files,
    items: files.map((file) => ({ kind: 'file', type: file.type, getAsFile: () => file })),
    types: ['Files'],
  }
  fireEvent.drop(await screen.findByText('No videos yet'), { dataTransfer })
  const dialog = await screen.findByRole('dialog', { name: 'Upload Videos' })
  expect(within(dialog).getByText('pier.mp4')).toBeDefined()
  expect(within(dialog).getByText(/Left out: notes\.txt/)).toBeDefined()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  fireEvent.click(screen.getByRole('button', { name: 'Upload Videos' }))
  expect(within(await screen.findByRole('dialog')).queryByText('pier.mp4')).toBeNull()
})

test('the first video that becomes ready offers its search; one that is ready from the start does not', async () => {
  let status: Video['status'] = 'PROCESSING_VISUAL'
  vi.stubGlobal('fetch', async (path: string) =>
    path.split('?')[0] === '/api/indexes/c'
      ? json({ collection, videos: [video('pier', status)], visual: true, ocr: false, audio: false, expired: false })
      : new Promise(() => undefined),
  )
  const { refresh } = show()
  await screen.findByText(/Processing Visual/)
  expect(screen.queryByText('pier.mp4 is ready to search.')).toBeNull()
  status = 'SUCCESS'
  await refresh()
  await screen.findByText('pier.mp4 is ready to search.')
  expect(screen.getByRole('link', { name: 'Ask it' }).getAttribute('href')).toBe('/collections/c/search')
  cleanup()
  show()
  await screen.findByRole('article', { name: 'pier.mp4' })
  expect(screen.queryByText('pier.mp4 is ready to search.')).toBeNull()
})
