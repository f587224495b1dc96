import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aVideoDetail } from '../../../../seed/answers/videos.ts'
import { json } from '../../../test/json.ts'
import { videoQuery } from '../../features/review/review-page/api.ts'
import { createQueryClient } from '../../lib/calls/query-client.ts'
import { useNewTranscript, useReviewing } from './use-reviewing.ts'

const detail = (revision: number) => aVideoDetail('v', 'c', { collection_name: 'Coast', transcript_revision: revision })

test('the answer to a change of one’s own does not lose a newer change that is being read', async () => {
  let newest = 4
  let answers: (() => void)[] = []
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    const revision = newest
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
      answers.push(() => resolve(json(detail(revision))))
    })
  })
  const answer = async () => {
    await expect.poll(() => answers.length).toBeGreaterThan(0)
    await act(async () => {
      for (const each of answers) each()
      answers = []
    })
  }
  const queries = createQueryClient()
  const { result } = renderHook(() => ({ video: useQuery(videoQuery('v')), take: useNewTranscript('v') }), {
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  })
  const revision = () => result.current.video.data?.transcript_revision
  await answer()
  await expect.poll(revision).toBe(4)
  // Somebody else makes revision 6 before the answer about one's own revision 5 is here.
  newest = 6
  await act(async () => void result.current.video.refetch())
  await expect.poll(() => answers.length).toBe(1)
  await act(async () => result.current.take({ revision: 5, subtitle_word: [], speakers: [], subtitle_url: null }))
  await expect.poll(revision).toBe(5)
  await answer()
  await expect.poll(revision).toBe(6)
  vi.unstubAllGlobals()
})

test('a comment with a drawing stops the video at it, one without plays from there, from the list and from the strip', () => {
  const { result } = renderHook(useReviewing)
  const asked: string[] = []
  const noted = (name: string) => (at?: number) => void asked.push(at === undefined ? name : `${name} ${at}`)
  result.current.player.current = Object.assign({} as NonNullable<typeof result.current.player.current>, {
    play: noted('play'),
    pause: noted('pause'),
    seek: noted('seek'),
  })
  const look = (act_: () => void) => {
    asked.length = 0
    act(act_)
    return [...asked]
  }
  const comment = { id: 'c', start_time: 4 }
  expect(look(() => result.current.select({ ...comment, has_drawing: false }))).toEqual(['seek 4', 'play'])
  expect(look(() => result.current.select({ ...comment, has_drawing: true }))).toEqual(['pause', 'seek 4'])
  const marker = { number: '1', end_time_inclusive: null, label: 'Here' }
  act(() =>
    result.current.setMarkers([
      { ...marker, id: 'a', start_time: 6, drawn: true },
      { ...marker, id: 'b', start_time: 7 },
    ]),
  )
  expect(look(() => result.current.selectMarker('a'))).toEqual(['pause', 'seek 6'])
  expect(look(() => result.current.selectMarker('b'))).toEqual(['seek 7', 'play'])
})
