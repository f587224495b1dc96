import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import sharp from 'sharp'
import type { PictureInput, TextInput } from './embedding-models.ts'
import { PIXEL_LIMIT } from './picture.ts'

/**
 * Decodes an upright picture as a tower wants it.
 * @param planes filled with all red, then all green, then all blue: 3 * size * size numbers
 * @throws when the file is no picture
 */
export async function readPlanes(file: string, input: PictureInput, planes: Float32Array): Promise<void> {
  const { size, fit, kernel } = input
  const pixels = await sharp(file, { limitInputPixels: PIXEL_LIMIT, sequentialRead: true })
    .resize(size, size, { fit, kernel })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  const area = size * size
  for (let channel = 0; channel < 3; channel += 1) {
    const [mean, deviation] = [input.mean[channel] as number, input.deviation[channel] as number]
    const levels = Float32Array.from({ length: 256 }, (_, level) => (level / 255 - mean) / deviation)
    const plane = planes.subarray(channel * area, (channel + 1) * area)
    for (let at = 0, from = channel; at < area; at += 1, from += 3) plane[at] = levels[pixels[from] as number] as number
  }
}

/** Turns a query into the numbers of its tokens. */
export type Tokenise = (text: string) => number[]

/**
 * Loads a tokeniser as its model's folder has it.
 * @throws an error whose message says in a sentence what is wrong with its files
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
  const { max_tokens, padding } = input
  const filler = padding === null ? null : tokenizer.token_to_id(padding)
  if (filler === undefined) throw new Error(`${path.basename(input.tokenizer)} does not know the token ${padding}.`)
  return (text) => {
    const sentence = input.prompt.replace('{}', () => text)
    const { ids } = tokenizer.encode(input.lower_case ? sentence.toLowerCase() : sentence)
    // The last token ends the text, and towers read their answer there.
    const kept = ids.length > max_tokens ? [...ids.slice(0, max_tokens - 1), ids.at(-1) as number] : ids
    return filler === null ? kept : [...kept, ...new Array<number>(max_tokens - kept.length).fill(filler)]
  }
}
