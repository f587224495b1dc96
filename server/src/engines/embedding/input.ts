import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import sharp from 'sharp'
import { beginningOf } from '../text/beginning.ts'
import { PIXEL_LIMIT } from '../visual/networks/picture.ts'
import type { PictureInput, TextInput } from './model.ts'

/** Reads a picture, the content of a file, into 3 * size * size numbers: all red, then all green, then all blue. */
export type ReadPlanes = (content: Uint8Array, planes: Float32Array) => Promise<void>

/** @returns a function that decodes an upright picture for a tower; it throws when it is no picture */
export function planeReader({ size, fit, kernel, mean, deviation }: PictureInput): ReadPlanes {
  const area = size * size
  // The normalised value for each of the 256 levels of a channel.
  const [red, green, blue] = ([0, 1, 2] as const).map((channel) =>
    Float32Array.from({ length: 256 }, (_, level) => (level / 255 - mean[channel]) / deviation[channel]),
  ) as [Float32Array, Float32Array, Float32Array]
  return async (content, planes) => {
    const pixels = await sharp(content, { limitInputPixels: PIXEL_LIMIT, sequentialRead: true })
      .resize(size, size, { fit, kernel })
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer()
    for (let at = 0, from = 0; at < area; at += 1, from += 3) {
      planes[at] = red[pixels[from] as number] as number
      planes[area + at] = green[pixels[from + 1] as number] as number
      planes[2 * area + at] = blue[pixels[from + 2] as number] as number
    }
  }
}

/** Turns a text into token numbers. */
export type Tokenise = (text: string) => number[]

/**
 * Loads the tokeniser from its model's folder.
 * @throws an Error whose message says in a sentence what is wrong with its files
 */
export async function openTokeniser(folder: string, input: TextInput): Promise<Tokenise> {
  const tokenizer = await Promise.all(
    [input.tokenizer, input.tokenizer_config].map(async (file) =>
      JSON.parse(await readFile(path.join(folder, file), 'utf8')),
    ),
  )
    .then(([rules, config]) => new Tokenizer(rules, config))
    .catch(() => {
      throw new Error(`${path.basename(input.tokenizer)} is damaged or no tokeniser.`)
    })
  const { max_tokens, padding, lower_case } = input
  const filler = padding === null ? null : tokenizer.token_to_id(padding)
  if (filler === undefined) throw new Error(`${path.basename(input.tokenizer)} does not know the token ${padding}.`)
  return (text) => {
    const read = beginningOf(text, max_tokens)
    const { ids } = tokenizer.encode(lower_case ? read.toLowerCase() : read)
    // The last token marks the end of the text, and towers read their answer there.
    const kept = ids.length > max_tokens ? [...ids.slice(0, max_tokens - 1), ids.at(-1) as number] : ids
    return filler === null ? kept : [...kept, ...new Array<number>(max_tokens - kept.length).fill(filler)]
  }
}
