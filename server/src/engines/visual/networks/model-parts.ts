import type { ModelFile } from '../../process/model-files.ts'

/** An operation of a TensorFlow.js model. */
export type ModelNode = ModelFile['modelTopology']['node'][number]

/** A weight in the model's own format; 16-bit numbers are floating-point. */
export interface Constant {
  readonly values: Uint16Array | Float32Array | Int32Array
  readonly shape: readonly number[]
}

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

/** The weights by name, in the order of the model's file. */
export function constantsOf(file: ModelFile, weights: Buffer): Map<string, Constant> {
  const constants = new Map<string, Constant>()
  let offset = 0
  for (const { name, shape, dtype, quantization } of file.weightsManifest[0].weights) {
    const kept = ARRAYS[quantization?.dtype ?? dtype]
    if (!kept) throw new Error(`Weight ${name} is of kind ${quantization?.dtype ?? dtype}.`)
    const bytes = shape.reduce((product, size) => product * size, kept.BYTES_PER_ELEMENT)
    // Copies the bytes, since typed arrays must begin at multiples of their element size.
    const numbers = new kept(new Uint8Array(weights.subarray(offset, offset + bytes)).buffer)
    constants.set(name, { values: numbers instanceof Uint8Array ? stepsOf(numbers, quantization) : numbers, shape })
    offset += bytes
  }
  return constants
}

/** The numbers that steps mean. A loop, since `Float32Array.from` takes twenty times as long. */
function stepsOf(
  steps: Uint8Array,
  { scale = 1, min = 0 }: { readonly scale?: number; readonly min?: number } = {},
): Float32Array {
  const values = new Float32Array(steps.length)
  for (let index = 0; index < steps.length; index++) values[index] = (steps[index] as number) * scale + min
  return values
}

type Arrays = typeof Uint8Array | typeof Uint16Array | typeof Float32Array | typeof Int32Array

const ARRAYS: Readonly<Record<string, Arrays>> = {
  bool: Uint8Array,
  uint8: Uint8Array,
  float16: Uint16Array,
  float32: Float32Array,
  int32: Int32Array,
}
