import type { Match } from '@footnote/contract/search.ts'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MatchCard } from './match-card.tsx'

const match: Match = {
  video_id: 'v',
  video_name: 'street.mp4',
  user_id: 'u',
  collection_id: 'c',
  collection_name: 'Films',
  video_duration: 60,
  start_time: 3,
  end_time: 8,
  score: 0.83,
  types: ['visual', 'ocr'],
  text: 'Seen: woman',
  hits: [],
  moments: [
    { type: 'visual', start_time: 3, end_time: 8, text: 'Seen: woman', hits: [], matched: true },
    { type: 'speech', start_time: 4, end_time: 6, text: 'nobody there', hits: [], matched: false },
    { type: 'ocr', start_time: 3, end_time: 9, text: 'Woman of the year', hits: [{ from: 0, to: 5 }], matched: true },
  ],
  thumbnail_url: null,
  stream_url: null,
  subtitle_url: null,
  language: null,
  storyboard: null,
  steps: null,
  can: { review: false },
}
const show = (shown: Match) =>
  render(<MatchCard match={shown} everywhere={false} similar={null} onOpen={() => undefined} />)

test('each kind of evidence is shown beside its words', () => {
  show(match)
  const reasons = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(reasons).toEqual(['VisualSeen: woman', 'Text in videoWoman of the year'])
  expect(screen.getByText('Woman', { selector: 'mark' })).toBeDefined()
})

test('a kind that says nothing is not named', () => {
  show({ ...match, moments: match.moments.slice(0, 2) })
  expect(screen.getByText('Seen: woman')).toBeDefined()
  expect(screen.queryByText('Text in video')).toBeNull()
})
