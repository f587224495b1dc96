import { type InferenceSession, Tensor } from '../process/onnx-runtime.ts'
import { openSession, type SessionMemory } from '../process/onnx-session.ts'
import { UnfitModel } from '../unfit-model.ts'

/** A file of weights, its inputs and its outputs. */
export interface TowerModel {
  /** Path of the ONNX file. */
  readonly file: string
  readonly input: string
  readonly output: string
  /** Length of each vector. */
  readonly dimensions: number
  /** Sizes of one input, without the batch. */
  readonly shape: readonly number[]
  /** `tower`: one vector per input. `mean`: the mean of one vector per token. */
  readonly pooling: 'tower' | 'mean'
}

/** A loaded half of a model. */
export class Tower {
  readonly #model: TowerModel
  readonly #session: InferenceSession
  readonly #type: Tensor.Type
  /** Batch size that the file requires; null for any size. */
  readonly #batch: number | null

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
  }

  /**
   * Loads a file of weights.
   * @throws an Error whose message says in a sentence what is wrong with the file
   */
  static async open(model: TowerModel, threads: number, options: SessionMemory = {}): Promise<Tower> {
    return new Tower(model, await openSession(model, threads, options))
  }

  /**
   * Embeds pictures.
   * @param values the pictures' values, one picture after the other
   * @returns a vector of unit length for each
   */
  async embed(values: Float32Array, count: number): Promise<Float32Array[]> {
    const { input, shape } = this.#model
    const size = values.length / count
    const at_once = this.#batch ?? count
    const vectors: Float32Array[] = []
    for (let start = 0; start < count; start += at_once) {
      const part = at_once === count ? values : values.slice(start * size, (start + at_once) * size)
      const answer = await this.#run({ [input]: new Tensor('float32', part, [at_once, ...shape]) }, [at_once])
      for (const vector of this.#vectors(answer, at_once)) vectors.push(vector)
    }
    return vectors
  }

  /**
   * Embeds one text at a time. Weights of 8 bits round all numbers by the largest of the batch, so that a text's vector
   * would depend on the other texts.
   * @param tokens token numbers
   * @returns a vector of unit length
   */
  async embedTokens(tokens: readonly number[]): Promise<Float32Array> {
    const { input, pooling, dimensions } = this.#model
    const at_once = this.#batch ?? 1
    const filled = (value: (token: number) => number) => {
      const numbers = Array.from({ length: at_once }, () => tokens.map(value)).flat()
      const shape = [at_once, tokens.length]
      return this.#type === 'int32'
        ? new Tensor('int32', Int32Array.from(numbers), shape)
        : new Tensor('int64', BigInt64Array.from(numbers, BigInt), shape)
    }
    const feeds: Record<string, Tensor> = { [input]: filled((token) => token) }
    if (this.#session.inputNames.includes('attention_mask')) feeds.attention_mask = filled(() => 1)
    // Segment ids of a text pair; here every text is single.
    if (this.#session.inputNames.includes('token_type_ids')) feeds.token_type_ids = filled(() => 0)
    if (pooling === 'tower') return this.#vectors(await this.#run(feeds, [at_once]), 1)[0] as Float32Array
    const states = await this.#run(feeds, [at_once, tokens.length])
    const mean = new Float32Array(dimensions)
    for (let at = 0; at < tokens.length * dimensions; at += 1)
      mean[at % dimensions] = (mean[at % dimensions] as number) + (states[at] as number) / tokens.length
    return this.#vectors(mean, 1)[0] as Float32Array
  }

  close(): Promise<void> {
    return this.#session.release()
  }

  /** @param sizes of the output, without the vectors' length */
  async #run(feeds: Record<string, Tensor>, sizes: readonly number[]): Promise<Float32Array> {
    const { output, dimensions } = this.#model
    const { data, dims } = (await this.#session.run(feeds))[output] as Tensor
    const wanted = [...sizes, dimensions].join(' x ')
    if (dims.join(' x ') !== wanted || !(data instanceof Float32Array))
      throw new UnfitModel(this.#model, `answers ${dims.join(' x ')} numbers where ${wanted} belong.`)
    return data
  }

  #vectors(values: Float32Array, count: number): Float32Array[] {
    const { dimensions } = this.#model
    const vectors = Array.from({ length: count }, (_, at) => unit(values.slice(at * dimensions, (at + 1) * dimensions)))
    if (vectors.some((vector) => vector.some(Number.isNaN)))
      throw new UnfitModel(this.#model, 'answers what is no number.')
    return vectors
  }
}

/** Leaves a vector of zeros unchanged, since it has no direction. */
function unit(vector: Float32Array): Float32Array {
  let squares = 0
  for (const value of vector) squares += value * value
  return squares === 0 ? vector : vector.map((value) => value / Math.sqrt(squares))
}
