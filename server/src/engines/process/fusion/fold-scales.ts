import { integersOf, numberOf, type OnnxModel, type OnnxNode, type OnnxTensor, onnxNode } from '../onnx-model.ts'
import { besideWeight, linksOf } from './links.ts'

/** Factor and summand of each channel. */
interface Affine {
  readonly factors: Float32Array
  readonly summands: Float32Array
}

const CONVOLUTIONS = ['Conv', 'ConvTranspose']

/** Scales and shifts after a convolution become part of its weights. */
export function foldIntoEarlier(model: OnnxModel): void {
  const { only } = linksOf(model)
  const gone = new Set<OnnxNode>()
  for (const node of model.nodes) {
    if (!CONVOLUTIONS.includes(node.operator)) continue
    let weights = weightsOf(model, node)
    for (let last = node; weights; ) {
      const next = only(last)
      const affine = next && affineOf(model, next, last.outputs[0] ?? '', weights.channels)
      if (!affine) {
        if (last !== node) setWeights(model, node, weights, last.outputs)
        break
      }
      weights = scaled(weights, affine)
      gone.add(next)
      last = next
    }
  }
  model.nodes = model.nodes.filter((node) => !gone.has(node))
}

/** Weights of a convolution, with one sum per channel of its result. */
interface Weights {
  readonly kernel: OnnxTensor
  readonly bias: Float32Array
  readonly channels: number
  /** Number of successive weights for one channel; those for the next channel follow, and after the last the first. */
  readonly run: number
}

function weightsOf(model: OnnxModel, node: OnnxNode): Weights | undefined {
  const kernel = model.tensor(node.inputs[1])
  const [first = 0, second = 0, ...sides] = kernel?.shape ?? []
  const transposed = node.operator === 'ConvTranspose'
  if (!kernel || (transposed && integersOf(node, 'group', [1])[0] !== 1)) return undefined
  const area = sides.reduce((product, side) => product * side, 1)
  const channels = transposed ? second : first
  const bias = node.inputs[2] ? model.tensor(node.inputs[2])?.values : new Float32Array(channels)
  return bias && { kernel, bias, channels, run: transposed ? area : area * second }
}

function setWeights(model: OnnxModel, node: OnnxNode, { kernel, bias }: Weights, outputs: string[]): void {
  const [input = ''] = node.inputs
  node.inputs = [input, model.addTensor(kernel), model.addTensor({ shape: [bias.length], values: bias })]
  node.outputs = outputs
}

function scaled(weights: Weights, { factors, summands }: Affine): Weights {
  const { kernel, bias } = weights
  const values = new Float32Array(kernel.values.length)
  forEachRun(weights, (channel, from, to) => {
    const factor = factors[channel] as number
    for (let index = from; index < to; index++) values[index] = (kernel.values[index] as number) * factor
  })
  const shifted = bias.map((value, channel) => value * (factors[channel] as number) + (summands[channel] as number))
  return { ...weights, kernel: { ...kernel, values }, bias: shifted }
}

function forEachRun(
  { kernel, channels, run }: Weights,
  act: (channel: number, from: number, to: number) => void,
): void {
  for (let from = 0, count = 0; from < kernel.values.length; from += run, count++)
    act(count % channels, from, from + run)
}

/** The factors and summands that an operation applies to a value; undefined when it does something else. */
function affineOf(model: OnnxModel, node: OnnxNode, value: string, channels: number): Affine | undefined {
  const all = (number: number) => new Float32Array(channels).fill(number)
  if (node.operator === 'BatchNormalization') return normalisation(model, node)
  for (const operator of ['Mul', 'Add']) {
    const { input, weight } = besideWeight(model, node, operator) ?? {}
    if (input !== value || !weight) continue
    const numbers = weight.values.length === 1 ? all(weight.values[0] as number) : weight.values
    // Per channel: one number for each, and nothing along rows and columns.
    if (numbers.length !== channels || (weight.values.length > 1 && weight.shape.at(-3) !== channels)) return undefined
    return operator === 'Mul' ? { factors: numbers, summands: all(0) } : { factors: all(1), summands: numbers }
  }
  return undefined
}

