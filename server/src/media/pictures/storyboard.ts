import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { MediaError } from '../media-error.ts'
import type { PictureSize } from '../rendition-plan.ts'

/** Layout of a storyboard's sprite. Lengths in pixels, times in seconds. */
export interface Storyboard {
  readonly columns: number
  readonly rows: number
  readonly tile_width: number
  readonly tile_height: number
  /** Tile n covers the time from n * interval to (n + 1) * interval. */
  readonly interval: number
  readonly count: number
}

/** A picture and the time at which it appears, in seconds. */
export interface TimedPicture {
  readonly time: number
  readonly file: string
}

/** A sprite: pixels of a tile, numbers of tiles and columns, seconds between tiles, and the quality of the WebP. */
const SPRITE = { longer_side: 160, most_tiles: 100, least_interval: 1, most_columns: 10, quality: 70 }

/** Plans a storyboard: at most 100 tiles, at most one per second. */
export function planStoryboard(picture: PictureSize, duration: number): Storyboard {
  const interval = Math.max(SPRITE.least_interval, duration / SPRITE.most_tiles)
  const count = Math.max(1, Math.min(SPRITE.most_tiles, Math.ceil(duration / interval)))
  const share = SPRITE.longer_side / Math.max(picture.width, picture.height)
  const columns = Math.min(SPRITE.most_columns, count)
  return {
    columns,
    rows: Math.ceil(count / columns),
    tile_width: Math.max(2, Math.round(picture.width * share)),
    tile_height: Math.max(2, Math.round(picture.height * share)),
    interval,
    count,
  }
}

/**
 * Writes the sprite as WebP. A tile shows the last picture at or before its middle, since dropped samples showed the
 * same as the one before.
 * @param pictures kept samples, ascending in time, at least one
 * @param output absolute path of the sprite
 */
export async function makeStoryboard(
  pictures: readonly TimedPicture[],
  picture: PictureSize,
  duration: number,
  output: string,
): Promise<Storyboard> {
  const [first] = pictures
  if (!first) throw new MediaError('media_failed', 'no picture for the storyboard')
  const board = planStoryboard(picture, duration)
  const { columns, rows, tile_width: width, tile_height: height, interval } = board
  const tiles: { input: Buffer; left: number; top: number; raw: { width: number; height: number; channels: 3 } }[] = []
  let last = { file: '', tile: Buffer.alloc(0) }
  for (let number = 0; number < board.count; number += 1) {
    const { file } = pictures.findLast(({ time }) => time <= (number + 0.5) * interval) ?? first
    if (file !== last.file) {
      const small = sharp(file, { limitInputPixels: 25e6 }).resize(width, height, { fit: 'fill' }).removeAlpha()
      last = { file, tile: await small.toColourspace('srgb').raw().toBuffer() }
    }
    const left = (number % columns) * width
    const top = Math.floor(number / columns) * height
    tiles.push({ input: last.tile, left, top, raw: { width, height, channels: 3 } })
  }
  const sheet = sharp({ create: { width: columns * width, height: rows * height, channels: 3, background: '#000000' } })
  await writeFile(output, await sheet.composite(tiles).webp({ quality: SPRITE.quality }).toBuffer())
  return board
}
