import { expect, test } from 'vitest'
import { meaningOfTap } from './tap-zones.ts'

const mouse = (x: number, y: number) => meaningOfTap(x, y, 300, 100, false)
const finger = (x: number, y: number) => meaningOfTap(x, y, 300, 100, true)

test('a mouse plays and pauses anywhere in the upper four fifths of the picture', () => {
  expect([mouse(1, 1), mouse(150, 80), mouse(299, 40)]).toEqual(['toggle', 'toggle', 'toggle'])
})

test('a press on the lowest fifth does nothing, by mouse or finger', () => {
  expect([mouse(150, 81), finger(10, 99), finger(290, 81)]).toEqual([null, null, null])
})

test('a finger rewinds in the left third, skips forward in the right one and toggles between', () => {
  expect([finger(99, 50), finger(100, 50), finger(200, 50), finger(201, 50)]).toEqual([
    'rewind',
    'toggle',
    'toggle',
    'forward',
  ])
})
