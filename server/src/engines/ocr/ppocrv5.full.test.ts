import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  INKS,
  SPACE_INK,
  type TinyRecogniserOptions,
  tinyOcrModel,
  writeTinyDetector,
  writeTinyRecogniser,
} from '../../../test/tiny-ocr.ts'
import type { OcrEngine } from '../engine.ts'
import { fetchInBackground } from '../models/background.ts'
import { catalogue as everything } from '../models/catalogue/catalogue.ts'
import { OCR_MODELS, type OcrModelName, ocr_models } from '../models/catalogue/ocr-models.ts'
import { openModelStore } from '../models.ts'
import { closeEngines, type Engines, modelsAskedFor, openEngines } from '../registry.ts'
import { type Hub, startHub } from '../testing/hub.ts'
import { noModels } from '../testing/no-models.ts'

const CYRILLIC = ['м', 'и', 'р', 'н', 'ы', 'й', '0', 'n']
const DETECTOR = 'ppocrv5-detector'
/** The product's models, with the test's own for on-screen text. Only requested models are downloaded. */
const catalogue = {
  ...Object.fromEntries(
    Object.entries(everything).map(([name, model]) => [name, { ...model, fetched_by_default: false }]),
  ),
  ...Object.fromEntries([DETECTOR, ...OCR_MODELS].map((name) => [name, tinyOcrModel(name as OcrModelName)])),
}
const patience = { silence: 2_000, pause: 5, longest_pause: 5, longest_asked: 200, attempts: 2 }

let data_dir: string
let hub: Hub
const opened: Engines[] = []
beforeEach(async () => {
  data_dir = await mkdtemp(path.join(tmpdir(), 'footnote-ocr-'))
  hub = await startHub({}, null)
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map(closeEngines))
  await hub.close()
  await rm(data_dir, { recursive: true, force: true })
})

const models = () =>
  openModelStore(
    { provided_folder: null, folder: path.join(data_dir, 'models'), hub_url: hub.url },
    { catalogue, patience },
  )

/** Puts a model of the test onto the hub. */
async function offer(name: OcrModelName | typeof DETECTOR, write: (folder: string) => Promise<void>): Promise<void> {
  const folder = path.join(data_dir, 'made', name)
  await write(folder)
  for (const file of ['inference.yml', 'inference.onnx'])
    hub.files[`${ocr_models[name].repo}/${file}`] = await readFile(path.join(folder, file))
}
const offerRecogniser = (name: OcrModelName, characters: readonly string[], options?: TinyRecogniserOptions) =>
  offer(name, (folder) => writeTinyRecogniser(folder, characters, options))

/**
 * Downloads the models that the settings request, as the worker does, and opens the engine that this machine then has.
 */
async function start(ocr_model: OcrModelName): Promise<{ engine: OcrEngine; reason: string | undefined }> {
  const store = models()
  const asked_for = modelsAskedFor({ ocr_model })
  const ended = new Map<string, string>()
  const fetching = fetchInBackground({
    store,
    asked_for,
    log: { info: () => undefined, warn: () => undefined },
    report: async (states) => {
      for (const { name, state } of states) ended.set(name, state)
    },
  })
  const waiting = ['missing', 'downloading']
  await vi.waitFor(() => {
    expect(asked_for.every((name) => ended.has(name) && !waiting.includes(ended.get(name) as string))).toBe(true)
  }, 60_000)
  await fetching.stop()
  return await openWith(ocr_model)
}

async function openWith(ocr_model: OcrModelName): Promise<{ engine: OcrEngine; reason: string | undefined }> {
  const engines = await openEngines({ threads: 1, models: models(), ocr_model })
  opened.push(engines)
  const { engine, passed_over } = engines.ocr
  return { engine: engine as OcrEngine, reason: passed_over.find(({ id }) => id === `${ocr_model}-1`)?.reason }
}

