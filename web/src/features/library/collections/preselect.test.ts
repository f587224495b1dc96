import { expect, test } from 'vitest'
import { aCollection } from '../../../../../seed/answers/collections.ts'
import { preselect } from './preselect.ts'

const collection = (id: string, num_videos: number, expired: boolean) => aCollection(id, id, { num_videos, expired })

test('the first collection that is not expired and has videos is chosen', () => {
  expect(preselect([collection('a', 3, true), collection('b', 0, false), collection('c', 1, false)])?.id).toBe('c')
})
test('without videos anywhere, the first that is not expired is chosen', () => {
  expect(preselect([collection('a', 3, true), collection('b', 0, false)])?.id).toBe('b')
})
test('when all are expired, the first is chosen, and nothing from an empty list', () => {
  expect(preselect([collection('a', 3, true), collection('b', 0, true)])?.id).toBe('a')
  expect(preselect([])).toBeUndefined()
})
