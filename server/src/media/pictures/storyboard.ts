import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { MediaError } from '../media-error.ts'
import type { PictureSize } from '../rendition-plan.ts'

/** A storyboard. Lengths in pixels, times in seconds. Tile n covers the time from n * interval to (n + 1) * interval. */
export interface Storyboard {
  readonly columns: number
  readonly tile_width: number
  readonly tile_height: number
  readonly interval: number
  readonly count: number
  /** More tiles of a longer film, on sheets of `tiles`; null where the others are close enough. */
  readonly sheets: StoryboardSheets | null
}

export interface StoryboardSheets {
  readonly columns: number
  readonly interval: number
  /** Tiles of all sheets. */
  readonly count: number
  readonly tiles: number
}

/** A picture and the time at which it appears, in seconds. */
export interface TimedPicture {
  readonly time: number
  readonly file: string
}

/** A sprite: pixels of a tile, numbers of tiles and columns, seconds between tiles, and the quality of the WebP. */
const SPRITE = { longer_side: 160, most_tiles: 100, least_interval: 1, most_columns: 10, quality: 70 }
/** Seconds between the tiles of sheets. */
const SHEET_INTERVAL = 5

/**
 * Plans a storyboard: at most 100 tiles over the whole film, at most one per second. Where these are further apart than
 * those of sheets, sheets of 100 follow.
 */
export function planStoryboard(picture: PictureSize, duration: number): Storyboard {
  const interval = Math.max(SPRITE.least_interval, duration / SPRITE.most_tiles)
  const count = Math.max(1, Math.min(SPRITE.most_tiles, Math.ceil(duration / interval)))
  const share = SPRITE.longer_side / Math.max(picture.width, picture.height)
  const more = { columns: SPRITE.most_columns, interval: SHEET_INTERVAL, tiles: SPRITE.most_tiles }
  return {
    columns: Math.min(SPRITE.most_columns, count),
    tile_width: Math.max(2, Math.round(picture.width * share)),
    tile_height: Math.max(2, Math.round(picture.height * share)),
    interval,
    count,
    sheets: interval > SHEET_INTERVAL ? { ...more, count: Math.ceil(duration / SHEET_INTERVAL) } : null,
  }
}

/**
 * Writes the sprite over the whole film as WebP. A tile shows the last picture at or before its middle, since dropped
 * samples showed the same as the one before.
 * @param pictures kept samples, ascending in time, at least one
 * @param output absolute path of the sprite
 */
export const writeStoryboard = (pictures: readonly TimedPicture[], board: Storyboard, output: string): Promise<void> =>
  writeTiles(pictures, board, board, 0, output)

/**
 * Writes a sheet in the same way.
 * @param number from 0
 */
export async function writeSheet(
  pictures: readonly TimedPicture[],
  board: Storyboard,
  sheets: StoryboardSheets,
  number: number,
  output: string,
): Promise<void> {
  const first = number * sheets.tiles
  const count = Math.min(sheets.tiles, sheets.count - first)
  await writeTiles(pictures, board, { ...sheets, count }, first, output)
}

/** @param first number of the first tile */
async function writeTiles(
  pictures: readonly TimedPicture[],
  { tile_width: width, tile_height: height }: Storyboard,
  { columns, count, interval }: Pick<Storyboard, 'columns' | 'count' | 'interval'>,
  first: number,
  output: string,
): Promise<void> {
  const tiles: { input: Buffer; left: number; top: number; raw: { width: number; height: number; channels: 3 } }[] = []
  let last = { file: '', tile: Buffer.alloc(0) }
  for (let place = 0; place < count; place += 1) {
    const { file } = pictureAt(pictures, (first + place + 0.5) * interval)
    if (file !== last.file) {
      const small = sharp(file, { limitInputPixels: 25e6 }).resize(width, height, { fit: 'fill' }).removeAlpha()
      last = { file, tile: await small.toColourspace('srgb').raw().toBuffer() }
    }
    const left = (place % columns) * width
    const top = Math.floor(place / columns) * height
    tiles.push({ input: last.tile, left, top, raw: { width, height, channels: 3 } })
  }
  const size = { width: columns * width, height: Math.ceil(count / columns) * height }
  const sheet = sharp({ create: { ...size, channels: 3, background: '#000000' } })
  await writeFile(output, await sheet.composite(tiles).webp({ quality: SPRITE.quality }).toBuffer())
}

/** The last picture at or before a time, or the first one. A day has more pictures than one wants to go through. */
function pictureAt(pictures: readonly TimedPicture[], time: number): TimedPicture {
  let [low, high] = [0, pictures.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((pictures[middle]?.time ?? time) <= time) low = middle
    else high = middle
  }
  const picture = pictures[low]
  if (!picture) throw new MediaError('media_failed', 'no picture for the storyboard')
  return picture
}
