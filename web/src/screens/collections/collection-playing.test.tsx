import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aCollection } from '../../../../seed/answers/collections.ts'
import { aVideo, aVideoDetail } from '../../../../seed/answers/videos.ts'
import { openCollection } from '../../../test/collection-screen.tsx'
import { json } from '../../../test/json.ts'
import { playableVideo } from '../../../test/video-element.ts'

const film = (id: string): Video => aVideo(id, 'c', { stream_url: `/${id}/stream` })

let videos: Video[]
beforeEach(() => {
  localStorage.clear()
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  playableVideo(60)
  videos = [film('lane'), film('pier')]
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address, 'http://footnote.example')
    if (pathname === '/api/get_video_details/moved')
      return json(aVideoDetail('moved', 'd', { stream_url: '/moved/stream' }))
    if (pathname.startsWith('/api/get_video_details/')) return new Response('{}', { status: 404 })
    if (pathname !== '/api/indexes/c') return new Promise(() => undefined)
    const collection = aCollection('c', 'Harbour')
    return json({ collection, videos, visual: true, ocr: false, audio: false, expired: false })
  })
})

const dialog = () => screen.queryByRole('dialog')
const closed = () => waitFor(() => expect(dialog()).toBeNull())

test('Back closes the player, and Forward opens it; closing it leaves no entry behind', async () => {
  const { router } = openCollection()
  const card = await screen.findByRole('button', { name: /^Play lane/ })
  card.focus()
  fireEvent.click(card)
  await screen.findByRole('dialog', { name: 'lane.mp4' })
  expect(router.state.location.search).toBe('?m=lane')
  await act(() => router.navigate(-1))
  await closed()
  expect(router.state.location).toMatchObject({ pathname: '/collections/c', search: '' })
  expect(document.activeElement).toBe(card)
  await act(() => router.navigate(1))
  await screen.findByRole('dialog', { name: 'lane.mp4' })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await closed()
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('the player stays open when the list loses its video', async () => {
  const { queries } = openCollection()
  fireEvent.click(await screen.findByRole('button', { name: /^Play lane/ }))
  await screen.findByRole('dialog', { name: 'lane.mp4' })
  videos = [film('pier')]
  await act(() => queries.invalidateQueries({ queryKey: ['collections'] }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Play lane/, hidden: true })).toBeNull())
  expect(screen.getByRole('dialog', { name: 'lane.mp4' })).toBeDefined()
})

test('an address opens a video wherever it was moved to, and nothing for one that is gone', async () => {
  const { router } = openCollection()
  await screen.findByRole('button', { name: /^Play lane/ })
  await act(() => router.navigate('/collections/c?m=moved'))
  await screen.findByRole('dialog', { name: 'moved.mp4' })
  await act(() => router.navigate('/collections/c?m=gone', { replace: true }))
  await closed()
  fireEvent.click(screen.getByRole('button', { name: /^Play lane/ }))
  await screen.findByRole('dialog', { name: 'lane.mp4' })
  await act(() => router.navigate(-1))
  await closed()
})
