import path from 'node:path'
import { file, type Model } from '../src/engines/models/catalogue/model.ts'
import { OnnxGraph } from '../src/engines/process/onnx-graph.ts'
import type { SentenceModel } from '../src/engines/text/sentence-models.ts'
import { matrixProduct, writeGraph } from './onnx.ts'
import { made, vocabularyOf, writeTokenizer } from './tiny-model.ts'

/** Subjects of texts, each a direction orthogonal to the others, with their words in English and German. */
const MEANINGS: readonly (readonly string[])[] = [
  ['invoice', 'invoices', 'billing', 'Rechnung', 'Rechnungen'],
  ['wrong', 'mistake', 'error', 'falsch', 'falsche', 'Fehler'],
  ['refund', 'money', 'Geld', 'Erstattung'],
  ['train', 'railway', 'Zug', 'Bahn'],
  ['late', 'delayed', 'delay', 'spät', 'Verspätung'],
  ['garden', 'rain', 'Garten', 'Regen'],
]
/** The two prefixes, which add less to a vector than a word does. */
const ROLES = ['query', 'passage']
const ROLE = 0.2
const VOCABULARY = vocabularyOf([...MEANINGS.flat(), ...ROLES, ':', '.', ','])
const DIRECTIONS = MEANINGS.length + ROLES.length

export interface TinySentenceOptions {
  /** Instead of the model's own. */
  readonly dimensions?: number
  readonly output?: string
}

/** The catalogue's entry for a model of `writeTinySentence`. */
export const tinySentenceModel = ({ name, dimensions, text }: SentenceModel): Model => ({
  title: name,
  kind: 'text embedding',
  repo: 'made/tiny-sentence',
  revision: null,
  licence: 'MIT',
  by: 'Nobody',
  dimensions,
  languages: ['en', 'de'],
  fetched_by_default: false,
  files: [text.tokenizer, text.tokenizer_config, text.weights].map((each) => file(each)),
})

/**
 * Writes weights into a model's folder, with its names and shapes. Each token's vector is the direction of its subject,
 * so that a text points towards its subjects, in English or German: 'billing mistake' and 'falsche Rechnung' both have
 * cosine 1 with 'the invoice is wrong', apart from the prefixes.
 */
export async function writeTinySentence(
  models_dir: string,
  model: SentenceModel,
  options: TinySentenceOptions = {},
): Promise<string> {
  const folder = path.join(models_dir, model.folder)
  await writeTower(await made(folder, model.text.weights), model, options)
  await writeTokenizer(folder, model.text, VOCABULARY)
  return folder
}

async function writeTower(
  target: string,
  { text, dimensions }: SentenceModel,
  options: TinySentenceOptions,
): Promise<void> {
  const graph = new OnnxGraph()
  const length = options.dimensions ?? dimensions
  const [ids] = [text.input, 'attention_mask', 'token_type_ids'].map((name) =>
    graph.input(name, 'int64', ['batch', 'tokens']),
  ) as [string]
  const table = graph.constant(meanings(), [VOCABULARY.size, DIRECTIONS])
  const matrix = directions(length)
  const rows = graph.node('Gather', [table, ids])
  const states = matrixProduct(graph, rows, matrix, [DIRECTIONS, length], 'int8')
  graph.output(states, options.output ?? text.output, 'float32', ['batch', 'tokens', length])
  await writeGraph(graph, target)
}

function meanings(): Float32Array {
  const table = new Float32Array(VOCABULARY.size * DIRECTIONS)
  const set = (token: string, direction: number, value: number) => {
    table[(VOCABULARY.get(token) as number) * DIRECTIONS + direction] = value
  }
  for (const [direction, words] of MEANINGS.entries()) for (const word of words) set(word, direction, 1)
  for (const [at, role] of ROLES.entries()) set(role, MEANINGS.length + at, ROLE)
  return table
}

/** One row for each direction, orthogonal and of equal length. */
function directions(length: number): Float32Array {
  const matrix = new Float32Array(DIRECTIONS * length)
  for (let at = 0; at < length; at += 1) matrix[(at % DIRECTIONS) * length + at] = at % 2 === 0 ? 1 : -1
  return matrix
}
