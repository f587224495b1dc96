import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import sharp, { type Sharp } from 'sharp'

const run = promisify(execFile)
const [WIDTH, HEIGHT] = [1280, 720]
const MULTIPLIER = 48_271
const MODULUS = 2_147_483_647
const WORDS =
  'harbour river stone winter market station garden office report ledger engine valley signal mirror candle bridge forest silver cotton window copper meadow lantern orchard saddle timber velvet anchor basket camera desert feather glacier hammer island jacket kettle ladder magnet needle'.split(
    ' ',
  )

/** Park and Miller's generator: the same numbers, 0 to 1, in every run. */
export function numbers(seed: number): () => number {
  let last = seed
  return () => {
    last = (last * MULTIPLIER) % MODULUS
    return last / MODULUS
  }
}

/** Draws cards, slides and screens with words. Two of one layout differ in their words alone. */
export class Drawing {
  readonly #next: () => number

  constructor(seed: number) {
    this.#next = numbers(seed)
  }

  /** One picture of each layout, as SVG. */
  all(): string[] {
    return [
      ...[
        ['#000', '#fff'],
        ['#101820', '#f2aa4c'],
        ['#fff', '#111'],
        ['#1d3557', '#f1faee'],
      ].map(([ground, ink]) => drawn(`${area(0, 0, WIDTH, HEIGHT, ground)}${this.#title(ink)}`)),
      this.#chapter(),
      this.#slide(),
      this.#slide(),
      this.#screen(),
      this.#screen(),
    ]
  }

  #words(count: number): string {
    return Array.from({ length: count }, () => WORDS[Math.floor(this.#next() * WORDS.length)]).join(' ')
  }

  #title(ink: string | undefined): string {
    return text(640, 340, 64, ink, this.#words(2), 'middle') + text(640, 420, 32, ink, this.#words(4), 'middle')
  }

  #chapter(): string {
    const number = 1 + Math.floor(this.#next() * 9)
    const lines = text(640, 330, 48, '#fca311', `Chapter ${number}`, 'middle')
    return drawn(
      `${area(0, 0, WIDTH, HEIGHT, '#14213d')}${lines}${text(640, 420, 64, '#fff', this.#words(2), 'middle')}`,
    )
  }

  #slide(): string {
    const lines = Array.from({ length: 5 }, (_, at) => text(120, 260 + at * 75, 34, '#222', `• ${this.#words(5)}`))
    const head = area(0, 0, WIDTH, 90, '#005f73') + text(60, 60, 40, '#fff', this.#words(3))
    const foot = text(60, 700, 16, '#888', 'Annual review · Company confidential')
    return drawn(`${area(0, 0, WIDTH, HEIGHT, '#f7f7f2')}${head}${lines.join('')}${foot}`)
  }

  #screen(): string {
    const rows = Array.from({ length: 14 }, (_, at) => {
      const y = 130 + at * 40
      const cells = [text(330, y, 17, '#333', this.#words(3)), text(760, y, 17, '#333', this.#words(2))]
      return cells.join('') + text(1080, y, 17, '#333', String(Math.floor(this.#next() * 100_000)))
    })
    const menu = ['Home', 'Videos', 'Search', 'Reviews', 'Members', 'Settings', 'Help']
    const beside = menu.map((name, at) => text(40, 130 + at * 50, 20, '#eee', name)).join('')
    const head = area(280, 0, 1000, 64, '#eef1f6') + text(310, 42, 24, '#222', this.#words(2))
    return drawn(
      `${area(0, 0, WIDTH, HEIGHT, '#fff')}${area(0, 0, 280, HEIGHT, '#22304a')}${head}${beside}${rows.join('')}`,
    )
  }
}

const drawn = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${content}</svg>`
const area = (x: number, y: number, width: number, height: number, fill = '#fff') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`
const text = (x: number, y: number, size: number, fill = '#000', words = '', anchor = 'start') =>
  `<text x="${x}" y="${y}" font-family="DejaVu Sans" font-size="${size}" fill="${fill}" text-anchor="${anchor}">${words}</text>`

export const flat = (colour: string): string => drawn(area(0, 0, WIDTH, HEIGHT, colour))

/** Draws a picture as PNG. */
export const paint = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).png().toBuffer()

/** Makes a film of pictures, three seconds each, with hard cuts. @param files names in their folder, `%02d` their number */
export async function makeFilm(pattern: string, film: string): Promise<void> {
  await ffmpeg('-framerate', '1/3', '-i', pattern, '-r', '25', '-pix_fmt', 'yuv420p', '-c:v', 'libx264', film)
}

/** One frame of a film as PNG. @param time seconds */
export async function takeStill(film: string, time: number, file: string): Promise<void> {
  await ffmpeg('-ss', time.toFixed(3), '-i', film, '-frames:v', '1', file)
}

const ffmpeg = (...options: string[]) => run('ffmpeg', ['-v', 'error', '-y', ...options])

/** Paths of the pictures and films in a folder, in order; none if it is missing. */
export async function filesIn(folder: string, endings: RegExp): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => endings.test(name))
    .sort()
    .map((name) => path.join(folder, name))
}

/** What people do to a still before they search with it. */
export const CHANGES: Readonly<Record<string, (still: Buffer, next: () => number) => Promise<Buffer>>> = {
  'half size': async (still) => {
    const { width } = await sharp(still).metadata()
    return await jpeg(sharp(still).resize(Math.round(width / 2)))
  },
  'JPEG quality 40': (still) => jpeg(sharp(still), 40),
  '90 %, middle': (still) => cropped(still, 0.9, 0.5, 0.5),
  '90 %, anywhere': (still, next) => cropped(still, 0.9, next(), next()),
  '80 %, middle': (still) => cropped(still, 0.8, 0.5, 0.5),
  '80 %, anywhere': (still, next) => cropped(still, 0.8, next(), next()),
}

async function cropped(still: Buffer, share: number, x: number, y: number): Promise<Buffer> {
  const { width, height } = await sharp(still).metadata()
  const [part_width, part_height] = [Math.round(width * share), Math.round(height * share)]
  const [left, top] = [Math.round((width - part_width) * x), Math.round((height - part_height) * y)]
  return await jpeg(sharp(still).extract({ left, top, width: part_width, height: part_height }))
}

export const jpeg = (picture: Sharp, quality = 90): Promise<Buffer> => picture.jpeg({ quality }).toBuffer()