/** A white picture with a line of bars for each text: the ink of each bar encodes a character of the dictionary. */
async function picture(characters: readonly string[], ...lines: readonly string[]): Promise<string> {
  const bars = lines.flatMap((line, row) =>
    [...line].map((character, at) => ({
      input: {
        create: {
          width: 20,
          height: 40,
          channels: 3 as const,
          background: character === ' ' ? SPACE_INK : (INKS[characters.indexOf(character)] as string),
        },
      },
      left: 40 + at * 56,
      top: 60 + row * 120,
    })),
  )
  const file = path.join(data_dir, 'picture.png')
  await sharp({ create: { width: 640, height: 360, channels: 3, background: '#ffffff' } })
    .composite(bars)
    .png()
    .toFile(file)
  return file
}

const read = async (engine: OcrEngine, file: string) => (await engine.read(file)).map(({ text }) => text)

test('each recogniser of the catalogue can be requested, and nothing else', () => {
  expect(OCR_MODELS.toSorted()).toEqual(
    Object.keys(ocr_models)
      .filter((name) => name !== DETECTOR)
      .toSorted(),
  )
  for (const ocr_model of OCR_MODELS) expect(modelsAskedFor({ ocr_model })).toEqual([DETECTOR, ocr_model])
  expect(modelsAskedFor({})).toEqual([])
})

test('without a request the packaged model reads, and no other is considered', async () => {
  const engines = await openEngines({ threads: 1, models: noModels })
  opened.push(engines)
  expect(engines.ocr).toMatchObject({ engine: { id: 'ppocr-v4-1' }, passed_over: [] })
})

test('a requested model is downloaded, and reads the characters of its description', async () => {
  await offer(DETECTOR, writeTinyDetector)
  await offerRecogniser('ppocrv5-east-slavic', CYRILLIC)
  const { engine, reason } = await start('ppocrv5-east-slavic')
  expect(reason).toBeUndefined()
  expect({ id: engine.id, name: engine.name }).toEqual({ id: 'ppocrv5-east-slavic-1', name: 'PP-OCRv5 East Slavic' })
  const file = await picture(CYRILLIC, 'мир', 'мирный мир')
  const lines = await engine.read(file)
  expect(lines.map(({ text }) => text)).toEqual(['мир', 'мирный мир'])
  expect(lines[0]?.confidence).toBeGreaterThan(0.95)
  expect(lines[0]?.box.x).toBeLessThan(40 / 640)
  expect((lines[0]?.box.y ?? 1) * 360).toBeLessThan(60)
})

/** Reads a picture of these lines with a recogniser that knows these characters. */
async function readWith(name: OcrModelName, characters: readonly string[], ...shown: string[]): Promise<string[]> {
  await offer(DETECTOR, writeTinyDetector)
  await offerRecogniser(name, characters)
  const { engine } = await start(name)
  return await read(engine, await picture(characters, ...shown))
}

test('characters with a meaning in YAML stay characters', async () => {
  const characters = ['n', '0', '~', "'", 'null', '：']
  expect(await readWith('ppocrv5-english', characters, 'n0~', "0'n")).toEqual(['n0~', "0'n"])
})

test('a right-to-left line is returned in logical order', async () => {
  const characters = ['ا', 'ل', 'س', 'م', '5', ')']
  // The picture shows the visual order, from left to right.
  expect(await readWith('ppocrv5-arabic', characters, '55 مالس', 'ملاس')).toEqual(['سلام 55', 'سالم'])
})

test('a script without spaces is read without them', async () => {
  const characters = ['会', '议', '记', '录']
  expect(await readWith('ppocrv5-chinese-japanese', characters, '会议记录')).toEqual(['会议记录'])
})

