import { readFile } from 'node:fs/promises'
import type { GraphModel } from '@tensorflow/tfjs-converter'
import { dispose, type Tensor, tensor1d, tensor2d } from '@tensorflow/tfjs-core'
import { beforeAll, expect, test } from 'vitest'
import { readModel, startRuntime } from '../testing/graph-model.ts'
import { encoderGraph } from './universal-sentence-graph.ts'
import { EncoderNetwork, encoderFiles, MOST_PIECES } from './universal-sentence-network.ts'
import { pieceReader } from './word-pieces.ts'

let network: EncoderNetwork
let original: GraphModel
let pieces: (text: string) => number[]

beforeAll(async () => {
  const files = encoderFiles()
  await startRuntime()
  network = await EncoderNetwork.open(files)
  original = await readModel(files)
  pieces = pieceReader(JSON.parse(await readFile(files.vocabulary, 'utf8')), MOST_PIECES)
})

/** The vector of TensorFlow.js. */
async function expected(row: readonly number[]): Promise<Float32Array> {
  const places = row.map((_, place): [number, number] => [0, place])
  const indices = tensor2d(places, [places.length, 2], 'int32')
  const values = tensor1d([...row], 'int32')
  const answer = (await original.executeAsync({ indices, values })) as Tensor
  const vector = await answer.data<'float32'>()
  dispose([indices, values, answer])
  return vector
}

async function compare(row: readonly number[]): Promise<void> {
  const [mine, wanted] = [await network.embed(row), await expected(row)]
  expect(mine).toHaveLength(wanted.length)
  expect(mine.reduce((sum, value, at) => sum + value * (wanted[at] as number), 0)).toBeGreaterThan(0.99999)
  expect(Math.max(...mine.map((value, at) => Math.abs(value - (wanted[at] as number))))).toBeLessThan(1e-5)
}

const WORDS =
  'we moved our profit invoice 2026 Berlin train Ørsted 3.5 % late CEO don’t oven 🚂 доктор re-reading'.split(' ')
const CHOSEN = [
  'a',
  '7',
  'EMERGENCY EXIT',
  'Why did the invoice arrive late?',
  'x'.repeat(300),
  '¿Qué? 你好 ok',
  'é ﬁ ½',
]

test('the vectors of texts of every kind are those of TensorFlow.js', async () => {
  const made = Array.from({ length: 240 }, (_, at) =>
    Array.from({ length: 1 + (at % 24) }, (__, word) => WORDS[(at * 5 + word * (1 + (at % 7))) % WORDS.length]).join(
      ' ',
    ),
  )
  for (const text of [...CHOSEN, ...WORDS.filter((word) => /\w/.test(word)), ...made]) await compare(pieces(text))
})

test.each([127, 128, 129, 256])('the vector of %i pieces is that of TensorFlow.js', async (count) => {
  await compare(Array.from({ length: count }, (_, at) => (at * 37) % 8_000))
})

test('a file without a weight is refused by its name', () => {
  expect(() => encoderGraph(new Map())).toThrow(/no weight named .*dense\/kernel/)
})
