import { expect, test } from 'vitest'
import { aVideo } from '../../../../../seed/answers/videos.ts'
import { cardsOf } from './cards.ts'

test('a stack has one card, which shows its current version', () => {
  const stack = { stack_id: 's', version_count: 2 }
  const first = aVideo('a', 'c', { ...stack, current: false })
  const second = aVideo('b', 'c', { ...stack, version: 2 })
  expect(cardsOf([second, first, aVideo('d', 'c')]).map(({ id }) => id)).toEqual(['b', 'd'])
})
