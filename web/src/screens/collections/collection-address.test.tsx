import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aCollection } from '../../../../seed/answers/collections.ts'
import { aVideo } from '../../../../seed/answers/videos.ts'
import { openCollection } from '../../../test/collection-screen.tsx'
import { json } from '../../../test/json.ts'

const VIDEOS = ['boats', 'anchor', 'crane'].map((id, place) => ({
  ...aVideo(id, 'c'),
  upload_date: `2026-01-0${3 - place}T00:00:00.000Z`,
  status: id === 'crane' ? ('FAILED' as const) : ('SUCCESS' as const),
}))

beforeEach(() => {
  vi.stubGlobal('fetch', async (path: string) =>
    path.startsWith('/api/indexes/c')
      ? json({
          collection: aCollection('c', 'Harbour'),
          videos: VIDEOS,
          visual: true,
          ocr: false,
          audio: false,
          expired: false,
        })
      : new Promise(() => undefined),
  )
})
const names = () => screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'))
async function choose(label: string, option: string) {
  fireEvent.keyDown(screen.getByRole('button', { name: label }), { key: 'Enter' })
  fireEvent.click(within(await screen.findByRole('menu')).getByRole('menuitemradio', { name: option }))
}

test('the order and the filter of a collection are in its address, and a reload keeps them', async () => {
  const { router } = openCollection()
  await screen.findByRole('article', { name: 'anchor.mp4' })
  expect(names()).toEqual(['boats.mp4', 'anchor.mp4', 'crane.mp4'])
  await choose('Sort: Newest First', 'Name (A-Z)')
  await choose('Show: All', 'Ready')
  expect(names()).toEqual(['anchor.mp4', 'boats.mp4'])
  expect(router.state.location.search).toBe('?sort=name&show=ready')
  await choose('Show: Ready', 'All')
  await choose('Sort: Name (A-Z)', 'Newest First')
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('an address with an order opens with it, and one that names nothing is taken as the usual one', async () => {
  openCollection('?sort=name&show=odd')
  await screen.findByRole('article', { name: 'anchor.mp4' })
  expect(names()).toEqual(['anchor.mp4', 'boats.mp4', 'crane.mp4'])
})
