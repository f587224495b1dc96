import { expect, test } from 'vitest'
import { isNamedAlike } from './named-alike.ts'

test.each([
  ['Harbour.mp4', 'harbour_v2.mov'],
  ['Harbour.mp4', 'Harbour-final.mp4'],
  ['Harbour_v1.mp4', 'Harbour_v2-final.mp4'],
  ['Taproom film, cut 3.mp4', 'Taproom film, cut 4.mp4'],
  ['harbour_at_night.mp4', 'Harbour at night (2).mp4'],
  ['Hafenrundfahrt.mp4', 'Hafenrundfahrt FINAL final.mp4'],
])('%s and %s are cuts of one thing', (one, other) => {
  expect(isNamedAlike(one, other)).toBe(true)
})

test.each([
  ['Harbour.mp4', 'Harbour 2.mp4'],
  ['Harbour.mp4', 'Harbours.mp4'],
  ['Interview A.mp4', 'Interview B.mp4'],
  ['_v2.mp4', '-final.mp4'],
  ['C0001.mp4', 'C0002.mp4'],
])('%s and %s are different things', (one, other) => {
  expect(isNamedAlike(one, other)).toBe(false)
})
