import { rm, truncate } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ownModels } from '../../../test/own-models.ts'
import { type TinySentenceOptions, writeTinySentence } from '../../../test/tiny-sentence.ts'
import type { TextEngine, TextRole } from '../engine.ts'
import { closeEngines, openEngines } from '../registry.ts'
import { noModels } from '../testing/no-models.ts'
import { unverifiedModels } from '../testing/unverified-models.ts'
import { SENTENCE_MODELS, type SentenceModel } from './sentence-models.ts'
import { sentences } from './sentences.ts'
import { universal_sentence } from './universal-sentence.ts'

const model = SENTENCE_MODELS[0] as SentenceModel
const own = ownModels<TextEngine>()
const settings = () => ({ threads: 1, models: unverifiedModels(own.folder) })
const obstacle = () => sentences(model).obstacle(settings())
const weights = path.join(model.folder, model.text.weights)

async function start(options?: TinySentenceOptions): Promise<TextEngine> {
  await writeTinySentence(own.folder, model, options)
  expect(await obstacle()).toBeNull()
  const engine = sentences(model).open(settings())
  own.opened.push(engine)
  return engine
}

const embed = (engine: TextEngine, role: TextRole, ...texts: string[]) => Array.fromAsync(engine.embed(texts, role))
const cosine = (a: Float32Array | undefined, b: Float32Array | undefined) =>
  a?.reduce((sum, value, at) => sum + value * (b?.[at] as number), 0) ?? Number.NaN

test('a question is close to its answer in other words and in another language', async () => {
  const engine = await start()
  const [asked, gefragt] = await embed(engine, 'query', 'a billing mistake', 'falsche Rechnung')
  const [answer, other] = await embed(engine, 'passage', 'if the invoice is wrong', 'the train is delayed')
  expect(asked).toHaveLength(model.dimensions)
  expect(Math.hypot(...(asked as Float32Array))).toBeCloseTo(1, 4)
  expect(cosine(asked, answer)).toBeGreaterThan(0.95)
  expect(cosine(gefragt, answer)).toBeGreaterThan(0.95)
  expect(cosine(asked, other)).toBeLessThan(0.2)
})

test('texts of all lengths get the same vectors together as alone, in their order', async () => {
  const engine = await start()
  const words = ['invoice', 'train', 'garden wrong', 'late']
  const texts = Array.from({ length: 150 }, (_, at) => `${words[at % 4]} ${'and so on '.repeat((at * 7) % 23)}`)
  const together = await embed(engine, 'passage', ...texts)
  expect(together).toHaveLength(texts.length)
  for (const at of [0, 1, 2, 3, 75, 149]) {
    const [alone] = await embed(engine, 'passage', texts[at] as string)
    expect(together[at]).toEqual(alone)
  }
  expect(await embed(engine, 'passage')).toEqual([])
})

test('a text gets the prefix of its role, and is cut at the model’s maximum length', async () => {
  const engine = await start()
  const [asked] = await embed(engine, 'query', 'invoice')
  const [said, long] = await embed(
    engine,
    'passage',
    'invoice',
    `invoice ${'and '.repeat(400_000)} garden garden garden`,
  )
  expect(cosine(asked, said)).toBeLessThan(0.99)
  expect(cosine(asked, said)).toBeGreaterThan(0.9)
  expect(cosine(said, long)).toBeCloseTo(1, 4)
})

test('aborted work ends, and the engine continues', async () => {
  const engine = await start()
  const reading = Array.fromAsync(engine.embed(['invoice'], 'passage', AbortSignal.abort(new Error('Enough.'))))
  await expect(reading).rejects.toThrow('Enough.')
  expect(await embed(engine, 'passage', 'invoice')).toHaveLength(1)
})

describe('weights that cannot be used', () => {
  test('that are missing', async () => {
    expect(await obstacle()).toBe('The weights of Multilingual E5 small are not installed.')
    expect(await sentences(model).obstacle({ threads: 1, models: noModels })).toBe(
      'The model Multilingual E5 small is not on this machine.',
    )
  })

  test('that are incomplete', async () => {
    const folder = await writeTinySentence(own.folder, model)
    await rm(path.join(folder, model.text.tokenizer))
    expect(await obstacle()).toBe('Multilingual E5 small is not complete: tokenizer.json is missing.')
  })

  test('that are damaged', async () => {
    const folder = await writeTinySentence(own.folder, model)
    await truncate(path.join(own.folder, weights), 1_000)
    expect(await obstacle()).toMatch(
      /^Multilingual E5 small cannot be used: model_quantized.onnx is damaged or no ONNX model/,
    )
    await writeTinySentence(own.folder, model)
    await truncate(path.join(folder, model.text.tokenizer), 100)
    expect(await obstacle()).toBe('Multilingual E5 small cannot be used: tokenizer.json is damaged or no tokeniser.')
  })

  test.each([
    [{ dimensions: 768 }, /^model_quantized.onnx answers 1 x \d+ x 768 numbers where 1 x \d+ x 384 belong.$/],
    [{ output: 'sentence_embedding' }, /^model_quantized.onnx has no output 'last_hidden_state'.$/],
  ])('of another shape: %o', async (options, fault) => {
    await writeTinySentence(own.folder, model, options)
    expect((await obstacle())?.replace('Multilingual E5 small cannot be used: ', '')).toMatch(fault)
  })

  test('that are larger than any model', async () => {
    await writeTinySentence(own.folder, model)
    await truncate(path.join(own.folder, weights), 3 * 2 ** 30)
    expect(await obstacle()).toBe(
      'Multilingual E5 small cannot be used: onnx/model_quantized.onnx is larger than 2048 MB.',
    )
  })

  test('leave texts to the engine that needs no download, and the other engines unchanged', async () => {
    await writeTinySentence(own.folder, model)
    await truncate(path.join(own.folder, weights), 1_000)
    const engines = await openEngines(settings())
    try {
      expect(engines.text.engine?.id).toBe(universal_sentence.id)
      expect(engines.text.passed_over).toEqual([
        { id: model.id, name: model.name, reason: expect.stringContaining('model_quantized.onnx is damaged') },
      ])
      expect(engines.visual.engine).not.toBeNull()
      expect(engines.ocr.engine).not.toBeNull()
    } finally {
      await closeEngines(engines)
    }
  })
})
