import { numberOf, OnnxModel, type OnnxNode, onnxNode } from '../onnx-model.ts'
import { convolveBeforeRepeating } from './fewer-pixels.ts'
import { foldIntoEarlier, foldIntoLater } from './fold-scales.ts'
import { besideWeight, isGate, linksOf, scalarOf } from './links.ts'
import { spreadAtTheEnd } from './spread.ts'

/**
 * Writes a network with fewer operations that calculates the same, apart from rounding. PaddleOCR's exported networks
 * scale and shift around each convolution, and spell an activation as four operations; each of them reads and writes
 * the whole picture. This moves scales and shifts into the weights, and names the activation.
 * @throws Error when the bytes are no model
 */
export function fusedModel(file: Uint8Array): Buffer {
  const model = new OnnxModel(file)
  if (model.has_inner_graphs) return Buffer.from(file)
  nameActivations(model)
  foldIntoEarlier(model)
  foldIntoLater(model)
  shareScales(model)
  convolveBeforeRepeating(model)
  spreadAtTheEnd(model)
  model.dropUnused()
  return model.file()
}

/** x * clip(x + 3, 0, 6) / 6 becomes x * HardSigmoid(x). */
function nameActivations(model: OnnxModel): void {
  const { maker, only } = linksOf(model)
  model.nodes = model.nodes.flatMap((node) => {
    const product = node.operator === 'Div' && scalarOf(model, node.inputs[1]) === 6 ? maker(node.inputs[0]) : undefined
    if (product?.operator !== 'Mul' || only(product) !== node) return [node]
    const clip = product.inputs.map(maker).find((each) => each?.operator === 'Clip')
    const sum = besideWeight(model, maker(clip?.inputs[0]), 'Add')
    if (!clip || only(clip) !== product || sum?.weight.values.length !== 1 || sum.weight.values[0] !== 3) return [node]
    if (!product.inputs.includes(sum.input) || !isClippedTo(model, clip, 0, 6)) return [node]
    const gate = `${node.outputs[0]}_gate`
    return [
      onnxNode('HardSigmoid', [sum.input], [gate], { alpha: { float: 1 / 6 }, beta: { float: 0.5 } }),
      onnxNode('Mul', [sum.input, gate], node.outputs),
    ]
  })
}

function isClippedTo(model: OnnxModel, clip: OnnxNode, least: number, most: number): boolean {
  const bounds = ['min', 'max'].map((name, at) => scalarOf(model, clip.inputs[at + 1]) ?? numberOf(clip, name))
  return bounds[0] === least && bounds[1] === most
}

/** x + x * gate becomes x * (gate + 1), where a gate is one number per channel. */
function shareScales(model: OnnxModel): void {
  const links = linksOf(model)
  const { maker, only } = links
  const one = model.addTensor({ shape: [1], values: new Float32Array([1]) })
  const gone = new Set<OnnxNode>()
  model.nodes = model.nodes.flatMap((node) => {
    if (node.operator !== 'Add') return [node]
    const product = node.inputs.map(maker).find((each) => each?.operator === 'Mul' && only(each) === node)
    const value = node.inputs.find((name) => name !== product?.outputs[0])
    const gate = product?.inputs.find((name) => name !== value)
    if (!product || !value || !gate || !product.inputs.includes(value) || !isGate(links, gate)) return [node]
    gone.add(product)
    const raised = `${node.outputs[0]}_gate`
    return [onnxNode('Add', [gate, one], [raised]), onnxNode('Mul', [value, raised], node.outputs)]
  })
  model.nodes = model.nodes.filter((node) => !gone.has(node))
}
