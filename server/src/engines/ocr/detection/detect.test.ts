import { expect, test } from 'vitest'
import { findQuads } from './detect.ts'
import { boundsOf } from './quad.ts'

const rules = { threshold: 0.3, box_threshold: 0.55, unclip: 1.6 }

/** A map with the given probability at the pixels that `inside` selects. */
function map(width: number, height: number, inside: (x: number, y: number) => number) {
  const data = new Float32Array(width * height)
  for (let i = 0; i < data.length; i++) data[i] = inside(i % width, Math.floor(i / width))
  return { data, width, height }
}

test('a level core grows by its area over its perimeter on every side', () => {
  const [quad, ...rest] = findQuads(
    map(200, 60, (x, y) => (x >= 20 && x < 120 && y >= 20 && y < 30 ? 0.9 : 0)),
    rules,
  )
  expect(rest).toEqual([])
  const growth = (100 * 10 * 1.6) / (2 * 110)
  expect(quad).toMatchObject({ x: 69.5, y: 24.5, angle: 0 })
  expect(quad?.width).toBeCloseTo(100 + 2 * growth)
  expect(quad?.height).toBeCloseTo(10 + 2 * growth)
})

test('a slanted core keeps its angle', () => {
  const slope = Math.tan((20 * Math.PI) / 180)
  const [quad] = findQuads(
    map(300, 200, (x, y) => (x >= 40 && x < 240 && Math.abs(y - 40 - (x - 40) * slope) < 6 ? 0.9 : 0)),
    rules,
  )
  expect(quad?.angle).toBeCloseTo((20 * Math.PI) / 180, 1)
  expect(quad?.width).toBeGreaterThan(200)
})

test('two separate cores are two, and weak or tiny ones are none', () => {
  const quads = findQuads(
    map(200, 100, (x, y) => {
      if (y >= 10 && y < 20 && x >= 10 && x < 60) return 0.9
      if (y >= 10 && y < 20 && x >= 80 && x < 130) return 0.8
      if (y >= 50 && y < 60 && x >= 10 && x < 60) return 0.4
      if (y === 80 && x === 80) return 1
      return 0
    }),
    rules,
  )
  expect(quads.map((quad) => Math.round(quad.x)).sort((a, b) => a - b)).toEqual([35, 105])
})

test('text over the whole picture does not overflow the fill', () => {
  expect(
    findQuads(
      map(640, 640, () => 1),
      rules,
    ),
  ).toHaveLength(1)
})

test('bounds of a rotated rectangle contain all of it', () => {
  const bounds = boundsOf({ x: 50, y: 50, width: 40, height: 20, angle: Math.PI / 2 })
  expect(bounds.left).toBeCloseTo(40)
  expect(bounds.bottom).toBeCloseTo(70)
})
