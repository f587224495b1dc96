import sharp from 'sharp'

/** A decoded picture: 8-bit RGB, row by row. */
export interface Pixels {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

/** Larger pictures are refused before decoding: a small PNG can expand to gigabytes. */
const MAX_INPUT_PIXELS = 25_000_000
/** Longest side for reading, in pixels: that of the largest samples. */
const MAX_SIDE = 2560

/**
 * Decodes a picture, the content of a file, upright, at most 2560 pixels on its longer side.
 * @throws Error when it is no picture or too large
 */
export async function decodePicture(content: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(content, { limitInputPixels: MAX_INPUT_PIXELS })
    .rotate()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Resizes to exactly the given size, ignoring proportions. */
export async function resizePixels(pixels: Pixels, width: number, height: number): Promise<Pixels> {
  if (pixels.width === width && pixels.height === height) return pixels
  const data = await sharp(pixels.data, { raw: { width: pixels.width, height: pixels.height, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer()
  return { data, width, height }
}

/**
 * Planar tensor data (BGR planes, as PaddleOCR's models were trained) with each channel normalised: (value / 255 - mean) / deviation.
 * @param mean of blue, green, red, 0 to 1
 * @param deviation of blue, green, red, 0 to 1
 */
export function toPlanes(pixels: Pixels, mean: readonly number[], deviation: readonly number[]): Float32Array {
  const { data, width, height } = pixels
  const size = width * height
  const planes = new Float32Array(3 * size)
  for (let channel = 0; channel < 3; channel++) {
    const scale = 1 / (255 * (deviation[channel] as number))
    const shift = (mean[channel] as number) / (deviation[channel] as number)
    const normalised = Float32Array.from({ length: 256 }, (_, value) => value * scale - shift)
    const offset = channel * size
    for (let i = 0, j = 2 - channel; i < size; i++, j += 3) planes[offset + i] = normalised[data[j] as number] as number
  }
  return planes
}
