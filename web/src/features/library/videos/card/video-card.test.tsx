import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { aVideo } from '../../../../../../seed/answers/videos.ts'
import { createQueryClient } from '../../../../lib/calls/query-client.ts'
import { VideoCard } from './video-card.tsx'

const queries = createQueryClient()
const Card = ({ video }: Pick<ComponentProps<typeof VideoCard>, 'video'>) => (
  <QueryClientProvider client={queries}>
    <MemoryRouter>
      <VideoCard
        video={video}
        enabled
        picking={{ has: () => false, pick: () => undefined }}
        onRename={() => undefined}
        onMove={() => undefined}
        onDelete={() => undefined}
      />
    </MemoryRouter>
  </QueryClientProvider>
)

test('a card names another video with the same file, and leads to it', () => {
  const same_file_as = { id: 'first', user_id: 'mara', file_name: 'Harbour, day 2.mov' }
  render(<Card video={aVideo('copy', 'c', { same_file_as })} />)
  const link = screen.getByRole('link', { name: 'Same file as Harbour, day 2.mov' })
  expect(link.getAttribute('href')).toBe('/quick-review/mara/first')
})

test('a card says up to where its video can be searched, until all of it can be', () => {
  const card = (searchable_until: number | null, status: 'PROCESSING_VISUAL' | 'SUCCESS') => (
    <Card video={aVideo('long', 'c', { status, status_percentage: 21, searchable_until })} />
  )
  const { rerender } = render(card(null, 'PROCESSING_VISUAL'))
  expect(screen.getByText('Processing Visual 21%')).toBeDefined()
  expect(screen.queryByText(/Searchable/)).toBeNull()
  rerender(card(760.4, 'PROCESSING_VISUAL'))
  expect(screen.getByText('Searchable up to 12:40')).toBeDefined()
  rerender(card(null, 'SUCCESS'))
  expect(screen.queryByText(/Searchable/)).toBeNull()
})

test.each([
  ['The video has no sound.', 'No sound', false],
  ['Moonshine base failed on this video.', 'Transcript failed', true],
])('a card without a transcript says why: %s', (speech_note, label, retry) => {
  const video = aVideo('silent', 'c', { speech_note })
  render(<Card video={{ ...video, can: { ...video.can, retry } }} />)
  expect(screen.getByText(label)).toBeDefined()
  expect(screen.queryByRole('button', { name: /Retry/ }) !== null).toBe(retry)
})

test('a card says how many sound tracks its video has, if there are several', () => {
  const track = (number: number) => ({ number, title: null, language: null, channels: 1, silent: false })
  const card = (numbers: number[]) => (
    <Card
      video={aVideo('two', 'c', { sound: { tracks: numbers.map(track), heard: [1], choice: null, changing: false } })}
    />
  )
  const { rerender } = render(card([1, 2]))
  expect(screen.getByText('2 sound tracks')).toBeDefined()
  rerender(card([1]))
  expect(screen.queryByText(/sound track/)).toBeNull()
})
