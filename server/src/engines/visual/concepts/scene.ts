import type { Concept } from '../../engine.ts'
import { type Picture, raw } from '../networks/picture.ts'
import { colourShares, isChromatic, toLab } from './colours.ts'

/** Pixels on the longer side of the reduced picture for these measurements. */
const SIZE = 160
const WHOLE = { x: 0, y: 0, width: 1, height: 1 }
/** CIELAB units, mean of all pixels; a picture below this is black and white. */
const BLACK_AND_WHITE_CHROMA = 3.5
const COLOURFUL_CHROMA = 32
/** Minimum spread of lightness of a black-and-white photograph; below it a picture without hues is a plain slide. */
const LEAST_SPREAD = 12
/** Mean lightness (CIELAB) below which a picture is dark, and above which it is bright. */
const LIGHTNESS = { dark: 22, bright: 78 }
/**
 * Shares of the picture from which a colour is named, and from which it has full confidence. People would mention a
 * small red thing on a grey background.
 */
const HUE = { least: 0.006, sure: 0.12 }
const GREY = { least: 0.12, sure: 0.5 }

/** Concepts for light, tone and colours, and numbers that decide which models run. */
export interface Scene {
  readonly concepts: Concept[]
  /** Share of the pixels with a colour of human skin. */
  readonly skin: number
}

/** Values per pixel of the reduced picture. */
interface Measures {
  readonly width: number
  readonly height: number
  readonly lightness: Float32Array
  readonly a: Float32Array
  readonly b: Float32Array
  readonly chroma: number
  readonly mean: number
  readonly spread: number
}

/** Measures the whole picture. */
export async function readScene(picture: Picture): Promise<Scene> {
  const small = await reduce(picture)
  const measures = measure(small)
  const concepts: Concept[] = []
  const say = (name: string, kind: Concept['kind'], confidence: number) => {
    if (confidence > 0) concepts.push({ name, kind, confidence: Math.min(1, confidence) })
  }
  const colourless = measures.chroma < BLACK_AND_WHITE_CHROMA
  for (const [name, share] of colourShares(small, WHOLE)) {
    const hue = isChromatic(name)
    const { least, sure } = hue ? HUE : GREY
    if (share < least || (hue && colourless)) continue
    say(name, 'colour', Math.sqrt(share / sure))
  }
  if (colourless && measures.spread > LEAST_SPREAD)
    say('black and white', 'tone', 1 - measures.chroma / (2 * BLACK_AND_WHITE_CHROMA))
  if (measures.chroma > COLOURFUL_CHROMA) say('colourful', 'tone', measures.chroma / (2 * COLOURFUL_CHROMA))
  if (measures.mean < LIGHTNESS.dark) say('dark', 'light', 1 - measures.mean / (2 * LIGHTNESS.dark))
  if (measures.mean > LIGHTNESS.bright) say('bright', 'light', (measures.mean - LIGHTNESS.bright / 2) / 50)
  const plain = plainShare(measures)
  if (plain > 0.6) say('plain background', 'scene', plain)
  const sky = skyShare(measures)
  if (sky > 0.35) say('sky', 'scene', sky)
  const greenery = greeneryShare(measures)
  if (greenery > 0.12) say('greenery', 'scene', 0.3 + greenery)
  return { concepts, skin: skinShare(small) }
}

async function reduce(picture: Picture): Promise<Picture> {
  const { data, info } = await raw(picture)
    .resize(SIZE, SIZE, { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data }
}

function measure({ width, height, pixels }: Picture): Measures {
  const count = width * height
  const lightness = new Float32Array(count)
  const a = new Float32Array(count)
  const b = new Float32Array(count)
  let chroma = 0
  let sum = 0
  let squares = 0
  for (let index = 0; index < count; index++) {
    const at = index * 3
    const lab = toLab(pixels[at] as number, pixels[at + 1] as number, pixels[at + 2] as number)
    lightness[index] = lab[0]
    a[index] = lab[1]
    b[index] = lab[2]
    chroma += Math.hypot(lab[1], lab[2])
    sum += lab[0]
    squares += lab[0] ** 2
  }
  const mean = sum / count
  return {
    width,
    height,
    lightness,
    a,
    b,
    chroma: chroma / count,
    mean,
    spread: Math.sqrt(Math.max(0, squares / count - mean ** 2)),
  }
}

/** Mean difference in lightness from the pixels right and below. */
function contrast(lightness: Float32Array, at: number, width: number): number {
  const here = lightness[at] as number
  return (Math.abs(here - (lightness[at + 1] as number)) + Math.abs(here - (lightness[at + width] as number))) / 2
}

/**
 * Share of the pixels with one smooth colour: the most frequent cell of a coarse grid in CIELAB, with its neighbours.
 */
function plainShare({ lightness, a, b }: Measures): number {
  const cell = 10
  const place = (index: number) =>
    (Math.round((lightness[index] as number) / cell) << 12) |
    ((Math.round((a[index] as number) / cell) + 32) << 6) |
    (Math.round((b[index] as number) / cell) + 32)
  // Lightness has 11 steps; both colour axes have fewer than 64.
  const counts = new Uint32Array(11 << 12)
  let most = place(0)
  for (let index = 0; index < lightness.length; index++) counts[place(index)]! += 1
  for (let index = 0; index < lightness.length; index++) {
    const at = place(index)
    if ((counts[at] as number) > (counts[most] as number)) most = at
  }
  const sum = [0, 1 << 12, -(1 << 12)].reduce((pixels, step) => pixels + (counts[most + step] ?? 0), 0)
  return sum / lightness.length
}

/** Share of the upper third that is smooth and blue. */
function skyShare({ width, height, lightness, a, b }: Measures): number {
  const rows = Math.floor(height / 3)
  let sky = 0
  for (let index = 0; index < rows * width - 1; index++) {
    const blue = (b[index] as number) < -8 && (a[index] as number) < 8 && (lightness[index] as number) > 40
    if (blue && contrast(lightness, index, width) < 3) sky++
  }
  return rows > 0 ? sky / (rows * width) : 0
}

/** Share of the picture that is green and textured, like leaves and grass. */
function greeneryShare({ width, height, lightness, a, b }: Measures): number {
  let leaves = 0
  for (let index = 0; index < width * (height - 1); index++) {
    const green = (a[index] as number) < -6 && (b[index] as number) > 6
    if (green && contrast(lightness, index, width) > 2) leaves++
  }
  return leaves / (width * height)
}

/** Share of pixels within the bounds of skin in CbCr (Chai and Ngan, 1999). */
function skinShare({ width, height, pixels }: Picture): number {
  let skin = 0
  for (let at = 0; at < pixels.length; at += 3) {
    const [r, g, b] = [pixels[at] as number, pixels[at + 1] as number, pixels[at + 2] as number]
    const cb = 128 - 0.169 * r - 0.331 * g + 0.5 * b
    const cr = 128 + 0.5 * r - 0.419 * g - 0.081 * b
    if (cb >= 77 && cb <= 127 && cr >= 135 && cr <= 173) skin++
  }
  return skin / (width * height)
}
