import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { testMedia } from '../../../test/test-media.ts'
import { noModels } from '../testing/no-models.ts'
import { ppocr } from './ppocr.ts'

const BOARD = testMedia('craft-beer.jpg') ?? ''
const engine = ppocr.open({ threads: 2, models: noModels })

const folder = await temporaryFolder('ocr')

afterAll(() => engine.close())

/** A 1280x720 picture drawn by ffmpeg: lines of text below each other. */
async function slide(name: string, lines: string[], style: { size: number; colour: string; background: string }) {
  const filters = await Promise.all(
    lines.map(async (line, i) => {
      const text = join(folder, `${name}-${i}.txt`)
      await writeFile(text, line)
      const y = 40 + i * style.size * 2
      return `drawtext=font=DejaVu Sans:fontsize=${style.size}:fontcolor=${style.colour}:x=60:y=${y}:expansion=none:textfile=${text}`
    }),
  )
  const file = join(folder, `${name}.jpg`)
  const source = ['-f', 'lavfi', '-i', `${style.background}`, '-frames:v', '1', '-vf', filters.join(',')]
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...source, '-q:v', '3', file])
  return file
}

async function textOf(file: string): Promise<string[]> {
  return (await engine.read(file)).map((line) => line.text)
}

test('reports no obstacle when its models are installed', async () => {
  expect(await ppocr.obstacle({ threads: 1, models: noModels })).toBeNull()
})

test('reads a slide with digits and punctuation, word for word', async () => {
  const lines = [
    'Garden club meeting',
    'Order no. 5083-C, due 12 May 2026',
    'Total: $9,310.75 (incl. 7% tax)',
    'Why? Ask Ann & Bob!',
  ]
  const file = await slide('slide', lines, { size: 54, colour: 'black', background: 'color=white:s=1280x720' })
  expect(await textOf(file)).toEqual(lines)
})

test('reads small light text on a dark background', async () => {
  const lines = ['Printed on recycled paper by the harbour press', 'Write to info@example.net or call +49 30 5550 112']
  const file = await slide('small', lines, { size: 18, colour: 'white', background: 'color=0x203040:s=1280x720' })
  expect(await textOf(file)).toEqual(lines)
})

test('reads text over a busy picture, and gives its place', async () => {
  const file = await slide('busy', ['Ferry to the island'], {
    size: 48,
    colour: 'white',
    background: 'mandelbrot=s=1280x720',
  })
  const lines = await engine.read(file)
  expect(lines.map((line) => line.text)).toContain('Ferry to the island')
  const { box, confidence } = lines.find((line) => line.text === 'Ferry to the island')!
  expect(confidence).toBeGreaterThan(0.9)
  expect(box.x * 1280).toBeGreaterThan(40)
  expect(box.x * 1280).toBeLessThan(65)
  expect(box.y * 720).toBeLessThan(50)
  expect((box.y + box.height) * 720).toBeGreaterThan(75)
})

test('reads slightly rotated text', async () => {
  const level = await slide('level', ['Opening hours and prices'], {
    size: 48,
    colour: 'black',
    background: 'color=white:s=1280x720',
  })
  const askew = join(folder, 'askew.jpg')
  await sharp(level).rotate(9, { background: '#ffffff' }).jpeg().toFile(askew)
  expect(await textOf(askew)).toEqual(['Opening hours and prices'])
})

test('a picture without text gives no lines', async () => {
  const plain = join(folder, 'plain.jpg')
  await sharp({ create: { width: 640, height: 360, channels: 3, background: '#777777' } })
    .jpeg()
    .toFile(plain)
  expect(await textOf(plain)).toEqual([])
})

test('a file that is no picture is refused, and the engine continues', async () => {
  const file = join(folder, 'text.jpg')
  await writeFile(file, 'no picture')
  await expect(engine.read(file)).rejects.toMatchObject({ failure: 'refused' })
  const tiny = join(folder, 'tiny.png')
  await sharp({ create: { width: 1, height: 1, channels: 3, background: '#000000' } })
    .png()
    .toFile(tiny)
  expect(await textOf(tiny)).toEqual([])
})

test.skipIf(!BOARD)('reads chalk on a board in a photograph', async () => {
  const text = (await textOf(BOARD)).join('\n')
  for (const phrase of ['BARREL AGED', 'WEEKEND WARRIOR', 'HOPADILLO IPA', 'RODEO CLOWN', 'Session IPA']) {
    expect(text).toContain(phrase)
  }
})
