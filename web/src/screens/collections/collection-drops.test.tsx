import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aCollection } from '../../../../seed/answers/collections.ts'
import { aVideo } from '../../../../seed/answers/videos.ts'
import { openCollection } from '../../../test/collection-screen.tsx'
import { json } from '../../../test/json.ts'
import { toast } from '../../ui/overlays/toast.ts'

const answer = { collection: aCollection('c', 'Harbour'), videos: [aVideo('pier', 'c')], ocr: false, audio: false }
const film = new File(['film'], 'quay.mp4', { type: 'video/mp4' })
const words = new File(['words'], 'notes.pdf', { type: 'application/pdf' })
const drawn = new File(['GIF89a'], 'quay.gif', { type: 'image/gif' })
const REFUSED = 'Only JPEG, PNG and WebP pictures can be searched with.'

const serve = (visual: boolean) =>
  vi.stubGlobal('fetch', async (path: string) =>
    path.split('?')[0] === '/api/indexes/c'
      ? json({ ...answer, visual, expired: false })
      : new Promise(() => undefined),
  )
beforeEach(() => {
  localStorage.clear()
  vi.spyOn(toast, 'error').mockReturnValue('')
  serve(true)
})
afterEach(() => vi.restoreAllMocks())

/** Drops files on an element. @returns whether the browser would open them in place of the page */
function drop(on: Element, ...files: readonly File[]): boolean {
  const items = files.map((file) => ({ kind: 'file', type: file.type, getAsFile: () => file }))
  return fireEvent.drop(on, { dataTransfer: { files, items, types: ['Files'], getData: () => '' } })
}
const card = () => screen.findByRole('article', { name: 'pier.mp4' })
const dialog = () => screen.findByRole('dialog', { name: 'Upload Videos' })

test('films that are dropped beside the cards are offered for upload, and other files are refused with a sentence', async () => {
  openCollection()
  await card()
  expect(drop(screen.getByRole('heading', { level: 1 }), film, words)).toBe(false)
  expect(within(await dialog()).getByText('quay.mp4')).toBeDefined()
  expect(within(await dialog()).getByText('Only video files can be uploaded. Left out: notes.pdf')).toBeDefined()
  drop(document.body, film)
  fireEvent.click(within(await dialog()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(toast.error).not.toHaveBeenCalled()
})

test('a picture never reaches the uploads, wherever it is dropped', async () => {
  openCollection()
  expect(drop(await card(), drawn)).toBe(false)
  drop(screen.getByRole('heading', { level: 1 }), drawn)
  await waitFor(() =>
    expect(vi.mocked(toast.error).mock.calls.map(([sentence]) => sentence)).toEqual([REFUSED, REFUSED]),
  )
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a picture among films is left out by the upload', async () => {
  openCollection()
  drop(await card(), film, drawn)
  expect(within(await screen.findByRole('dialog')).getByText(/Left out: quay\.gif/)).toBeDefined()
  expect(toast.error).not.toHaveBeenCalled()
})

test('in a collection whose pictures are not searched, uploads answer', async () => {
  serve(false)
  openCollection()
  drop(await card(), drawn)
  expect(within(await screen.findByRole('dialog')).getByText(/Left out: quay\.gif/)).toBeDefined()
})
