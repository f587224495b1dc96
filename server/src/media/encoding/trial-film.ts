import { writeFile } from 'node:fs/promises'

/** Pixels and frames of the trial's film: a second, and no smaller than every encoder takes. */
const FILM = { width: 320, height: 192, rate: 25, frames: 25 }

/** Writes a chunk of a RIFF file: a name of four letters, the length, and the content. */
function chunk(name: string, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content])
}
const list = (name: string, ...parts: readonly Buffer[]): Buffer => chunk('LIST', Buffer.from(name, 'latin1'), ...parts)
const words = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [place, value] of values.entries()) bytes.writeUInt32LE(value, 4 * place)
  return bytes
}

/** A picture in I420: brightness rises to the right and moves, both colours change from the top to the bottom. */
function pictureOf(number: number): Buffer {
  const { width, height } = FILM
  const picture = Buffer.alloc((width * height * 3) / 2)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) picture[y * width + x] = 40 + ((x + 4 * number) % width) / 2
  const [half, rows] = [width / 2, height / 2]
  for (let y = 0; y < rows; y += 1) {
    const from = width * height + y * half
    picture.fill(60 + y, from, from + half)
    picture.fill(190 - y, from + half * rows, from + half * rows + half)
  }
  return picture
}

/**
 * Writes a second of moving colours as an AVI file without compression (RIFF, as in Microsoft's 'AVI RIFF File
 * Reference'), so that no other encoder takes part in a trial.
 */
export async function writeTrialFilm(file: string): Promise<void> {
  const { width, height, rate, frames } = FILM
  const bytes = (width * height * 3) / 2
  const film = words(1e6 / rate, bytes * rate, 0, 0, frames, 0, 1, bytes, width, height, 0, 0, 0, 0)
  const i420 = Buffer.from('I420', 'latin1')
  const stream = [Buffer.from('vids', 'latin1'), i420, words(0, 0, 0, 1, rate, 0, frames, bytes, 0, 0, 0, 0)]
  // Twelve bits a pixel, in one plane.
  const format = [words(40, width, height, 1 + (12 << 16)), i420, words(bytes, 0, 0, 0, 0)]
  const head = list('hdrl', chunk('avih', film), list('strl', chunk('strh', ...stream), chunk('strf', ...format)))
  const pictures = Array.from({ length: frames }, (_, number) => chunk('00db', pictureOf(number)))
  await writeFile(file, chunk('RIFF', Buffer.from('AVI ', 'latin1'), head, list('movi', ...pictures)))
}
