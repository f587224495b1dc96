import { readFile } from 'node:fs/promises'
import { EncoderNetwork, encoderFiles, MOST_PIECES } from './universal-sentence-network.ts'
import { pieceReader } from './word-pieces.ts'

/** Length of each vector. */
const DIMENSIONS = 512
/** Characters of English texts. */
const READABLE = /\p{Script=Latin}|\p{N}/u

/**
 * Loads the Universal Sentence Encoder, lite (Cer et al. 2018, arXiv 1803.11175): two layers of attention over pieces
 * of words, English, 512 dimensions.
 */
export async function open() {
  const files = encoderFiles()
  const [network, vocabulary] = await Promise.all([EncoderNetwork.open(files), readFile(files.vocabulary, 'utf8')])
  const pieces = pieceReader(JSON.parse(vocabulary), MOST_PIECES)

  /**
   * One text at a time: in a batch the rounding of its vector would depend on the other texts, so that a video whose
   * worker was killed would get different rows.
   * @returns a vector of unit length for each text; zeros if no part of it can be English
   */
  async function embed(texts: readonly string[]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = []
    for (const text of texts)
      vectors.push(READABLE.test(text) ? await network.embed(pieces(text)) : new Float32Array(DIMENSIONS))
    return vectors
  }
  return { embed }
}