/** (value - mean) / sqrt(variance + epsilon) * scale + shift; ONNX's own epsilon is 0.00001. */
function normalisation(model: OnnxModel, node: OnnxNode): Affine | undefined {
  const [scale, shift, mean, variance] = node.inputs.slice(1).map((name) => model.tensor(name)?.values)
  if (!scale || !shift || !mean || !variance) return undefined
  const epsilon = numberOf(node, 'epsilon') ?? 1e-5
  const factors = scale.map((value, channel) => value / Math.sqrt((variance[channel] as number) + epsilon))
  const summands = shift.map((value, channel) => value - (mean[channel] as number) * (factors[channel] as number))
  return { factors, summands }
}

/** One factor and one summand before convolutions become part of their weights. */
export function foldIntoLater(model: OnnxModel): void {
  const { maker, only, users, isEnd } = linksOf(model)
  const replaced = new Map<OnnxNode, OnnxNode>()
  for (const sum of model.nodes) {
    const shift = besideWeight(model, sum, 'Add')
    const product = maker(shift?.input)
    const scale = besideWeight(model, product, 'Mul')
    if (!shift || !product || !scale || only(product) !== sum || isEnd(sum)) continue
    const [factor, summand] = [scale.weight, shift.weight].map(({ values }) =>
      values.length === 1 ? values[0] : undefined,
    )
    if (!factor || summand === undefined) continue
    const [value = ''] = sum.outputs
    const later = users(value).map((node) => {
      const weights = node.operator === 'Conv' && node.inputs[0] === value ? weightsOf(model, node) : undefined
      return weights && { node, weights }
    })
    const convolutions = later.filter((each) => each !== undefined)
    if (convolutions.length < later.length) continue
    const padded = convolutions.some(({ node }) => isPadded(node))
    for (const { node, weights } of convolutions) {
      const total = new Float32Array(weights.channels)
      forEachRun(weights, (channel, from, to) => {
        for (let index = from; index < to; index++) total[channel]! += weights.kernel.values[index] as number
      })
      const kernel = { ...weights.kernel, values: weights.kernel.values.map((weight) => weight * factor) }
      const bias = padded
        ? weights.bias
        : weights.bias.map((own, channel) => own + summand * (total[channel] as number))
      setWeights(model, node, { ...weights, kernel, bias }, node.outputs)
      if (!padded) node.inputs[0] = scale.input
    }
    const [first] = convolutions
    if (padded && first)
      replaced.set(sum, pixelwiseSum(model, scale.input, summand / factor, channelsInto(first), value))
  }
  model.nodes = model.nodes.map((node) => replaced.get(node) ?? node)
}

/**
 * Around a padded picture are zeros, to which a summand does not belong: it stays outside of the weights. As a
 * convolution of single pixels it takes the numbers in the same order as its neighbours, which are convolutions, too.
 */
function pixelwiseSum(model: OnnxModel, input: string, summand: number, channels: number, output: string): OnnxNode {
  const kernel = model.addTensor({ shape: [channels, 1, 1, 1], values: new Float32Array(channels).fill(1) })
  const bias = model.addTensor({ shape: [channels], values: new Float32Array(channels).fill(summand) })
  return onnxNode('Conv', [input, kernel, bias], [output], { group: channels })
}

function channelsInto({ node, weights }: { node: OnnxNode; weights: Weights }): number {
  return (weights.kernel.shape[1] ?? 0) * (integersOf(node, 'group', [1])[0] ?? 1)
}

function isPadded(node: OnnxNode): boolean {
  return node.attributes.has('auto_pad') || integersOf(node, 'pads', []).some((pixels) => pixels !== 0)
}
