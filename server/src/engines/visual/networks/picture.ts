import sharp from 'sharp'
import type { Box } from '../../engine.ts'

/** Decoded pixels, 3 bytes (red, green, blue) each, row by row. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** The area of a padded picture that the real picture fills, as shares. */
export type Fit = Box

const GREY = { r: 128, g: 128, b: 128 }
/** Maximum pixels of a decoded frame; a larger one is refused. */
export const PIXEL_LIMIT = 25_000_000

/** Decodes a picture, the content of a file, to at most `longest` pixels on its longer side. */
export async function readPicture(content: Uint8Array, longest: number): Promise<Picture> {
  const { data, info } = await sharp(content, { limitInputPixels: PIXEL_LIMIT })
    .rotate()
    .resize(longest, longest, { fit: 'inside' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data }
}

/** Scales a picture into a frame of another shape, keeping its proportions, with grey beside it. */
export async function padded(picture: Picture, width: number, height: number): Promise<{ data: Buffer; fit: Fit }> {
  const data = await raw(picture).resize(width, height, { fit: 'contain', background: GREY }).raw().toBuffer()
  const scale = Math.min(width / picture.width, height / picture.height)
  const inner_width = (picture.width * scale) / width
  const inner_height = (picture.height * scale) / height
  return {
    data,
    fit: { x: (1 - inner_width) / 2, y: (1 - inner_height) / 2, width: inner_width, height: inner_height },
  }
}

/** Cuts out a box and scales it to the given size, ignoring proportions. Clips the box at the picture's edges. */
export async function crop(picture: Picture, box: Box, width: number, height: number): Promise<Buffer> {
  const left = Math.min(picture.width - 1, Math.max(0, Math.round(box.x * picture.width)))
  const top = Math.min(picture.height - 1, Math.max(0, Math.round(box.y * picture.height)))
  const right = Math.min(picture.width, Math.max(left + 1, Math.round((box.x + box.width) * picture.width)))
  const bottom = Math.min(picture.height, Math.max(top + 1, Math.round((box.y + box.height) * picture.height)))
  return raw(picture)
    .extract({ left, top, width: right - left, height: bottom - top })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer()
}

/** Converts shares of a padded frame into shares of its picture, clipped at its edges. */
export function unpad(box: Box, fit: Fit): Box {
  const clamp = (value: number) => Math.min(1, Math.max(0, value))
  const left = clamp((box.x - fit.x) / fit.width)
  const top = clamp((box.y - fit.y) / fit.height)
  const right = clamp((box.x + box.width - fit.x) / fit.width)
  const bottom = clamp((box.y + box.height - fit.y) / fit.height)
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Intersection over union of two boxes. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  if (width <= 0 || height <= 0) return 0
  const common = width * height
  return common / (a.width * a.height + b.width * b.height - common)
}

/** The picture as an input for sharp. */
export function raw(picture: Picture) {
  return sharp(picture.pixels, { raw: { width: picture.width, height: picture.height, channels: 3 } })
}
