import { appendFile, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { ownModels } from '../../../test/own-models.ts'
import { type TinyOptions, writeTinyEmbedding } from '../../../test/tiny-embedding.ts'
import { tryWeights } from '../embedding/weights.ts'
import type { Sample, VisualEngine } from '../engine.ts'
import { closeEngines, openEngines } from '../registry.ts'
import { unverifiedModels } from '../testing/unverified-models.ts'
import { SENTENCE_MODELS } from '../text/sentence-models.ts'
import { embedding } from './embedding.ts'
import { EMBEDDING_MODELS, type EmbeddingModel } from './embedding-models.ts'

const model = EMBEDDING_MODELS[0] as EmbeddingModel
const others = EMBEDDING_MODELS.slice(1)
const TRIAL = { batch: 8, threads: 1 }

const own = ownModels<VisualEngine>()
const settings = () => ({ threads: 1, models: unverifiedModels(own.folder) })
const obstacle = () => embedding(model).obstacle(settings())

async function start(which = model, options?: TinyOptions): Promise<VisualEngine> {
  await writeTinyEmbedding(own.folder, which, options)
  expect(await embedding(which).obstacle(settings())).toBeNull()
  const engine = embedding(which).open(settings())
  own.opened.push(engine)
  return engine
}

/** A picture with a strip of each colour, from left to right. */
async function picture(name: string, ...colours: readonly string[]): Promise<string> {
  const file = path.join(own.folder, `${name}.png`)
  const strips = colours.map((background, at) => ({
    input: { create: { width: 100, height: 100, channels: 3 as const, background } },
    left: at * 100,
    top: 0,
  }))
  await sharp({ create: { width: 100 * colours.length, height: 100, channels: 3, background: '#000000' } })
    .composite(strips)
    .png()
    .toFile(file)
  return file
}

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * (b[at] as number), 0)
const vectorOf = async (engine: VisualEngine, file: string) =>
  (await engine.describeReference(file)).vector as Float32Array
const textOf = async (engine: VisualEngine, text: string) => (await engine.embedText(text)) as Float32Array

describe.each(EMBEDDING_MODELS)('$name', (which) => {
  test('embeds a picture and the words that name it in the same place', async () => {
    const engine = await start(which)
    const red = await vectorOf(engine, await picture('red', '#ff0000'))
    expect(red).toHaveLength(which.dimensions)
    expect(Math.hypot(...red)).toBeCloseTo(1, 5)
    expect(cosine(red, await textOf(engine, 'a red balloon'))).toBeGreaterThan(0.99)
    expect(cosine(red, await textOf(engine, 'a reddish wall'))).toBeGreaterThan(0.99)
    expect(cosine(red, await textOf(engine, 'blue'))).toBeLessThan(0.5)
  })
})

test('each model gets pictures as in its training: stretched, or the middle cropped', async () => {
  const flag = await picture('flag', '#0000ff', '#ff0000', '#0000ff')
  const stretching = await start(model)
  const cutting = await start(others.at(-1))
  const likeness = async (engine: VisualEngine, word: string) =>
    cosine(await vectorOf(engine, flag), await textOf(engine, word))
  expect(await likeness(cutting, 'red')).toBeGreaterThan(0.9)
  expect(await likeness(stretching, 'blue')).toBeGreaterThan(await likeness(stretching, 'red'))
})

test('texts are lowered, padded and cut as in the model’s training', async () => {
  const engine = await start()
  expect(await textOf(engine, 'RED')).toEqual(await textOf(engine, 'red'))
  // More words than the tower has places for.
  expect(cosine(await textOf(engine, `red ${'wall '.repeat(300)} blue`), await textOf(engine, 'red'))).toBeCloseTo(1, 4)
  // A word that the tower does not know has a vector close to nothing.
  expect(Math.hypot(...(await textOf(engine, 'quasar')))).toBe(0)
})

test('pictures in batches get the same vectors as alone, in their order', async () => {
  const shades = Array.from({ length: 19 }, (_, at) => `rgb(${at * 13}, ${255 - at * 9}, ${(at * 71) % 256})`)
  const files = await Promise.all(shades.map((shade, at) => picture(`shade-${at}`, shade)))
  const samples: Sample[] = files.map((file, at) => ({ time: at / 2, shot: 0, file }))
  for (const options of [{}, { batch: 1 }]) {
    const engine = await start(model, options)
    const described = await Array.fromAsync(engine.describe(samples))
    expect(described.map(({ time }) => time)).toEqual(samples.map(({ time }) => time))
    for (const [at, { vector }] of described.entries()) {
      const alone = await vectorOf(engine, files[at] as string)
      expect(vector).toEqual(alone)
    }
  }
})

test('a file that is no picture is refused, and the engine continues', async () => {
  const engine = await start()
  const broken = path.join(own.folder, 'broken.jpg')
  await writeFile(broken, 'no picture')
  const red = await picture('red', '#ff0000')
  const samples = [red, broken].map((file, time) => ({ time, shot: 0, file }))
  await expect(Array.fromAsync(engine.describe(samples))).rejects.toMatchObject({ failure: 'refused' })
  expect(await Array.fromAsync(engine.describe(samples.slice(0, 1)))).toHaveLength(1)
})

