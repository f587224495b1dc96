import { describe, expect, it } from 'vitest'
import { colourShares, objectColours, toLab } from './colours.ts'

const WHOLE = { x: 0, y: 0, width: 1, height: 1 }

function filled(hex: string) {
  const value = Number.parseInt(hex, 16)
  const pixels = new Uint8Array(100 * 3)
  for (let at = 0; at < pixels.length; at += 3) pixels.set([value >> 16, (value >> 8) & 255, value & 255], at)
  return { width: 10, height: 10, pixels }
}

describe('colours', () => {
  it.each([
    ['ff0000', 'red'],
    ['00ff00', 'green'],
    ['0000ff', 'blue'],
    ['ffff00', 'yellow'],
    ['ff8000', 'orange'],
    ['800080', 'purple'],
    ['ffc0cb', 'pink'],
    ['654321', 'brown'],
    ['000000', 'black'],
    ['808080', 'grey'],
    ['ffffff', 'white'],
    ['8b0000', 'red'],
    ['000080', 'blue'],
    ['228b22', 'green'],
  ])('calls #%s %s', (hex, name) => {
    expect(colourShares(filled(hex), WHOLE)[0]?.[0]).toBe(name)
  })

  it('converts white to lightness 100 without hue', () => {
    const [lightness, a, b] = toLab(255, 255, 255)
    expect(lightness).toBeCloseTo(100, 1)
    expect(Math.hypot(a, b)).toBeLessThan(0.1)
  })

  it('ignores the border of a box when it names the colours of the object in it', () => {
    const picture = filled('ffffff')
    for (let y = 2; y < 8; y++) for (let x = 2; x < 8; x++) picture.pixels.set([200, 20, 30], (y * 10 + x) * 3)
    expect(objectColours(picture, WHOLE)[0]).toBe('red')
  })
})
