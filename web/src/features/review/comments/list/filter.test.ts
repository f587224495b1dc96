import { expect, test } from 'vitest'
import { aComment } from '../../../../../../seed/answers/comments.ts'
import { type CommentFilter, EVERYTHING, isFiltered, passes, readFilter, withFilter } from './filter.ts'

const done = { resolved_at: '2026-01-02T00:00:00.000Z', resolved_by: 'Ada' }
const comments = [
  aComment('a', 1),
  aComment('b', 2, { ...done, first_name: 'Kim', mine: false }),
  aComment('c', 3, { visibility: 'team', has_drawing: true, first_name: 'Kim', last_name: 'Lee', mine: false }),
  aComment('s', 4, {
    mine: false,
    source: { kind: 'search', index_id: 'all', query: 'harbour', types: [], frame: null, score: 0.9 },
  }),
  aComment('i', 4, { mine: false, source: { kind: 'import' } }),
  aComment('d', 4, { ...done, visibility: 'team' }),
]
const shown = (filter: Partial<CommentFilter>) =>
  comments
    .filter((comment) => passes({ ...EVERYTHING, ...filter }, comment))
    .map(({ id }) => id)
    .join('')

test('a list shows open or resolved comments, of one person, of one kind, and of all that at once', () => {
  expect(shown({})).toBe('abcsid')
  expect(shown({ show: 'open' })).toBe('acsi')
  expect(shown({ show: 'resolved' })).toBe('bd')
  expect(shown({ by: 'me' })).toBe('ad')
  expect(shown({ by: 'Kim' })).toBe('b')
  expect(shown({ by: 'Kim Lee' })).toBe('c')
  expect(shown({ kinds: ['search'] })).toBe('s')
  expect(shown({ kinds: ['team'] })).toBe('cd')
  expect(shown({ kinds: ['team', 'drawing'] })).toBe('c')
  expect(shown({ show: 'resolved', by: 'me', kinds: ['team'] })).toBe('d')
})

test('the address holds the filter beside its other parts, and unknown words in it change nothing', () => {
  const filter: CommentFilter = { show: 'open', by: 'Núria & Co', kinds: ['team', 'drawing'] }
  const address = withFilter(new URLSearchParams('t=12&kind=drawing'), filter)
  expect(address.get('t')).toBe('12')
  expect(readFilter(new URLSearchParams(address.toString()))).toEqual(filter)
  expect(withFilter(address, EVERYTHING).toString()).toBe('t=12')
  expect(readFilter(new URLSearchParams('show=closed&by=&kind=weather,constructor'))).toEqual(EVERYTHING)
  expect([isFiltered(EVERYTHING), isFiltered(filter)]).toEqual([false, true])
})

test('two members of one name are two people, and a guest of that name a third', () => {
  const kim = { first_name: 'Kim', last_name: 'Lee', mine: false }
  const all = [
    aComment('a', 1, { ...kim, user_email: 'kim@example.org' }),
    aComment('b', 2, { ...kim, user_email: 'lee@example.org' }),
    aComment('c', 3, kim),
  ]
  const by = (person: string) => all.filter((comment) => passes({ ...EVERYTHING, by: person }, comment))
  expect(by('kim@example.org').map(({ id }) => id)).toEqual(['a'])
  expect(by('lee@example.org').map(({ id }) => id)).toEqual(['b'])
  expect(by('Kim Lee').map(({ id }) => id)).toEqual(['c'])
})
