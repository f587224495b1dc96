import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { expect, test } from 'vitest'
import { aComment } from '../../../../../../seed/answers/comments.ts'
import { EVERYTHING } from '../list/filter.ts'
import { markersOf } from '../list/markers.ts'
import {
  EMPTY,
  findComment,
  listedRoots,
  rootOf,
  withChange,
  withComment,
  withoutComment,
  withPage,
  withReplies,
  withRoots,
} from './discussion.ts'

const reply = (id: string, to: string, depth = 1) => aComment(id, 0, { parent_comment_id: to, depth })
const three = withPage(EMPTY, [aComment('c', 30), aComment('a', 10), aComment('b', 20)])
const ids = (list: readonly Comment[]) => list.map(({ id }) => id).join('')

test('markers have the numbers of their comments, in time order', () => {
  const four = withComment(three, aComment('d', 15, { number: 'T4', visibility: 'team' }))
  const marker = {
    id: 'd',
    number: 'T4',
    start_time: 15,
    end_time_inclusive: null,
    drawn: false,
    label: 'Ada: Words of d',
    resolved: false,
    team: true,
  }
  expect(markersOf(four, EVERYTHING)[1]).toEqual(marker)
  expect(markersOf(four, { ...EVERYTHING, show: 'resolved' })).toEqual([])
})

test('a list has what its filter shows, by time or by age', () => {
  const later = withComment(three, aComment('d', 15, { created_at: '2026-01-02T00:00:00.000Z' }))
  expect(ids(listedRoots(later, 'timeline', EVERYTHING))).toBe('adbc')
  expect(ids(listedRoots(later, 'latest', EVERYTHING))[0]).toBe('d')
  const drawn = withComment(later, aComment('e', 5, { has_drawing: true }))
  expect(ids(listedRoots(drawn, 'timeline', { ...EVERYTHING, kinds: ['drawing'] }))).toBe('e')
})

test('a comment that comes by its post and by an event is one comment', () => {
  const twice = withComment(withComment(three, aComment('d', 15)), aComment('d', 15))
  expect(ids(twice.roots)).toBe('adbc')
})

test('a reply is counted once, visible or not', () => {
  const hidden = withComment(withComment(three, reply('r', 'a')), reply('r', 'a'))
  expect(findComment(hidden, 'a')?.reply_count).toBe(1)
  const shown = withReplies(hidden, 'a', [reply('r', 'a')])
  expect(ids(withComment(shown, reply('s', 'a')).replies.get('a') ?? [])).toBe('rs')
  const gone = withoutComment(withoutComment(hidden, reply('r', 'a')), reply('r', 'a'))
  expect(findComment(gone, 'a')?.reply_count).toBe(0)
})

test('a change to an unknown comment shows nothing, and a changed comment stays in its place', () => {
  expect(withChange(three, aComment('x', 5))).toBe(three)
  const changed = withChange(three, { ...aComment('b', 20), content: 'Other words' })
  expect(changed.roots[1]?.content).toBe('Other words')
})

test('deleting a comment removes its whole thread', () => {
  const thread = withReplies(withReplies(three, 'a', [reply('r', 'a')]), 'r', [reply('s', 'r', 2)])
  expect(rootOf(thread, 's')).toBe('a')
  const left = withoutComment(thread, aComment('a', 10))
  expect(ids(left.roots)).toBe('bc')
  expect(left.replies.size).toBe(0)
})

test('a reloaded list drops deleted comments and keeps the objects of unchanged ones', () => {
  const again = withRoots(three, [aComment('b', 20), { ...aComment('c', 30), content: 'New' }])
  expect(ids(again.roots)).toBe('bc')
  expect(again.roots[0]).toBe(three.roots[1])
  expect(again.roots[1]?.content).toBe('New')
})

test('a change that the server read after a reply was deleted or written does not count that reply twice', () => {
  const two = withPage(EMPTY, [aComment('a', 0, { reply_count: 2 })])
  const changed = (reply_count: number) => withChange(two, aComment('a', 0, { content: 'Other words', reply_count }))
  const fewer = withoutComment(changed(1), reply('b', 'a'))
  const more = withComment(changed(3), reply('d', 'a'))
  expect([findComment(fewer, 'a'), findComment(more, 'a')]).toMatchObject([
    { content: 'Other words', reply_count: 1 },
    { content: 'Other words', reply_count: 3 },
  ])
})
