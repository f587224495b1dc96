import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aCollection } from '../../../../seed/answers/collections.ts'
import { aVideo } from '../../../../seed/answers/videos.ts'
import { openCollection } from '../../../test/collection-screen.tsx'
import { json } from '../../../test/json.ts'

const harbour = aCollection('c', 'Harbour', { expires_at: '2026-02-01T12:00:00Z' })

type Answer = (body: never) => Response | Promise<Response>
/** A server with these videos in a collection. @param answers answers to other calls, whose input is recorded */
function serve(videos: () => readonly Video[], answers: Record<string, Answer> = {}) {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
    const [name = ''] = path.split('?')
    if (name.split('?')[0] === '/api/indexes/c')
      return json({
        collection: harbour,
        videos: videos(),
        visual: true,
        ocr: false,
        audio: false,
        expired: false,
      })
    const answer = answers[name]
    if (!answer) return new Promise(() => undefined)
    const sent = body ? JSON.parse(String(body)) : null
    if (sent) asked.push(sent)
    return answer(sent as never)
  })
  return asked
}

async function choose(name: string, entry: string) {
  fireEvent.keyDown(await screen.findByRole('button', { name: `More for ${name}` }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: entry }))
}
const inDialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const press = (name: string, where: Pick<typeof screen, 'getByRole'> = screen) =>
  act(async () => fireEvent.click(where.getByRole('button', { name })))

beforeEach(() => {
  localStorage.clear()
})

test('a video is renamed from its menu: its name without the extension is selected, and the list shows the name', async () => {
  let file_name = 'take.mp4'
  const asked = serve(() => [aVideo('a', 'c', { file_name })], {
    '/api/rename_video': ({ new_name }: { new_name: string }) => {
      file_name = new_name
      return json({ message: 'Successfully renamed video', file_name })
    },
  })
  openCollection()
  await choose('take.mp4', 'Rename')
  const dialog = await inDialog('Rename video')
  const field = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 4])
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Rename' }).disabled).toBe(true)
  fireEvent.change(field, { target: { value: ' Final cut.mp4 ' } })
  await press('Rename', dialog)
  await screen.findByRole('heading', { name: 'Final cut.mp4' })
  expect(asked).toEqual([{ id: 'a', new_name: 'Final cut.mp4' }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a name that the server refuses stays in the dialog with the reason', async () => {
  const detail = 'This collection is expired.'
  serve(() => [aVideo('a', 'c')], {
    '/api/rename_video': () =>
      json({ type: 'about:blank', title: 'No', status: 403, code: 'collection_expired', detail, message: detail }, 403),
  })
  openCollection()
  await choose('a.mp4', 'Rename')
  const dialog = await inDialog('Rename video')
  fireEvent.change(dialog.getByRole('textbox', { name: 'Name' }), { target: { value: 'b.mp4' } })
  await press('Rename', dialog)
  expect((await dialog.findByRole('alert')).textContent).toContain(detail)
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'b.mp4')
})

test('a video is moved to another collection, which then expires as early as the older one', async () => {
  let videos = [aVideo('a', 'c')]
  const finals = aCollection('f', 'Finals', { num_videos: 2, expires_at: '2026-03-01T12:00:00Z' })
  const full = aCollection('x', 'Not mine', { can: { rename: false, delete: false, upload: false } })
  const asked = serve(() => videos, {
    '/api/indexes': () => json({ indexes: [harbour, finals, full] }),
    '/api/quick-review/review_collections': () =>
      json({ review_collections: [aCollection('r', 'Cuts', { kind: 'review', num_videos: 2 })] }),
    '/api/move_videos': () => {
      videos = []
      return json({ message: 'Successfully moved', moved: ['a'], kept: [] })
    },
  })
  openCollection()
  await choose('a.mp4', 'Move')
  const dialog = await inDialog('Move video')
  await dialog.findByRole('radio', { name: 'Finals 2 videos' })
  expect(dialog.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual([
    'Finals 2 videos',
    'Cuts Review, 2 videos',
  ])
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Move' }).disabled).toBe(true)
  fireEvent.click(dialog.getByRole('radio', { name: 'Finals 2 videos' }))
  expect(dialog.getByText(/^Finals then expires on .*February 1, 2026, as Harbour does/)).toBeDefined()
  fireEvent.click(dialog.getByRole('radio', { name: 'Cuts Review, 2 videos' }))
  expect(dialog.queryByText(/then expires/)).toBeNull()
  fireEvent.click(dialog.getByRole('radio', { name: 'Finals 2 videos' }))
  await press('Move', dialog)
  await screen.findByText('No videos yet')
  expect(asked).toEqual([{ index_id: 'f', video_ids: ['a'] }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a video that stays says why', async () => {
  const kept = [{ id: 'a', code: 'video_not_ready', detail: 'Wait.' }]
  serve(() => [aVideo('a', 'c')], {
    '/api/indexes': () => json({ indexes: [harbour, aCollection('f', 'Finals', { num_videos: 2 })] }),
    '/api/quick-review/review_collections': () => json({ review_collections: [] }),
    '/api/move_videos': () => json({ message: 'Not every video was moved', moved: [], kept }),
  })
  openCollection()
  await choose('a.mp4', 'Move')
  const dialog = await inDialog('Move video')
  fireEvent.click(await dialog.findByRole('radio', { name: 'Finals 2 videos' }))
  await press('Move', dialog)
  expect((await dialog.findByRole('alert')).textContent).toBe('1 of 1 video was not moved.a.mp4Wait.')
})

test('without another collection the dialog leads to the page that creates one', async () => {
  serve(() => [aVideo('a', 'c')], {
    '/api/indexes': () => json({ indexes: [harbour] }),
    '/api/quick-review/review_collections': () => json({ review_collections: [] }),
  })
  openCollection()
  await choose('a.mp4', 'Move')
  const dialog = await inDialog('Move video')
  expect((await dialog.findByRole('link', { name: 'Create Collection' })).getAttribute('href')).toBe(
    '/collections?openCreateModal=true',
  )
  expect(dialog.queryByRole('button', { name: 'Move' })).toBeNull()
})
