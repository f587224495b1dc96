import type { ModelFile } from '../../process/model-files.ts'

/** An operation of a TensorFlow.js model. */
export type ModelNode = ModelFile['modelTopology']['node'][number]

/** The operations that a node performs after its convolution or product, including the bias. */
export function fusedInto(node: ModelNode): string[] {
  const fused = node.attr?.fused_ops as { list?: { s?: string[] } } | undefined
  return (fused?.list?.s ?? []).map((name) => Buffer.from(name, 'base64').toString())
}

/** ONNX's name for the padding. TensorFlow, too, adds an odd row or column at the end. */
export function paddingOf(node: ModelNode): 'SAME_UPPER' | 'VALID' {
  const padding = Buffer.from((node.attr?.padding as { s?: string } | undefined)?.s ?? '', 'base64').toString()
  if (padding !== 'SAME' && padding !== 'VALID') throw new Error(`${node.name} pads in its own way.`)
  return padding === 'SAME' ? 'SAME_UPPER' : 'VALID'
}

/** A list of integers, one for each dimension; 1 when the node has none. */
export function numbersOf(node: ModelNode, attribute: string): number[] {
  const named = node.attr?.[attribute] as { list?: { i?: (string | number)[] } } | undefined
  return (named?.list?.i ?? [1, 1, 1, 1]).map(Number)
}

/** Whether a boolean attribute of a node is true. */
export function isSet(node: ModelNode, attribute: string): boolean {
  return (node.attr?.[attribute] as { b?: boolean } | undefined)?.b === true
}
