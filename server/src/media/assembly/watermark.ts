import sharp from 'sharp'
import type { PictureSize } from '../rendition-plan.ts'
import { lettersOf } from './burn-in.ts'

/** Height of letters as a share of the shorter side, and the least in pixels that people read. */
const LETTERS = 0.05
const SMALLEST = 12
/** Most of the width that a line covers, and pixels between blocks as multiples of the height of letters. */
const LINE_SHARE = 0.86
const [BESIDE, BELOW] = [3, 3.5]
/** Letters are white with a dark edge, to be read on any picture; both are as opaque as this. */
const OPACITY = 0.5
/** Width of the edge as a share of the height of letters, and how much darker than its blur it is. */
const [EDGE, DARKNESS] = [0.09, 4]

/**
 * Draws a text again and again on a clear ground, each second row shifted by half a block, so that every part of the
 * picture that is worth cutting out has it.
 * @param file absolute path of the PNG
 * @param text in any script
 * @param size of the picture, in pixels
 */
export async function drawWatermark(file: string, text: string, { width, height }: PictureSize): Promise<void> {
  const letters = Math.max(SMALLEST, Math.round(Math.min(width, height) * LETTERS))
  const block = await drawBlock(text, letters, { width: Math.round(width * LINE_SHARE), height })
  const [across, down] = [block.width + BESIDE * letters, block.height + Math.round(BELOW * letters)]
  const places: { left: number; top: number }[] = []
  for (let row = 0, top = firstOf(height, block.height, down); top < height; row += 1, top += down) {
    const first = firstOf(width, block.width, across)
    const shift = width >= 2 * across && row % 2 === 1 ? Math.round(across / 2) : 0
    for (let left = first + shift; left < width; left += across) places.push({ left, top })
  }
  await sharp({ create: { width, height, channels: 4, background: CLEAR } })
    .composite(await Promise.all(places.map(async (place) => await inside(block, place, { width, height }))))
    .png()
    .toFile(file)
}

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }

/** Where the first of a row of blocks begins, so that as many as fit are whole and in the middle. */
function firstOf(room: number, block: number, step: number): number {
  const count = Math.max(1, Math.floor((room + step - block) / step))
  return Math.max(0, Math.floor((room - (count - 1) * step - block) / 2))
}

interface Block extends PictureSize {
  readonly picture: Buffer
}

/** The part of a block that is inside of the picture. */
async function inside(block: Block, { left, top }: { left: number; top: number }, { width, height }: PictureSize) {
  const shown = { width: Math.min(block.width, width - left), height: Math.min(block.height, height - top) }
  const input = await sharp(block.picture)
    .extract({ left: 0, top: 0, ...shown })
    .toBuffer()
  return { input, left, top }
}

/** Draws a text once, in lines if it is long. @param most pixels */
async function drawBlock(text: string, size: number, most: PictureSize): Promise<Block> {
  const edge = Math.ceil(2 * EDGE * size)
  const white = await sharp(await lettersOf(text, size, most.width - 2 * edge))
    .extend({ top: edge, bottom: edge, left: edge, right: edge, background: CLEAR })
    .png()
    .toBuffer()
  const { width, height } = await sharp(white).metadata()
  const shape = await sharp(white)
    .extractChannel('alpha')
    .blur(Math.max(0.3, EDGE * size))
    .linear(DARKNESS, 0)
    .toColourspace('b-w')
    .toBuffer()
  const edged = await sharp({ create: { width, height, channels: 3, background: CLEAR } })
    .joinChannel(shape)
    .png()
    .toBuffer()
  const both = await sharp(edged)
    .composite([{ input: white }])
    .png()
    .toBuffer()
  const shown = { width: Math.min(width, most.width), height: Math.min(height, most.height) }
  const picture = await sharp(both)
    .extract({ left: 0, top: 0, ...shown })
    .linear([1, 1, 1, OPACITY], [0, 0, 0, 0])
    .png()
    .toBuffer()
  return { picture, ...shown }
}
