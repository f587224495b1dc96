import path from 'node:path'
import { openTokeniser, planeReader } from './input.ts'
import type { Half, PictureInput, TowerFiles, VectorModel } from './model.ts'
import { Tower } from './tower.ts'

/** The half of a model to load, and its file. */
export interface HalfSettings {
  readonly model: VectorModel
  /** Absolute path of the model's folder. */
  readonly folder: string
  readonly half: Half
  readonly threads: number
}

/** A text for the text half, the content of a picture file for the picture half. */
export type Input = string | Uint8Array

/** A loaded half of a model, with the preparation of its inputs. */
export interface LoadedHalf {
  /** Vectors of pictures (the contents of files) or of texts, in their order. */
  embed(inputs: readonly Input[]): Promise<Float32Array[]>
  /** Prepares fixed synthetic inputs. @returns a function that embeds them */
  rehearse(count: number): () => Promise<Float32Array[]>
  close(): Promise<void>
}

/** @throws an Error whose message names the unusable file and the reason in a sentence */
export function openHalf(settings: HalfSettings): Promise<LoadedHalf> {
  const { picture } = settings.model
  return settings.half === 'picture' && picture ? openPictureHalf(settings, picture) : openTextHalf(settings)
}

async function openPictureHalf(
  { model, folder, threads }: HalfSettings,
  picture: TowerFiles & PictureInput,
): Promise<LoadedHalf> {
  const { dimensions } = model
  const { weights, input, output, size } = picture
  const shape = [3, size, size]
  const length = 3 * size * size
  const readPlanes = planeReader(picture)
  const file = path.join(folder, weights)
  const tower = await Tower.open({ file, input, output, dimensions, shape, pooling: 'tower' }, threads)
  let turn: Promise<unknown> = Promise.resolve()
  return {
    async embed(inputs) {
      const pictures = inputs.filter((input) => typeof input !== 'string')
      const values = new Float32Array(pictures.length * length)
      await Promise.all(
        pictures.map((picture, at) => readPlanes(picture, values.subarray(at * length, (at + 1) * length))),
      )
      // One batch at a time: inference blocks this process, and between two batches the next pictures are requested and
      // decoded.
      const embedded = turn.then(() => tower.embed(values, pictures.length))
      turn = embedded.catch(() => undefined)
      return await embedded
    },
    rehearse(count) {
      const values = ripples(count * length)
      return () => tower.embed(values, count)
    },
    close: () => tower.close(),
  }
}

async function openTextHalf({ model, folder, threads }: HalfSettings): Promise<LoadedHalf> {
  const { dimensions, text } = model
  const { weights, input, output, max_tokens, padding, pooling } = text
  const tokenise = await openTokeniser(folder, text)
  const shape = [padding === null ? tokenise('').length : max_tokens]
  const file = path.join(folder, weights)
  // The process mostly waits for questions, so it returns memory after each.
  const tower = await Tower.open({ file, input, output, dimensions, shape, pooling }, threads, { keep_memory: false })
  const embed = async (inputs: readonly Input[]) => {
    const vectors: Float32Array[] = []
    for (const each of inputs.filter((input) => typeof input === 'string'))
      vectors.push(await tower.embedTokens(tokenise(each)))
    return vectors
  }
  return {
    embed,
    rehearse: (count) => () => embed(new Array<string>(count).fill('two people beside a red car in the rain')),
    close: () => tower.close(),
  }
}

/** A value between -1 and 1 that varies with the place at a fine and a coarse scale, as a picture does. */
function ripples(length: number): Float32Array {
  const values = new Float32Array(length)
  for (let at = 0; at < length; at += 1)
    values[at] = (Math.sin(at / 7) * Math.cos(at / 1_013) + Math.sin(at / 40_000)) / 2
  return values
}
