import { type InferenceSession, Tensor } from '../process/onnx-runtime.ts'
import { UnfitModel } from '../unfit-model.ts'

/** A loaded model of one input, the planes of a picture, and one output. */
export abstract class PlaneModel<Model extends { readonly file: string }> {
  protected readonly model: Model
  readonly #session: InferenceSession

  protected constructor(model: Model, session: InferenceSession) {
    this.model = model
    this.#session = session
  }

  /**
   * Runs the model on three planes.
   * @throws UnfitModel when the model does not take them
   */
  protected async run(
    planes: Float32Array,
    width: number,
    height: number,
  ): Promise<{ readonly data: Float32Array; readonly dims: readonly number[] }> {
    const [input, output] = [this.#session.inputNames[0] ?? '', this.#session.outputNames[0] ?? '']
    const tensor = new Tensor('float32', planes, [1, 3, height, width])
    const results = await this.#session.run({ [input]: tensor }).catch(() => {
      throw new UnfitModel(this.model, `does not take a picture of 3 x ${height} x ${width} numbers.`)
    })
    const { data, dims } = results[output] as Tensor
    if (!(data instanceof Float32Array)) throw new UnfitModel(this.model, 'answers no 32-bit floating-point numbers.')
    return { data, dims }
  }
}