test('without its detector the packaged one finds the lines', async () => {
  await offerRecogniser('ppocrv5-latin', ['ā', 'b'])
  const { engine, reason } = await start('ppocrv5-latin')
  expect(reason).toBeUndefined()
  const file = path.join(data_dir, 'word.png')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="200"><rect width="640" height="200" fill="#fff"/>
    <text x="40" y="120" font-family="DejaVu Sans" font-size="64" fill="#f00">Harvest festival</text></svg>`
  await sharp(Buffer.from(svg)).png().toFile(file)
  const [line] = await read(engine, file)
  expect(line).toMatch(/^ā[ā ]*$/)
})

describe('a model that cannot be used is reported in one sentence, and the packaged one takes over', () => {
  /** @returns the sentence about the requested model */
  async function refused(): Promise<string | undefined> {
    const { engine, reason } = await start('ppocrv5-greek')
    expect(engine.id).toBe('ppocr-v4-1')
    return reason
  }
  const made = () => path.join(data_dir, 'made', 'ppocrv5-greek')
  const greek = (change: () => Promise<void> = async () => undefined, options?: TinyRecogniserOptions) =>
    offer('ppocrv5-greek', async (folder) => {
      await writeTinyRecogniser(folder, ['α', 'β'], options)
      await change()
    })

  test('when it is missing', async () => {
    expect(await refused()).toBe('The model PP-OCRv5 Greek is not on this machine.')
  })

  test.each([
    ['cut off', (file: string) => truncate(file, 300)],
    ['of another kind', (file: string) => writeFile(file, '<!doctype html><title>404</title>')],
  ])('when its weights are %s', async (_, damage) => {
    await greek(() => damage(path.join(made(), 'inference.onnx')))
    expect(await refused()).toMatch(
      /^PP-OCRv5 Greek cannot be used: inference.onnx is damaged or no ONNX model \(.+\)\.$/,
    )
  })

  test.each([
    ['no YAML', 'PostProcess: [unclosed'],
    ['of another model', 'PostProcess:\n  name: DBPostProcess\n'],
  ])('when its description is %s', async (_, text) => {
    await greek(() => writeFile(path.join(made(), 'inference.yml'), text))
    expect(await refused()).toBe('PP-OCRv5 Greek cannot be used: inference.yml is no description of a recogniser.')
  })

  test('when it knows other characters than its description', async () => {
    await greek(undefined, { classes: 9 })
    expect(await refused()).toBe(
      'PP-OCRv5 Greek cannot be used: inference.onnx answers 1 x 40 x 9 numbers where 4 characters belong.',
    )
  })

  test('when it expects lines of another height', async () => {
    await greek(undefined, { height: 32 })
    expect(await refused()).toBe(
      'PP-OCRv5 Greek cannot be used: inference.onnx does not take a picture of 3 x 48 x 320 numbers.',
    )
  })

  test('when it is larger than any such model', async () => {
    const folder = path.join(data_dir, 'models', 'ppocrv5-greek')
    await writeTinyRecogniser(folder, ['α', 'β'])
    await truncate(path.join(folder, 'inference.onnx'), 257 * 2 ** 20)
    expect(await refused()).toBe('PP-OCRv5 Greek cannot be used: inference.onnx is larger than 256 MB.')
  })

  test('when it does not match its pin', async () => {
    await greek()
    expect((await start('ppocrv5-greek')).engine.id).toBe('ppocrv5-greek-1')
    await writeTinyRecogniser(path.join(data_dir, 'models', 'ppocrv5-greek'), ['α', 'γ'])
    const { engine, reason } = await openWith('ppocrv5-greek')
    expect(engine.id).toBe('ppocr-v4-1')
    expect(reason).toBe(
      'The file inference.yml of the model PP-OCRv5 Greek is not the one that is pinned: it was refused.',
    )
  })

  test('when its detector is another model', async () => {
    await greek()
    await offer(DETECTOR, async (folder) => {
      await writeTinyDetector(folder)
      await writeFile(path.join(folder, 'inference.onnx'), await readFile(path.join(made(), 'inference.onnx')))
    })
    expect(await refused()).toMatch(/^PP-OCRv5 detector cannot be used: inference.onnx .+ numbers/)
  })
})
