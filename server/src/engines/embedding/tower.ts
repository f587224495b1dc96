import { type InferenceSession, Tensor } from 'onnxruntime-node'
import { openSession, UnfitModel } from '../onnx-session.ts'

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
  /** Whether each input gets one vector, or each of its tokens one, whose mean is taken. */
  readonly pooling: 'tower' | 'mean'
}

/** One half of a model, loaded. */
export class Tower {
  readonly #model: TowerModel
  readonly #session: InferenceSession
  readonly #type: Tensor.Type
  /** Inputs that the file takes at once; null for any number. */
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
   * @throws an error whose message says in a sentence what is wrong with the file
   */
  static async open(model: TowerModel, threads: number): Promise<Tower> {
    return new Tower(model, await openSession(model, threads))
  }

  /**
   * Embeds pictures.
   * @param values one picture after the other
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
      vectors.push(...this.#vectors(answer, at_once))
    }
    return vectors
  }

  /**
   * Embeds texts.
   * @param rows the numbers of each text's tokens
   * @param filler number of the token that rows of one batch are made equally long by, which counts for nothing
   * @returns a vector of unit length for each
   */
  async embedTokens(rows: readonly (readonly number[])[], filler: number): Promise<Float32Array[]> {
    const at_once = this.#batch ?? rows.length
    const vectors: Float32Array[] = []
    for (let start = 0; start < rows.length; start += at_once)
      vectors.push(...(await this.#runTokens(rows.slice(start, start + at_once), filler)))
    return vectors
  }

  close(): Promise<void> {
    return this.#session.release()
  }

  async #runTokens(rows: readonly (readonly number[])[], filler: number): Promise<Float32Array[]> {
    const { input, pooling, dimensions } = this.#model
    const longest = Math.max(...rows.map(({ length }) => length))
    const filled = (value: (token: number) => number, fill: number) => {
      const numbers = rows.flatMap((row) => [...row.map(value), ...new Array<number>(longest - row.length).fill(fill)])
      const shape = [rows.length, longest]
      return this.#type === 'int32'
        ? new Tensor('int32', Int32Array.from(numbers), shape)
        : new Tensor('int64', BigInt64Array.from(numbers, BigInt), shape)
    }
    const feeds: Record<string, Tensor> = { [input]: filled((token) => token, filler) }
    if (this.#session.inputNames.includes('attention_mask')) feeds.attention_mask = filled(() => 1, 0)
    // Tells the two texts of a pair apart; here is only one.
    if (this.#session.inputNames.includes('token_type_ids')) feeds.token_type_ids = filled(() => 0, 0)
    if (pooling === 'tower') return this.#vectors(await this.#run(feeds, [rows.length]), rows.length)
    const states = await this.#run(feeds, [rows.length, longest])
    const means = new Float32Array(rows.length * dimensions)
    for (const [at, { length }] of rows.entries())
      for (let token = at * longest; token < at * longest + length; token += 1)
        for (let axis = 0; axis < dimensions; axis += 1)
          means[at * dimensions + axis] =
            (means[at * dimensions + axis] as number) + (states[token * dimensions + axis] as number) / length
    return this.#vectors(means, rows.length)
  }

  /** @param sizes of the answer besides the vectors' own */
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

/** A vector of zeros, which points nowhere, stays as it is. */
function unit(vector: Float32Array): Float32Array {
  let squares = 0
  for (const value of vector) squares += value * value
  return squares === 0 ? vector : vector.map((value) => value / Math.sqrt(squares))
}
