import { integersOf, type OnnxModel, type OnnxNode, onnxNode } from '../onnx-model.ts'
import { linksOf } from './links.ts'

/** Side of the square of pixels that one pixel becomes, once and twice. */
const SIDE = 2
const TWICE = 4

/**
 * Two transposed convolutions, each of which makes four pixels of one, become convolutions of single pixels whose
 * channels move beside each other at the end: the picture in between, sixteen times as large, is never written.
 */
export function spreadAtTheEnd(model: OnnxModel): void {
  const { only } = linksOf(model)
  const replaced = new Map<OnnxNode, OnnxNode[]>()
  for (const first of model.nodes) {
    const relu = isSpread(first) ? only(first) : undefined
    const second = relu?.operator === 'Relu' ? only(relu) : undefined
    if (!relu || !second || !isSpread(second)) continue
    const [one, other] = [kernelOf(model, first), kernelOf(model, second)]
    if (!one || !other || other.outputs !== 1) continue
    const [own, end] = [first.outputs[0] ?? '', second.outputs[0] ?? '']
    const places = SIDE * SIDE
    const hidden = places * one.outputs
    const weights = new Float32Array(hidden * one.inputs)
    for (let row = 0; row < hidden; row++)
      for (let input = 0; input < one.inputs; input++) {
        const [place, output] = [Math.floor(row / one.outputs), row % one.outputs]
        weights[row * one.inputs + input] = one.values[(input * one.outputs + output) * places + place] as number
      }
    // Of each place only its own channels count: the others' weights are zero.
    const later = new Float32Array(TWICE * TWICE * hidden)
    for (let row = 0; row < TWICE * TWICE; row++) {
      const [y, x] = [Math.floor(row / TWICE), row % TWICE]
      const place = Math.floor(y / SIDE) * SIDE + Math.floor(x / SIDE)
      const within = (y % SIDE) * SIDE + (x % SIDE)
      for (let input = 0; input < other.inputs; input++)
        later[row * hidden + place * one.outputs + input] = other.values[input * places + within] as number
    }
    const repeated = (values: Float32Array, times: number) =>
      Float32Array.from({ length: values.length * times }, (_, at) => values[at % values.length] as number)
    const convolution = (
      input: string,
      shape: [number, number],
      values: Float32Array,
      bias: Float32Array,
      to: string,
    ) => {
      const tensors = [
        model.addTensor({ shape: [...shape, 1, 1], values }),
        model.addTensor({ shape: [bias.length], values: bias }),
      ]
      return onnxNode('Conv', [input, ...tensors], [to])
    }
    replaced.set(first, [
      convolution(first.inputs[0] ?? '', [hidden, one.inputs], weights, repeated(one.bias, places), own),
    ])
    replaced.set(second, [
      convolution(
        second.inputs[0] ?? '',
        [TWICE * TWICE, hidden],
        later,
        repeated(other.bias, TWICE * TWICE),
        `${end}_places`,
      ),
      onnxNode('DepthToSpace', [`${end}_places`], [end], { blocksize: TWICE }),
    ])
  }
  model.nodes = model.nodes.flatMap((node) => replaced.get(node) ?? [node])
}

/** Whether a node makes a square of 2 by 2 pixels of each pixel. */
function isSpread(node: OnnxNode): boolean {
  const is = (attribute: string, numbers: readonly number[], otherwise: readonly number[]) =>
    integersOf(node, attribute, otherwise).join() === numbers.join()
  const plain = ['auto_pad', 'output_padding', 'output_shape'].every((attribute) => !node.attributes.has(attribute))
  return (
    node.operator === 'ConvTranspose' &&
    plain &&
    is('strides', [SIDE, SIDE], []) &&
    is('pads', [0, 0, 0, 0], [0, 0, 0, 0]) &&
    is('dilations', [1, 1], [1, 1]) &&
    is('group', [1], [1])
  )
}

function kernelOf(model: OnnxModel, node: OnnxNode) {
  const [kernel, bias] = node.inputs.slice(1).map((name) => model.tensor(name))
  const [inputs = 0, outputs = 0, rows, columns] = kernel?.shape ?? []
  if (!kernel || !bias || rows !== SIDE || columns !== SIDE) return undefined
  return { inputs, outputs, values: kernel.values, bias: bias.values }
}
