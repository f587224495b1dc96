import type { Video, VideoSound } from '@footnote/contract/nouns/library/videos.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aVideo } from '../../../../seed/answers/videos.ts'
import { createQueryClient } from '../../lib/calls/query-client.ts'
import { Player } from '../player.tsx'
import { useSoundTracks } from './use-sound-tracks.ts'

const track = (number: number, fields: Partial<VideoSound['tracks'][number]> = {}) => ({
  number,
  title: null,
  language: null,
  channels: 2,
  silent: false,
  ...fields,
})
const SOUND: VideoSound = {
  tracks: [track(1, { language: 'eng' }), track(2, { title: 'Boom', channels: 1 }), track(3, { silent: true })],
  heard: [1],
  choice: null,
  changing: false,
}

function Played({ video, src = '/a.mp4' }: { video: Video; src?: string }) {
  return <Player id={video.id} src={src} label="Lane.mp4" sound={useSoundTracks(video)} />
}

const queries = createQueryClient()
const page = (sound: VideoSound | null, choose_sound: boolean, src?: string) => {
  const video = aVideo('a', 'c', { sound })
  return (
    <QueryClientProvider client={queries}>
      <Played video={{ ...video, can: { ...video.can, choose_sound } }} src={src ?? '/a.mp4'} />
    </QueryClientProvider>
  )
}
async function menu() {
  fireEvent.keyDown(screen.getByRole('button', { name: /^Settings/ }), { key: 'Enter' })
  return within(await screen.findByRole('menu'))
}

test('the menu names the sound tracks, and somebody who may choose one does', async () => {
  const fetch = vi.fn(
    async (_path: string, _call: RequestInit) =>
      new Response('{"message":"Done"}', { headers: { 'content-type': 'application/json' } }),
  )
  vi.stubGlobal('fetch', fetch)
  render(page(SOUND, true))
  const shown = await menu()
  const names = ['Automatic', '1. English stereo', '2. Boom mono', 'Track 3 silent', 'All tracks together']
  await shown.findByText('Sound')
  const items = shown.getAllByRole('menuitemradio').map(({ textContent }) => textContent)
  expect(items.slice(0, names.length)).toEqual(names)
  expect(shown.getByRole('menuitemradio', { name: 'Automatic' }).getAttribute('aria-checked')).toBe('true')
  fireEvent.click(shown.getByRole('menuitemradio', { name: /Boom/ }))
  await waitFor(() => expect(fetch).toHaveBeenCalled())
  const [path, { body }] = fetch.mock.calls[0] as [string, RequestInit]
  expect([path, JSON.parse(String(body))]).toEqual(['/api/set_video_sound', { video_id: 'a', sound: 2 }])
})

test('others read which tracks they hear, and cannot choose', async () => {
  render(page({ ...SOUND, heard: [1, 2] }, false))
  const shown = await menu()
  await shown.findByText('Sound')
  expect(shown.queryByRole('menuitemradio', { name: 'All tracks together' })).toBeNull()
  const checked = shown.getAllByRole('menuitemcheckbox').map((item) => item.getAttribute('aria-checked'))
  expect(checked).toEqual(['true', 'true', 'false'])
})

test('a video with one track has nothing to choose', async () => {
  render(page({ ...SOUND, tracks: SOUND.tracks.slice(0, 1) }, true))
  const shown = await menu()
  await shown.findByText('Playback speed')
  expect(shown.queryByText('Sound')).toBeNull()
})

test('the player goes on with the other sound as soon as its file is there, and not before', async () => {
  const { rerender } = render(page(SOUND, true, '/one.mp4'))
  const video = screen.getByLabelText<HTMLVideoElement>('Lane.mp4')
  const shown = { ...SOUND, choice: 2, heard: [2] }
  rerender(page({ ...shown, changing: true }, true, '/one.mp4?again'))
  expect(video.getAttribute('src')).toBe('/one.mp4')
  rerender(page({ ...shown, changing: false }, true, '/two.mp4'))
  await waitFor(() => expect(video.getAttribute('src')).toBe('/two.mp4'))
  rerender(page({ ...shown, changing: false }, true, '/two.mp4?again'))
  expect(video.getAttribute('src')).toBe('/two.mp4')
})
