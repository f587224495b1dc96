import path from 'node:path'
import { openTokeniser, planeReader } from './input.ts'
import type { Half, PictureInput, TowerFiles, VectorModel } from './model.ts'
import { Tower } from './tower.ts'

/** Which half of a model to load, and from which file. */
export interface HalfSettings {
  readonly model: VectorModel
  /** The model's own folder. */
  readonly folder: string
  readonly half: Half
  readonly threads: number
}

/** One half of a model, loaded with all that is done to its inputs. */
export interface LoadedHalf {
  /** Vectors of picture files, or of texts, in their order. */
  embed(inputs: readonly string[]): Promise<Float32Array[]>
  /** Prepares made-up inputs, always the same. @returns embeds them */
  rehearse(count: number): () => Promise<Float32Array[]>
  close(): Promise<void>
}

/** @throws an error whose message says in a sentence which file is unfit, and why */
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
    async embed(files) {
      const values = new Float32Array(files.length * length)
      await Promise.all(files.map((file, at) => readPlanes(file, values.subarray(at * length, (at + 1) * length))))
      // One after the other: inference stops everything else here, and between two the next pictures are asked for and decoded.
      const embedded = turn.then(() => tower.embed(values, files.length))
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
  // Its process waits for questions most of its life: memory that it has used goes back.
  const tower = await Tower.open({ file, input, output, dimensions, shape, pooling }, threads, { keep_memory: false })
  const embed = async (texts: readonly string[]) => {
    const vectors: Float32Array[] = []
    for (const each of texts) vectors.push(await tower.embedTokens(tokenise(each)))
    return vectors
  }
  return {
    embed,
    rehearse: (count) => () => embed(new Array<string>(count).fill('two people beside a red car in the rain')),
    close: () => tower.close(),
  }
}

/** Something between -1 and 1 that differs from place to place, finely and broadly, as a picture does. */
function ripples(length: number): Float32Array {
  const values = new Float32Array(length)
  for (let at = 0; at < length; at += 1)
    values[at] = (Math.sin(at / 7) * Math.cos(at / 1_013) + Math.sin(at / 40_000)) / 2
  return values
}
