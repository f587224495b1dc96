import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

const SPECIAL = ['<pad>', '<eos>', '<unk>']

/** Numbers of words and parts of words ('##dish'), after those of the tiny tokenisers' own tokens: padding is 0. */
export const vocabularyOf = (words: readonly string[]): ReadonlyMap<string, number> =>
  new Map([...SPECIAL, ...words].map((token, id) => [token, id]))

/** Path of a file in a model's folder; creates its parent folder. */
export async function made(folder: string, file: string): Promise<string> {
  const whole = path.join(folder, file)
  await mkdir(path.dirname(whole), { recursive: true })
  return whole
}

/** Writes a tokeniser of these words and its settings into a model's folder. */
export async function writeTokenizer(
  folder: string,
  text: { readonly tokenizer: string; readonly tokenizer_config: string },
  vocabulary: ReadonlyMap<string, number>,
): Promise<void> {
  await writeFile(await made(folder, text.tokenizer), JSON.stringify(tokenizer(vocabulary)))
  await writeFile(await made(folder, text.tokenizer_config), JSON.stringify({}))
}

/** A tokeniser in the format of the tokenizers library: words and parts of words, with an end token. */
export function tokenizer(vocabulary: ReadonlyMap<string, number>): object {
  const ending = { id: '<eos>', type_id: 0 }
  return {
    version: '1.0',
    added_tokens: SPECIAL.map((content, id) => ({
      id,
      content,
      special: true,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
    })),
    normalizer: null,
    pre_tokenizer: { type: 'Whitespace' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [{ Sequence: { id: 'A', type_id: 0 } }, { SpecialToken: ending }],
      pair: [{ Sequence: { id: 'A', type_id: 0 } }, { Sequence: { id: 'B', type_id: 0 } }, { SpecialToken: ending }],
      special_tokens: { '<eos>': { id: '<eos>', ids: [1], tokens: ['<eos>'] } },
    },
    decoder: null,
    model: {
      type: 'WordPiece',
      unk_token: '<unk>',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary),
    },
  }
}
