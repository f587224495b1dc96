import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { largest } from '@footnote/contract/shared/extremes.ts'
import type { FrameRate } from '@footnote/contract/shared/frames.ts'
import sharp from 'sharp'
import type { PictureSize } from '../rendition-plan.ts'
import { fileAddress } from '../sandbox.ts'

/** Texts over a piece of a rendered video. */
export interface BurnIn {
  readonly name: string | null
  readonly note: string | null
  /** The label of each frame of the piece; null for none. */
  readonly labels: readonly string[] | null
}

/** A picture or film that is laid over a piece. */
export interface Layer {
  readonly file: string
  /** Options of ffmpeg that read it. */
  readonly input: readonly string[]
  /** Place of its upper left corner, in pixels. */
  readonly x: number
  readonly y: number
}

/** The first of these that a system has; Pango takes others for letters that it lacks. */
const FONT = 'Inter, DejaVu Sans, Liberation Sans, Noto Sans, sans-serif bold'
/** Shares of the shorter side of the picture: height of letters, and distance from the edges. */
const LETTERS = 0.042
const EDGE = 0.03
/** Most of the picture's height that a note covers. */
const NOTE_SHARE = 0.3
const SMALLEST = 9
const BACKING = { r: 0, g: 0, b: 0, alpha: 0.62 }

const even = (pixels: number): number => 2 * Math.ceil(pixels / 2)

/** Sizes in pixels for a picture. */
function sizesFor({ width, height }: PictureSize) {
  const short = Math.min(width, height)
  return { letters: Math.max(SMALLEST, Math.round(short * LETTERS)), edge: Math.round(short * EDGE) }
}

/** White letters of a text on a clear ground, in any script. Whoever typed it cannot style it. @param width most pixels of a line */
export async function lettersOf(text: string, size: number, width?: number): Promise<Buffer> {
  const escaped = text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that XML forbids
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replaceAll(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  const line = width === undefined ? {} : { width, wrap: 'word-char' as const }
  return await sharp({
    text: { text: `<span foreground="white">${escaped}</span>`, font: `${FONT} ${size}`, dpi: 72, rgba: true, ...line },
  })
    .png()
    .toBuffer()
}

/** A text on a dark ground. @param height most pixels of it; what is below is cut off */
async function plate(text: string, size: number, { width, height }: PictureSize) {
  const padding = Math.round(size * 0.4)
  const letters = sharp(await lettersOf(text, size, width - 2 * padding))
  const found = await letters.metadata()
  const shown = { width: Math.min(found.width, width), height: Math.min(found.height, height) }
  const input = await letters.extract({ left: 0, top: 0, ...shown }).toBuffer()
  const plated = { width: shown.width + 2 * padding, height: shown.height + 2 * padding }
  const picture = await sharp({ create: { ...plated, channels: 4, background: BACKING } })
    .composite([{ input, left: padding, top: padding }])
    .png()
    .toBuffer()
  return { picture, ...plated }
}

/**
 * Draws the texts of a piece: name and note as one picture, the labels as a film with a picture for each frame.
 * @param folder of the job, for the files
 */
export async function drawLayers(
  folder: string,
  { name, note, labels }: BurnIn,
  picture: PictureSize & { readonly rate: FrameRate },
): Promise<Layer[]> {
  const { letters, edge } = sizesFor(picture)
  const layers: Layer[] = []
  const clock = labels && (await drawLabels(path.join(folder, 'labels.y4m'), labels, letters, picture.rate))
  if (clock) layers.push({ ...clock, x: picture.width - clock.width - edge, y: picture.height - clock.height - edge })
  const room = picture.width - 2 * edge
  const plates = [
    ...(name
      ? [await plate(name, letters, { width: room - (clock ? clock.width + edge : 0), height: 2 * letters })]
      : []),
    ...(note ? [await plate(note, letters, { width: room, height: Math.round(picture.height * NOTE_SHARE) })] : []),
  ]
  if (plates.length === 0) return layers
  let bottom = picture.height - edge
  const placed = plates.map(({ picture: input, height }, place) => {
    // A note is above the line of the label.
    if (place === 0 && !name && clock) bottom -= clock.height + Math.round(edge / 2)
    const top = Math.max(0, bottom - height)
    bottom = top - Math.round(edge / 2)
    return { input, left: edge, top }
  })
  const file = path.join(folder, 'texts.png')
  const { width, height } = picture
  await sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite(placed)
    .png()
    .toFile(file)
  return [...layers, { file, input: ['-i', fileAddress(file)], x: 0, y: 0 }]
}

/** Signs of timecodes and times. */
const SIGNS = [...'0123456789:;.']

/** Writes a film whose pictures show the labels (YUV4MPEG2, grey). Its size is in pixels. */
async function drawLabels(file: string, labels: readonly string[], size: number, { num, den }: FrameRate) {
  const cell = { width: Math.round(size * 0.68), height: even(size * 1.5) }
  const glyphs = new Map<string, Buffer>()
  for (const sign of SIGNS) glyphs.set(sign, await glyph(sign, size, cell))
  const places = largest(labels.map(({ length }) => length))
  const padding = Math.round(size * 0.3)
  const [width, height] = [even(places * cell.width + 2 * padding), cell.height]
  function* film() {
    yield Buffer.from(`YUV4MPEG2 W${width} H${height} F${num}:${den} Ip A1:1 Cmono\n`)
    for (const label of labels) {
      const pixels = Buffer.alloc(width * height, 16)
      for (const [place, sign] of [...label.padStart(places)].entries()) {
        const drawn = glyphs.get(sign)
        for (let y = 0; drawn && y < height; y += 1)
          drawn.copy(pixels, y * width + padding + place * cell.width, y * cell.width, (y + 1) * cell.width)
      }
      yield Buffer.concat([Buffer.from('FRAME\n'), pixels])
    }
  }
  await pipeline(Readable.from(film()), createWriteStream(file))
  return { file, input: ['-f', 'yuv4mpegpipe', '-i', fileAddress(file)], width, height }
}

/** A sign as grey pixels in a cell, white on black, all on one base line. */
async function glyph(sign: string, size: number, { width, height }: PictureSize): Promise<Buffer> {
  // Drawn beside a digit, so that points keep their height; then cut to the sign's own width.
  const digit = await sharp(await lettersOf('0', size)).metadata()
  const both = sharp(await lettersOf(`0${sign}`, size))
  const found = await both.metadata()
  const own = await both
    .extract({ left: digit.width, top: 0, width: Math.max(1, found.width - digit.width), height: found.height })
    .png()
    .toBuffer()
  const trimmed = await sharp(own).metadata()
  const fits = { width: Math.min(width, trimmed.width), height: Math.min(height, trimmed.height) }
  return await sharp({ create: { width, height, channels: 3, background: { r: 16, g: 16, b: 16 } } })
    .composite([
      {
        input: await sharp(own)
          .extract({ left: 0, top: 0, ...fits })
          .png()
          .toBuffer(),
        left: Math.floor((width - fits.width) / 2),
        top: Math.floor((height - fits.height) / 2),
      },
    ])
    .greyscale()
    .raw()
    .toBuffer()
}