test('measurements of weights are stored for this machine, and do not change the order of engines', async () => {
  const folder = await writeTinyEmbedding(own.folder, model)
  const tried = await tryWeights({ model, folder, records: own.folder, ...TRIAL })
  expect(tried).toEqual({ picture: expect.any(Number), text: expect.any(Number) })
  const kept = async () => JSON.parse(await readFile(path.join(own.folder, 'measured.json'), 'utf8'))
  expect(Object.values(await kept())).toEqual([tried])
  // Changed files are measured again.
  await appendFile(path.join(folder, model.text.tokenizer), ' ')
  await tryWeights({ model, folder, records: own.folder, ...TRIAL })
  expect(Object.values(await kept())).toHaveLength(2)
})

test('an id names the precision of each tower, no picture tower runs at 8 bits, and no two models share an id', () => {
  for (const { id, picture, text } of EMBEDDING_MODELS) {
    expect(id).toMatch(new RegExp(`-${picture.precision}-${text.precision}$`))
    expect(picture.precision).not.toBe('int8')
  }
  for (const { id, text } of SENTENCE_MODELS) expect(id).toMatch(new RegExp(`-${text.precision}$`))
  expect(new Set(EMBEDDING_MODELS.map(({ id }) => id)).size).toBe(EMBEDDING_MODELS.length)
})

test('weights of one model that do not load exclude that model only', async () => {
  const [first, second] = EMBEDDING_MODELS as [EmbeddingModel, EmbeddingModel]
  const folder = await writeTinyEmbedding(own.folder, first)
  await truncate(path.join(folder, first.picture.weights), 1_000)
  await writeTinyEmbedding(own.folder, second)
  const engines = await openEngines(settings())
  try {
    expect(engines.visual.engine?.id).toBe(second.id)
    expect(engines.visual.passed_over.map(({ id }) => id)).toEqual([first.id])
  } finally {
    await closeEngines(engines)
  }
})

describe('weights that cannot be used', () => {
  test('that are missing or incomplete', async () => {
    expect(await obstacle()).toBe('The weights of SigLIP 2 base 16 are not installed.')
    const folder = await writeTinyEmbedding(own.folder, model)
    await rm(path.join(folder, model.text.tokenizer))
    await rm(path.join(folder, model.text.weights))
    expect(await obstacle()).toBe(
      'SigLIP 2 base 16 is not complete: tokenizer.json and onnx/text_model_int8.onnx is missing.',
    )
  })

  test.each([
    ['cut off', async (file: string) => truncate(file, 1_000)],
    ['empty', async (file: string) => truncate(file, 0)],
    ['of another kind', async (file: string) => writeFile(file, '<!doctype html><title>404</title>')],
  ])('whose file is %s', async (_, damage) => {
    const folder = await writeTinyEmbedding(own.folder, model)
    await damage(path.join(folder, model.picture.weights))
    expect(await obstacle()).toMatch(/^SigLIP 2 base 16 cannot be used: vision_model.onnx is damaged or no ONNX model/)
  })

  test('whose tokeniser is damaged', async () => {
    const folder = await writeTinyEmbedding(own.folder, model)
    await truncate(path.join(folder, model.text.tokenizer), 100)
    expect(await obstacle()).toBe('SigLIP 2 base 16 cannot be used: tokenizer.json is damaged or no tokeniser.')
  })

  test.each([
    [{ dimensions: 512 }, 'vision_model.onnx answers 8 x 512 numbers where 8 x 768 belong.'],
    [{ size: 224 }, 'vision_model.onnx takes 3 x 224 x 224 numbers where 3 x 256 x 256 belong.'],
    [{ output: 'image_embeds' }, "vision_model.onnx has no output 'pooler_output'."],
  ])('of another shape: %o', async (options, fault) => {
    await writeTinyEmbedding(own.folder, model, options)
    expect(await obstacle()).toBe(`SigLIP 2 base 16 cannot be used: ${fault}`)
  })

  test('that are larger than any model', async () => {
    const folder = await writeTinyEmbedding(own.folder, model)
    await truncate(path.join(folder, model.picture.weights), 3 * 2 ** 30)
    expect(await obstacle()).toBe('SigLIP 2 base 16 cannot be used: onnx/vision_model.onnx is larger than 2048 MB.')
  })

  test('leave pictures to the engine without weights, which gives the reason', async () => {
    const folder = await writeTinyEmbedding(own.folder, model)
    await truncate(path.join(folder, model.picture.weights), 1_000)
    const engines = await openEngines(settings())
    try {
      expect(engines.visual.engine?.id).toBe('concepts-1')
      expect(engines.visual.passed_over.map(({ id }) => id)).toEqual(EMBEDDING_MODELS.map(({ id }) => id))
      expect(engines.visual.passed_over[0]?.reason).toContain('vision_model.onnx is damaged')
      expect(engines.ocr.engine).not.toBeNull()
    } finally {
      await closeEngines(engines)
    }
  })
})
