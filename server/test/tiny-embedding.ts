import path from 'node:path'
import { file, type Model } from '../src/engines/models/catalogue/model.ts'
import { OnnxGraph } from '../src/engines/process/onnx-graph.ts'
import type { EmbeddingModel } from '../src/engines/visual/embedding-models.ts'
import { matrixProduct, writeGraph } from './onnx.ts'
import { made, vocabularyOf, writeTokenizer } from './tiny-model.ts'

/** Colours as shares of red, green and blue; also in Latin, which no dictionary of the product has. */
const COLOURS = {
  red: [1, 0, 0],
  ruber: [1, 0, 0],
  green: [0, 1, 0],
  viridis: [0, 1, 0],
  blue: [0, 0, 1],
  caeruleus: [0, 0, 1],
} as const
const WORDS = ['a', 'photo', 'of', 'this', 'is', 'balloon', 'wall', '.', ...Object.keys(COLOURS), '##dish']
const VOCABULARY = vocabularyOf(WORDS)

export interface TinyOptions {
  /** Batch size that the files require; any by default. */
  readonly batch?: number
  /** Instead of the model's own. */
  readonly dimensions?: number
  readonly size?: number
  readonly output?: string
}

/** The catalogue's entry for a model of `writeTinyEmbedding`. */
export const tinyModel = ({ name, dimensions, picture, text }: EmbeddingModel): Model => ({
  title: name,
  kind: 'visual embedding',
  repo: 'made/tiny',
  revision: null,
  licence: 'MIT',
  by: 'Nobody',
  dimensions,
  languages: ['en', 'la'],
  fetched_by_default: false,
  files: [text.tokenizer, text.tokenizer_config, picture.weights, text.weights].map((path) => file(path)),
})

/**
 * Writes weights of a few kilobytes into a model's folder, with its names and shapes. A picture's vector is its mean
 * colour, a text's the sum of the colours it names, in English or Latin ('reddish' is red), so that a red picture and
 * the word have cosine 1. The tokeniser only knows lower-case words.
 */
export async function writeTinyEmbedding(
  models_dir: string,
  model: EmbeddingModel,
  options: TinyOptions = {},
): Promise<string> {
  const folder = path.join(models_dir, model.folder)
  await writePictureTower(await made(folder, model.picture.weights), model, options)
  await writeTextTower(await made(folder, model.text.weights), model, options)
  await writeTokenizer(folder, model.text, VOCABULARY)
  return folder
}

async function writePictureTower(
  file: string,
  { picture, dimensions }: EmbeddingModel,
  options: TinyOptions,
): Promise<void> {
  const graph = new OnnxGraph()
  const [size, length] = [options.size ?? picture.size, options.dimensions ?? dimensions]
  const batch = options.batch ?? 'batch'
  const pixels = graph.input(picture.input, 'float32', [batch, 3, size, size])
  const mean = graph.node('Flatten', [graph.node('GlobalAveragePool', [pixels])])
  const vector = matrixProduct(graph, mean, directions(length), [3, length], 'fp32')
  graph.output(vector, options.output ?? picture.output, 'float32', [batch, length])
  await writeGraph(graph, file)
}

async function writeTextTower(
  file: string,
  { picture, text, dimensions }: EmbeddingModel,
  options: TinyOptions,
): Promise<void> {
  const graph = new OnnxGraph()
  const length = options.dimensions ?? dimensions
  const batch = options.batch ?? 'batch'
  const matrix = directions(length)
  const table = new Float32Array(VOCABULARY.size * length)
  for (const [name, colour] of Object.entries(COLOURS)) {
    const row = (VOCABULARY.get(name) as number) * length
    for (const [channel, share] of colour.entries()) {
      // The normalised input of the picture tower for such a colour.
      const level = (share - (picture.mean[channel] as number)) / (picture.deviation[channel] as number)
      for (let at = 0; at < length; at += 1)
        table[row + at] = (table[row + at] as number) + level * (matrix[channel * length + at] as number)
    }
  }
  const ids = graph.input(text.input, 'int64', [batch, text.padding === null ? 'tokens' : text.max_tokens])
  const rows = graph.node('Gather', [graph.constant(table, [VOCABULARY.size, length]), ids])
  const vector = graph.node('ReduceSum', [rows, graph.constant(new BigInt64Array([1n]), [1])], { keepdims: 0 })
  graph.output(vector, text.output, 'float32', [batch, length])
  await writeGraph(graph, file)
}

/** One row for each of red, green and blue, orthogonal and of equal length. */
function directions(length: number): Float32Array {
  const matrix = new Float32Array(3 * length)
  for (let at = 0; at < length; at += 1) matrix[(at % 3) * length + at] = at % 2 === 0 ? 1 : -1
  return matrix
}
