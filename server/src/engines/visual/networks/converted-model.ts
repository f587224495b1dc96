import { type Constant, constantsOf, type ModelFiles, readModelFiles, weightOf } from '../../process/model-files.ts'
import { InferenceSession, Tensor } from '../../process/onnx-runtime.ts'
import { sessionOptions } from '../../process/onnx-session.ts'
import { toOnnx } from './graph-to-onnx.ts'
import type { PictureInput } from './picture-graph.ts'

/** A second thread does not pay off for networks of this size, and other engines use the second core. */
const THREADS = 1

/** One output of a network. */
export interface Output {
  readonly values: Float32Array
  /** Size of its last dimension. */
  readonly channels: number
}

/** A packaged network in ONNX Runtime, which takes a quarter of the time of TensorFlow.js. */
export class ConvertedModel {
  readonly #session: InferenceSession
  readonly #weights: ReadonlyMap<string, Constant>
  readonly #channels: number
  readonly #outputs: readonly string[]

  private constructor(
    session: InferenceSession,
    weights: ReadonlyMap<string, Constant>,
    channels: number,
    outputs: readonly string[],
  ) {
    this.#session = session
    this.#weights = weights
    this.#channels = channels
    this.#outputs = outputs
  }

  /**
   * Reads and converts a network, which takes a tenth of a second.
   * @param outputs names of the wanted nodes
   * @param kept names of the weights that `weight` answers
   */
  static async open(
    files: ModelFiles,
    input: PictureInput,
    outputs: readonly string[],
    kept: readonly string[] = [],
  ): Promise<ConvertedModel> {
    const { file, weights } = await readModelFiles(files)
    const constants = constantsOf(file, weights)
    // Networks run one after another: none keeps what its largest picture needed.
    const options = sessionOptions(THREADS, { keep_memory: false })
    const session = await InferenceSession.create(toOnnx(file, constants, input, outputs), options)
    const copies = kept.map((name): [string, Constant] => {
      const { values, shape } = weightOf(constants, name)
      // The values themselves are a part of the file, which would stay in memory.
      return [name, { values: values.slice(), shape }]
    })
    return new ConvertedModel(session, new Map(copies), input.shape[2], outputs)
  }

  /**
   * Runs the network on one picture.
   * @param bytes colours last, row by row
   * @returns the outputs in their order, colours last
   */
  async run(bytes: Uint8Array, width: number, height: number): Promise<Output[]> {
    const pictures = new Tensor('uint8', bytes, [1, height, width, this.#channels])
    const results = await this.#session.run({ pictures })
    return this.#outputs.map((name) => {
      const { data, dims } = results[name] as Tensor
      return { values: data as Float32Array, channels: dims.at(-1) ?? 0 }
    })
  }

  /** The values of a weight that `open` has kept. @throws Error for another one */
  weight(name: string): Constant['values'] {
    return weightOf(this.#weights, name).values
  }
}
