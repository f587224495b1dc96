import { linksOf } from '../../process/fusion/links.ts'
import { OnnxModel, onnxNode } from '../../process/onnx-model.ts'
import { branchModel } from './onnx-branch.ts'

// The package's decoder holds two graphs as one choice: one for the first token, and one for those after it. Both would load
// the same weights, so here the former only prepares the sound, and the latter also makes the first token.

/** Number of a 32-bit floating-point number among the types of ONNX. */
const FLOAT = 1

/** The values that a decoder of so many layers passes on: of the sound, or of the tokens so far. */
export const passedOn = (of: 'encoder' | 'decoder', layers: number): string[] =>
  Array.from({ length: layers }, (_, layer) => ['key', 'value'].map((part) => `present.${layer}.${of}.${part}`)).flat()

/**
 * Writes the network that prepares what all steps look up in a sound.
 * @param decoder bytes of the package's file
 * @throws Error when they are another model
 */
export function soundGraph(decoder: Uint8Array, layers: number): Buffer {
  const outputs = passedOn('encoder', layers)
  const model = new OnnxModel(branchModel(decoder, 'else_branch', outputs))
  const { maker } = linksOf(model)
  // The number of texts, which is 1, came from the first token, with the whole decoder behind it. 0 is that of the sound.
  const same = model.addIntegers([0])
  for (const output of outputs) {
    const shape = maker(maker(maker(output)?.inputs[0])?.inputs[1])
    if (shape?.operator !== 'Concat') throw new Error(`The decoder makes ${output} in an unknown way.`)
    shape.inputs[0] = same
  }
  model.dropUnused()
  return model.file()
}

/**
 * Writes the network of a step: from a token to the next one.
 * @param decoder bytes of the package's file
 * @param looks names of inner values that it returns, too
 * @throws Error when they are another model
 */
export function stepGraph(decoder: Uint8Array, layers: number, looks: readonly string[]): Buffer {
  const model = new OnnxModel(branchModel(decoder, 'then_branch', ['logits', ...passedOn('decoder', layers), ...looks]))
  quantiseEnd(model)
  scaleQuestions(model, layers)
  model.dropUnused()
  return model.file()
}

/** Each step spread the 13 MB of the last weights to 54 MB of floating-point numbers; all other products are of bytes. */
function quantiseEnd(model: OnnxModel): void {
  const { maker } = linksOf(model)
  const end = maker('logits')
  const spread = maker(end?.inputs[1])
  const [weights, scale, zero] = spread?.inputs ?? []
  const [values] = end?.inputs ?? []
  if (end?.operator !== 'MatMul' || spread?.operator !== 'DequantizeLinear' || !values || !weights || !scale || !zero)
    throw new Error('The decoder makes its logits in an unknown way.')
  model.nodes.splice(
    model.nodes.indexOf(end),
    1,
    onnxNode('DynamicQuantizeLinear', [values], ['end_bytes', 'end_scale', 'end_zero']),
    onnxNode('MatMulInteger', ['end_bytes', weights, 'end_zero', zero], ['end_sums']),
    onnxNode('Cast', ['end_sums'], ['end_numbers'], { to: FLOAT }),
    onnxNode('Mul', ['end_scale', scale], ['end_scales']),
    onnxNode('Mul', ['end_numbers', 'end_scales'], ['logits']),
  )
}

/** Each step scaled all of the sound's keys. Scaling one token's question instead gives the same, and costs nothing. */
function scaleQuestions(model: OnnxModel, layers: number): void {
  const { maker } = linksOf(model)
  let moved = 0
  model.nodes = model.nodes.flatMap((node) => {
    const scaled = node.operator === 'MatMul' ? maker(node.inputs[1]) : undefined
    const [keys, scale] = scaled?.operator === 'Mul' ? scaled.inputs : []
    const isOfSound = maker(keys)?.inputs[0]?.endsWith('.encoder.key') ?? false
    if (!isOfSound || !keys || !scale) return [node]
    moved += 1
    const question = `${node.outputs[0]}_question`
    return [
      onnxNode('Mul', [node.inputs[0] ?? '', scale], [question]),
      onnxNode('MatMul', [question, keys], node.outputs),
    ]
  })
  if (moved !== layers) throw new Error('The decoder looks at the sound in an unknown way.')
}
