import path from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { sessionOptions } from '../onnx-session.ts'

/** A file of weights, and what goes in and comes out. */
export interface TowerModel {
  /** Path of the ONNX file. */
  readonly file: string
  readonly input: string
  readonly output: string
  /** Length of each vector. */
  readonly dimensions: number
  /** Sizes of one input besides the batch's. */
  readonly shape: readonly number[]
}

/** What is wrong with a file, as a sentence that starts with its name. */
class UnfitModel extends Error {
  constructor({ file }: TowerModel, fault: string) {
    super(`${path.basename(file)} ${fault}`)
    this.name = 'UnfitModel'
  }
}

/** One half of a two-tower model, loaded. */
export class Tower {
  readonly #model: TowerModel
  readonly #session: InferenceSession
  readonly #type: Tensor.Type
  /** Inputs that the file takes at once; null for any number. */
  readonly #batch: number | null
  readonly #masked: boolean

  private constructor(model: TowerModel, session: InferenceSession) {
    this.#model = model
    this.#session = session
    const input = session.inputMetadata[session.inputNames.indexOf(model.input)]
    if (!input?.isTensor) throw new UnfitModel(model, `takes no input named '${model.input}'.`)
    if (!session.outputNames.includes(model.output)) throw new UnfitModel(model, `has no output '${model.output}'.`)
    const [batch, ...sizes] = input.shape
    const fits = sizes.every((size, at) => typeof size !== 'number' || size === model.shape[at])
    if (sizes.length !== model.shape.length || !fits)
      throw new UnfitModel(model, `takes ${sizes.join(' x ')} numbers where ${model.shape.join(' x ')} belong.`)
    this.#type = input.type
    this.#batch = typeof batch === 'number' ? batch : null
    this.#masked = session.inputNames.includes('attention_mask')
  }

  /**
   * Loads a file of weights.
   * @throws an error whose message says in a sentence what is wrong with the file
   */
  static async open(model: TowerModel, threads: number): Promise<Tower> {
    const session = await InferenceSession.create(model.file, sessionOptions(threads)).catch((error: unknown) => {
      throw new UnfitModel(model, `is damaged or no ONNX model (${firstLine(error)}).`)
    })
    return new Tower(model, session)
  }

  /**
   * Embeds inputs.
   * @param values one input after the other
   * @returns a vector of unit length for each
   */
  async embed(values: Float32Array | readonly number[], count: number): Promise<Float32Array[]> {
    const size = values.length / count
    const at_once = this.#batch ?? count
    if (at_once === count) return await this.#run(values, count)
    const vectors: Float32Array[] = []
    for (let start = 0; start < count; start += at_once)
      vectors.push(...(await this.#run(values.slice(start * size, (start + at_once) * size), at_once)))
    return vectors
  }

  close(): Promise<void> {
    return this.#session.release()
  }

  async #run(values: Float32Array | readonly number[], count: number): Promise<Float32Array[]> {
    const { output, dimensions } = this.#model
    const results = await this.#session.run(
      values instanceof Float32Array ? this.#pictures(values, count) : this.#tokens(values, count),
    )
    const { data, dims } = results[output] as Tensor
    if (dims.length !== 2 || dims[0] !== count || dims[1] !== dimensions || !(data instanceof Float32Array))
      throw new UnfitModel(this.#model, `answers ${dims.join(' x ')} numbers where ${count} x ${dimensions} belong.`)
    const vectors = Array.from({ length: count }, (_, at) => unit(data.slice(at * dimensions, (at + 1) * dimensions)))
    if (vectors.some((vector) => vector.some(Number.isNaN)))
      throw new UnfitModel(this.#model, 'answers what is no number.')
    return vectors
  }

  #pictures(values: Float32Array, count: number): Record<string, Tensor> {
    return { [this.#model.input]: new Tensor('float32', values, [count, ...this.#model.shape]) }
  }

  #tokens(values: readonly number[], count: number): Record<string, Tensor> {
    const integers = (numbers: readonly number[]) => {
      const shape = [count, numbers.length / count]
      return this.#type === 'int32'
        ? new Tensor('int32', Int32Array.from(numbers), shape)
        : new Tensor('int64', BigInt64Array.from(numbers, BigInt), shape)
    }
    const tokens = { [this.#model.input]: integers(values) }
    return this.#masked ? { ...tokens, attention_mask: integers(values.map(() => 1)) } : tokens
  }
}

/** A vector of zeros, which points nowhere, stays as it is. */
function unit(vector: Float32Array): Float32Array {
  let squares = 0
  for (const value of vector) squares += value * value
  return squares === 0 ? vector : vector.map((value) => value / Math.sqrt(squares))
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.slice(0, 200) ?? ''
}
