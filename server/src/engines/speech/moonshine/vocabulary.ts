import llama from 'llama-tokenizer-js'

/** Llama's pieces are the first of Moonshine's vocabulary; the rest never are text. */
const PIECES = llama.vocabById
/** Tokens for the bytes of characters that no piece has. */
const BYTE = /^<0x([0-9A-F]{2})>$/
/** Begins a piece that begins a word. */
const SPACE = '\u2581'
/** Tokens that are no text: unknown, start and end. */
const FIRST_PIECE = 3

/** A word, and which of an utterance's tokens it consists of. */
export interface SpelledWord {
  /** With its punctuation. */
  readonly word: string
  /** Place of its first token; that after its last. */
  readonly from: number
  readonly to: number
}

/** Spells the words of an utterance. Tokens that are no text belong to none. */
export function spelled(tokens: readonly number[]): SpelledWord[] {
  const words: { bytes: Buffer[]; from: number; to: number }[] = []
  for (const [place, token] of tokens.entries()) {
    const piece = token < FIRST_PIECE ? undefined : PIECES[token]
    if (piece === undefined) continue
    const byte = BYTE.exec(piece)?.[1]
    const begins = byte === undefined && piece.startsWith(SPACE)
    if (begins || words.length === 0) words.push({ bytes: [], from: place, to: place })
    const word = words.at(-1) as (typeof words)[number]
    word.bytes.push(
      byte === undefined ? Buffer.from(piece.replaceAll(SPACE, ' ')) : Buffer.of(Number.parseInt(byte, 16)),
    )
    word.to = place + 1
  }
  return words.flatMap(({ bytes, from, to }) => {
    const word = Buffer.concat(bytes).toString().trim()
    return word === '' ? [] : [{ word, from, to }]
  })
}
