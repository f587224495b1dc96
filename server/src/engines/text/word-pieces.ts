import { Tokenizer } from '@huggingface/tokenizers'
import { beginningOf } from './beginning.ts'

/**
 * The first pieces of the vocabulary are control marks, which no text contains: sentence ends and the unknown piece.
 */
const MARKS = 6
const UNKNOWN = 0
/** Below every piece's own score, so that unknown pieces are the last choice. */
const MARK_SCORE = -100

/**
 * Splits texts into pieces of the vocabulary with the highest total score (unigram model, as in SentencePiece).
 * @param most number of pieces that somebody reads: later ones may be missing
 */
export function pieceReader(
  vocabulary: readonly (readonly [piece: string, score: number])[],
  most: number,
): (text: string) => number[] {
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
    const ids: number[] = tokenizer.encode(beginningOf(readable, most), { add_special_tokens: false }).ids
    // Adjacent unknown letters are one unknown piece.
    return ids.filter((piece, at) => piece !== UNKNOWN || ids[at - 1] !== UNKNOWN)
  }
}
