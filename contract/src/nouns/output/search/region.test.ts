import { expect, test } from 'vitest'
import { isLargeEnough, readRegion, writeRegion } from './region.ts'

test('a region is written with at most four digits, and read as it is written', () => {
  const region = { x: 0.12345678, y: 0, width: 1 / 3, height: 0.5 }
  expect(writeRegion(region)).toBe('0.1235,0,0.3333,0.5')
  expect(readRegion('0.1235,0,0.3333,0.5')).toEqual({ x: 0.1235, y: 0, width: 0.3333, height: 0.5 })
  for (const text of ['0,0,1,1', '0.95,0.95,0.05,0.05', '0.0001,0.9,0.9999,0.1'])
    expect(writeRegion(readRegion(text)!)).toBe(text)
})

test('rounding keeps a region inside the picture', () => {
  for (const start of [0.33335, 0.66665, 0.123456, 0.99994 - 0.05]) {
    const text = writeRegion({ x: start, y: start, width: 1 - start, height: 1 - start })
    expect([text, readRegion(text) !== null]).toEqual([text, true])
  }
})

test('text that is no region, or reaches beyond the picture, is not read', () => {
  const wrong = ['', '0,0,1', '0,0,1,1,1', '0,0,0,1', '0,0,1,0', '-0.1,0,1,1', '0.5,0,0.6,1', '0,0.5,1,0.5001']
  const strange = [
    'a,0,1,1',
    '0,0,1,NaN',
    '0,0,1e0,1',
    '0x0,0,1,1',
    ' 0,0,1,1',
    '0;0;1;1',
    '0,0,2,1',
    `0,0,1,0.${'1'.repeat(80)}`,
  ]
  for (const text of [...wrong, ...strange]) expect([text, readRegion(text)]).toEqual([text, null])
})

test('a region is large enough from a twentieth of each side', () => {
  for (const text of ['0,0,0.05,0.05', '0.95,0.95,0.05,0.05']) expect(isLargeEnough(readRegion(text)!)).toBe(true)
  for (const text of ['0,0,0.0499,1', '0,0,1,0.0499']) expect(isLargeEnough(readRegion(text)!)).toBe(false)
})
