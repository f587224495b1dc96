import { writeFile } from 'node:fs/promises'
import type { Region } from '@footnote/contract/nouns/output/search/region.ts'
import sharp from 'sharp'

/** Longest side of a picture for the engines, in pixels. */
const LONGEST_SIDE = 1_280
/** The largest picture of a video that the product accepts, in pixels. */
const MAX_PIXELS = 8_192 ** 2

/**
 * Writes a part of a picture as JPEG of at most 1280 px, for the engines.
 * @param picture path of a picture that the product made
 * @param output absolute path
 */
export async function writePart(picture: string, region: Region, output: string): Promise<void> {
  const whole = sharp(picture, { limitInputPixels: MAX_PIXELS })
  const { width, height } = await whole.metadata()
  const [left, right] = pixels(region.x, region.width, width)
  const [top, bottom] = pixels(region.y, region.height, height)
  const part = whole
    .extract({ left, top, width: right - left, height: bottom - top })
    .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
  await writeFile(output, await part.jpeg({ quality: 90 }).toBuffer())
}

/** First pixel of a part of one side, and the one after its last; at least one pixel. */
function pixels(from: number, share: number, side: number): [first: number, end: number] {
  const first = Math.min(side - 1, Math.round(from * side))
  return [first, Math.min(side, Math.max(first + 1, Math.round((from + share) * side)))]
}
