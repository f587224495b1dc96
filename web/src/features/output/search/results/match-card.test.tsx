import type { Match } from '@footnote/contract/nouns/output/search.ts'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aMatch } from '../../../../../../seed/answers/search.ts'
import { MatchCard } from './match-card.tsx'

const match = aMatch('street', 3, {
  types: ['visual', 'ocr'],
  text: 'Seen: woman',
  moments: [
    { type: 'visual', start_time: 3, end_time: 8, text: 'Seen: woman', hits: [], matched: true },
    { type: 'speech', start_time: 4, end_time: 6, text: 'nobody there', hits: [], matched: false },
    { type: 'ocr', start_time: 3, end_time: 9, text: 'Woman of the year', hits: [{ from: 0, to: 5 }], matched: true },
  ],
})
const show = (shown: Match) =>
  render(
    <MatchCard
      match={shown}
      everywhere={false}
      similar={null}
      picking={{ has: () => false, pick: () => undefined }}
      onOpen={() => undefined}
    />,
  )

test('each kind of evidence is shown beside its words', () => {
  show(match)
  const reasons = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(reasons).toEqual(['VisualSeen: woman', 'Text in videoWoman of the year'])
  expect(screen.getByText('Woman', { selector: 'mark' })).toBeDefined()
})

test('a kind without text is not named', () => {
  show({ ...match, moments: match.moments.slice(0, 2) })
  expect(screen.getByText('Seen: woman')).toBeDefined()
  expect(screen.queryByText('Text in video')).toBeNull()
})

test('of a sequence only those kinds are named whose reasons are shown', () => {
  const step = { end_time: 8, hits: [], thumbnail_url: '/frame.jpg' }
  show({
    ...match,
    types: ['visual', 'speech', 'ocr'],
    steps: [
      { ...step, start_time: 3, types: ['visual', 'ocr'], text: 'Seen: woman' },
      { ...step, start_time: 9, types: ['speech', 'visual'], text: 'nobody there' },
    ],
  })
  expect(screen.getByText('Visual')).toBeDefined()
  expect(screen.getByText('Conversation')).toBeDefined()
  expect(screen.queryByText('Text in video')).toBeNull()
})
