import { expect, test } from 'vitest'
import { anItem } from '../../../../../../seed/answers/selects.ts'
import { changed, cutsOf, differenceOf, joined, moved, removed, withIn, withOut } from './cuts.ts'

const cuts = cutsOf([anItem('a', 0, 10), anItem('b', 20, 30), anItem('c', 40, 50)])
const ids = (some: typeof cuts) => some.map(({ id }) => id).join('')

test('a piece moves to a place, and not beyond the list', () => {
  expect([ids(moved(cuts, 'a', 1)), ids(moved(cuts, 'c', -4)), ids(moved(cuts, 'a', 9))]).toEqual(['bac', 'cab', 'bca'])
})

test('an in after the out, and an out before the in, keep the length', () => {
  const cut = { start_frame: 20, end_frame: 30 }
  expect(withIn(cut, 25, 100)).toEqual({ start_frame: 25, end_frame: 30 })
  expect(withIn(cut, 40, 100)).toEqual({ start_frame: 40, end_frame: 50 })
  expect(withIn(cut, 99, 100)).toEqual({ start_frame: 99, end_frame: 100 })
  expect(withOut(cut, 25, 100)).toEqual({ start_frame: 20, end_frame: 25 })
  expect(withOut(cut, 15, 100)).toEqual({ start_frame: 5, end_frame: 15 })
  expect(withOut(cut, 400, 100)).toEqual({ start_frame: 20, end_frame: 100 })
})

test('the difference of two lists names what was added, removed, changed and moved', () => {
  const theirs = [...changed(removed(moved(cuts, 'c', 0), 'a'), 'b', { note: 'New' }), ...cutsOf([anItem('d', 1, 2)])]
  const difference = differenceOf(cuts, theirs)
  expect([ids(difference.added), ids(difference.removed), difference.changed, difference.moved]).toEqual([
    'd',
    'a',
    1,
    true,
  ])
  expect(differenceOf(cuts, [...cuts, ...difference.added]).moved).toBe(false)
  expect(ids(joined(moved(cuts, 'a', 2), difference.added))).toBe('bcad')
})
