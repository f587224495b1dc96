import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TextEngine, TextRole } from '../engine.ts'
import { noModels } from '../testing/no-models.ts'
import { universal_sentence } from './universal-sentence.ts'

const settings = { threads: 1, models: noModels }
let engine: TextEngine
beforeAll(() => {
  engine = universal_sentence.open(settings)
})
afterAll(() => engine.close())

const embed = (role: TextRole, ...texts: string[]) => Array.fromAsync(engine.embed(texts, role))
const cosine = (a: Float32Array | undefined, b: Float32Array | undefined) =>
  a?.reduce((sum, value, at) => sum + value * (b?.[at] as number), 0) ?? Number.NaN

const LINES = [
  'if the invoice is wrong, please write to us',
  'the train is delayed by twenty minutes',
  'we tore down the old garden wall',
  'our profit rose in the third quarter',
  'put the dough in the oven for an hour',
  'he was elected president',
  'the doctor said I should rest',
]

test('runs on every machine, without a download', async () => {
  expect(await universal_sentence.obstacle(settings)).toBeNull()
})

test('embeds a question closest to the line with the same meaning in other words', async () => {
  const lines = await embed('passage', ...LINES)
  const questions = ['a billing mistake', 'late railway', 'demolishing masonry', 'earnings went up', 'baking bread']
  for (const [right, question] of questions.entries()) {
    const [asked] = await embed('query', question)
    const cosines = lines.map((line) => cosine(asked, line))
    expect(cosines.indexOf(Math.max(...cosines))).toBe(right)
    expect(cosines[right]).toBeGreaterThan(engine.cosines.unrelated)
  }
})

test('returns vectors of unit length, equal alone and beside others of any length', async () => {
  const texts = Array.from({ length: 70 }, (_, at) => `${LINES[at % 7]} ${'and so on '.repeat((at * 5) % 17)}`)
  const together = await embed('passage', ...texts)
  expect(together).toHaveLength(texts.length)
  for (const at of [0, 31, 32, 69]) {
    const [alone] = await embed('passage', texts[at] as string)
    expect(Math.hypot(...(alone as Float32Array))).toBeCloseTo(1, 4)
    expect(alone).toEqual(together[at])
  }
})

test('reads capitals like small letters', async () => {
  const [loud, quiet] = await embed('passage', 'EMERGENCY EXIT', 'emergency exit')
  expect(cosine(loud, quiet)).toBeCloseTo(1, 4)
})

test('returns zeros for texts in other scripts', async () => {
  const [russian, empty, english] = await embed('passage', 'Счёт неверен', ' ', 'The bill')
  expect([russian, empty].map((vector) => Math.hypot(...(vector as Float32Array)))).toEqual([0, 0])
  expect(Math.hypot(...(english as Float32Array))).toBeCloseTo(1, 4)
  expect(await embed('passage')).toEqual([])
})

test('reads the beginning of an endless text', async () => {
  const [one, longer] = await embed('passage', 'invoice '.repeat(400), 'invoice '.repeat(400_000))
  expect(cosine(one, longer)).toBeCloseTo(1, 4)
})

test('stops when aborted', async () => {
  const reading = Array.fromAsync(engine.embed(LINES, 'passage', AbortSignal.abort(new Error('Enough.'))))
  await expect(reading).rejects.toThrow('Enough.')
})
