import type { Quad } from './detection/quad.ts'
import type { Pixels } from './pixels.ts'

/** Text this many times higher than wide is upright (a sign on its side); PaddleOCR's own limit. */
const UPRIGHT = 1.5

/**
 * Cuts a rectangle out of a picture, level and scaled to the given height. Turns upright text a quarter
 * counter-clockwise. Each pixel is the mean of as many samples as it covers, so that large text does not alias.
 * @returns pixels of that height, and as wide as the rectangle's proportions make them
 */
export function cropQuad(pixels: Pixels, quad: Quad, height: number): Pixels {
  const upright = quad.height > quad.width * UPRIGHT
  const long = upright ? quad.height : quad.width
  const short = upright ? quad.width : quad.height
  const angle = upright ? quad.angle + Math.PI / 2 : quad.angle
  const scale = short / height
  const width = Math.max(8, Math.round(long / scale))
  const cuts = Math.min(4, Math.max(1, Math.round(scale)))
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const data = new Uint8Array(width * height * 3)
  const weight = 1 / (cuts * cuts)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      let [red, green, blue] = [0, 0, 0]
      for (let cut = 0; cut < cuts * cuts; cut++) {
        const along = ((column + ((cut % cuts) + 0.5) / cuts) / width - 0.5) * long
        const across = ((row + (Math.floor(cut / cuts) + 0.5) / cuts) / height - 0.5) * short
        const x = clamp(quad.x + along * cos - across * sin - 0.5, pixels.width - 1)
        const y = clamp(quad.y + along * sin + across * cos - 0.5, pixels.height - 1)
        const x0 = Math.min(Math.floor(x), pixels.width - 2)
        const y0 = Math.min(Math.floor(y), pixels.height - 2)
        const fx = x - x0
        const fy = y - y0
        const i = (y0 * pixels.width + x0) * 3
        const j = i + pixels.width * 3
        const [a, b, c, d] = [(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy]
        const p = pixels.data as Uint8Array<ArrayBuffer> & number[]
        red += a * p[i]! + b * p[i + 3]! + c * p[j]! + d * p[j + 3]!
        green += a * p[i + 1]! + b * p[i + 4]! + c * p[j + 1]! + d * p[j + 4]!
        blue += a * p[i + 2]! + b * p[i + 5]! + c * p[j + 2]! + d * p[j + 5]!
      }
      const out = (row * width + column) * 3
      data[out] = red * weight + 0.5
      data[out + 1] = green * weight + 0.5
      data[out + 2] = blue * weight + 0.5
    }
  }
  return { data, width, height }
}

function clamp(value: number, max: number): number {
  return value < 0 ? 0 : value > max ? max : value
}
