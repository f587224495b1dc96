import { type InferenceSession, Tensor } from '../process/onnx-runtime.ts'
import { UnfitModel } from '../process/onnx-session.ts'

/**
 * Runs a model of one input and one output on planes of a picture.
 * @param shape batch, channels, height, width
 * @throws UnfitModel when the model does not take them
 */
export async function runPlanes(
  model: { readonly file: string },
  session: InferenceSession,
  planes: Float32Array,
  shape: readonly [number, number, number, number],
): Promise<{ readonly data: Float32Array; readonly dims: readonly number[] }> {
  const [input, output] = [session.inputNames[0] ?? '', session.outputNames[0] ?? '']
  const results = await session.run({ [input]: new Tensor('float32', planes, shape) }).catch(() => {
    throw new UnfitModel(model, `does not take a picture of ${shape.slice(1).join(' x ')} numbers.`)
  })
  const { data, dims } = results[output] as Tensor
  if (!(data instanceof Float32Array)) throw new UnfitModel(model, 'answers no 32-bit floating-point numbers.')
  return { data, dims }
}
