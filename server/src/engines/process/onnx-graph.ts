import { Message } from './protobuf.ts'

/** Element types of tensors, by their numbers in `TensorProto.DataType` of the ONNX format. */
export const ELEMENT = { float32: 1, uint8: 2, int8: 3, int32: 6, int64: 7, float16: 10 } as const
export type Element = keyof typeof ELEMENT

/** Values of a tensor in the model; 16-bit values are floating-point numbers. */
export type Values = Float32Array | Uint16Array | Uint8Array | Int8Array | Int32Array | BigInt64Array
/** Attributes of a node besides its inputs: an integer, `{ float }`, text, or a list of integers. */
export type Attribute = number | string | readonly number[] | { readonly float: number }

/** Version of the operators' definitions (17 added LayerNormalization). */
const OPSET = 17
/** Version of the file format that came with that version of the operators. */
const FORMAT = 8

/**
 * Writes neural networks in the ONNX format, which is protocol buffers: a graph of nodes from named inputs to named
 * outputs (https://onnx.ai/onnx/repo-docs/IR.html). It has the features that converted models and the tests' own models
 * need.
 */
export class OnnxGraph {
  readonly #nodes: Message[] = []
  readonly #constants: Message[] = []
  readonly #inputs: Message[] = []
  readonly #outputs: Message[] = []
  #names = 0

  /** @param shape sizes; a name is a size that each call chooses */
  input(name: string, element: Element, shape: readonly (number | string)[]): string {
    this.#inputs.push(valueInfo(name, element, shape))
    return name
  }

  /** Declares a value as a named output. @param shape null when the other shapes imply it */
  output(value: string, name: string, element: Element, shape: readonly (number | string)[] | null): void {
    this.#nodes.push(nodeMessage('Identity', [value], [name], {}))
    this.#outputs.push(valueInfo(name, element, shape))
  }

  /** A constant tensor. @returns its name */
  constant(values: Values, shape: readonly number[]): string {
    const name = this.#name()
    this.#constants.push(tensorMessage(name, values, shape))
    return name
  }

  /** A node with one output. @returns the output's name */
  node(operator: string, inputs: readonly string[], attributes: Readonly<Record<string, Attribute>> = {}): string {
    const [output] = this.nodes(operator, inputs, 1, attributes) as [string]
    return output
  }

  /** A node with several outputs. @returns their names */
  nodes(
    operator: string,
    inputs: readonly string[],
    outputs: number,
    attributes: Readonly<Record<string, Attribute>> = {},
  ): string[] {
    const names = Array.from({ length: outputs }, () => this.#name())
    this.#nodes.push(nodeMessage(operator, inputs, names, attributes))
    return names
  }

  /** The model's file. @param metadata of the model, for its runtime */
  file(metadata: Readonly<Record<string, string | number>> = {}): Buffer {
    const graph = new Message()
    for (const each of this.#nodes) graph.message(1, each)
    graph.text(2, 'graph')
    for (const each of this.#constants) graph.message(5, each)
    for (const each of this.#inputs) graph.message(11, each)
    for (const each of this.#outputs) graph.message(12, each)
    const model = new Message().varint(1, FORMAT).message(7, graph).message(8, new Message().varint(2, OPSET))
    for (const [key, value] of Object.entries(metadata))
      model.message(14, new Message().text(1, key).text(2, String(value)))
    return Buffer.concat(model.chunks)
  }

  #name(): string {
    return `v${this.#names++}`
  }
}

function elementOf(values: Values): Element {
  if (values instanceof Float32Array) return 'float32'
  if (values instanceof Uint8Array) return 'uint8'
  if (values instanceof Uint16Array) return 'float16'
  if (values instanceof Int8Array) return 'int8'
  return values instanceof Int32Array ? 'int32' : 'int64'
}

/** A tensor in the form of the file. */
export function tensorMessage(name: string, values: Values, shape: readonly number[]): Message {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
  return new Message().varints(1, shape).varint(2, ELEMENT[elementOf(values)]).text(8, name).bytes(9, bytes)
}

/** A node in the form of the file. */
export function nodeMessage(
  operator: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attributes: Readonly<Record<string, Attribute>>,
): Message {
  const message = new Message()
  for (const input of inputs) message.text(1, input)
  for (const output of outputs) message.text(2, output)
  message.text(4, operator)
  for (const [name, value] of Object.entries(attributes)) message.message(5, attribute(name, value))
  return message
}

/** Field 20 is the type: 1 float, 2 integer, 3 text, 7 integers. */
function attribute(name: string, value: Attribute): Message {
  const message = new Message().text(1, name)
  if (typeof value === 'number') return message.varint(3, value).varint(20, 2)
  if (typeof value === 'string') return message.text(4, value).varint(20, 3)
  if ('float' in value) return message.float(2, value.float).varint(20, 1)
  return message.varints(8, value).varint(20, 7)
}

function valueInfo(name: string, element: Element, shape: readonly (number | string)[] | null): Message {
  const sizes = new Message()
  for (const size of shape ?? [])
    sizes.message(1, typeof size === 'number' ? new Message().varint(1, size) : new Message().text(2, size))
  const tensor = new Message().varint(1, ELEMENT[element])
  if (shape) tensor.message(2, sizes)
  return new Message().text(1, name).message(2, new Message().message(1, tensor))
}
