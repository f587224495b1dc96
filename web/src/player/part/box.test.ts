import { isLargeEnough, readRegion, writeRegion } from '@footnote/contract/nouns/output/search/region.ts'
import { expect, test } from 'vitest'
import { boxBetween, CORNERS, describeBox, FIRST_BOX, movedBy, oppositeOf, sizedBy } from './box.ts'

const written = (box: Parameters<typeof writeRegion>[0]) => writeRegion(box)

test('a box is drawn in every direction, and stays inside the picture', () => {
  const one = { x: 0.2, y: 0.3 }
  expect(written(boxBetween(one, { x: 0.5, y: 0.9 }))).toBe('0.2,0.3,0.3,0.6')
  expect(written(boxBetween({ x: 0.5, y: 0.9 }, one))).toBe('0.2,0.3,0.3,0.6')
  expect(written(boxBetween(one, { x: -4, y: 7 }))).toBe('0,0.3,0.2,0.7')
})

test('a box is never too small to be searched for, also at the edges', () => {
  for (const fixed of [
    { x: 0, y: 0 },
    { x: 1, y: 1 },
    { x: 0.5, y: 0.01 },
  ])
    for (const moving of [fixed, { x: fixed.x - 0.01, y: fixed.y + 0.01 }, { x: fixed.x + 0.01, y: fixed.y - 0.01 }]) {
      const region = readRegion(written(boxBetween(fixed, moving)))
      expect([fixed, moving, region && isLargeEnough(region)]).toEqual([fixed, moving, true])
    }
})

test('each corner can be moved, and the opposite one stays', () => {
  for (const corner of CORNERS) {
    const stays = oppositeOf(FIRST_BOX, corner)
    const box = boxBetween(stays, { x: corner.endsWith('e') ? 0.9 : 0.1, y: corner.startsWith('s') ? 0.9 : 0.1 })
    expect([corner, oppositeOf(box, corner)]).toEqual([corner, stays])
    expect(written(box)).toMatch(/,0\.6,0\.6$/)
  }
})

test('arrow keys move and size the box as far as the picture goes', () => {
  expect(written(movedBy(FIRST_BOX, { x: 0.02, y: -0.02 }))).toBe('0.32,0.28,0.4,0.4')
  expect(written(movedBy(FIRST_BOX, { x: 9, y: -9 }))).toBe('0.6,0,0.4,0.4')
  expect(written(sizedBy(FIRST_BOX, { x: 0.02, y: -0.02 }))).toBe('0.3,0.3,0.42,0.38')
  expect(written(sizedBy(FIRST_BOX, { x: 9, y: -9 }))).toBe('0.3,0.3,0.7,0.05')
})

test('words say where the box is and how large', () => {
  expect(describeBox({ x: 0.1, y: 0.05, width: 0.22, height: 0.12 })).toBe(
    'Box on the frame, upper left: 22 by 12 per cent',
  )
  expect(describeBox(FIRST_BOX)).toBe('Box on the frame, middle: 40 by 40 per cent')
})
