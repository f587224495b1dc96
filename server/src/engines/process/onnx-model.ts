import { type Attribute, ELEMENT, nodeMessage, tensorMessage } from './onnx-graph.ts'
import { type Field, fieldsOf, Message, packedIntegers } from './protobuf.ts'

/** An operation of a model's file. */
export interface OnnxNode {
  readonly operator: string
  inputs: string[]
  outputs: string[]
  /** Its attributes by name, as the file holds them. */
  readonly attributes: ReadonlyMap<string, readonly Field[]>
  /** Fields besides inputs, outputs and the operator. */
  readonly others: readonly Field[]
}

/** A tensor of 32-bit numbers that the file holds. */
export interface OnnxTensor {
  readonly shape: readonly number[]
  readonly values: Float32Array
}

/** Numbers of fields in the ONNX format (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto). */
const MODEL_GRAPH = 7
const GRAPH = { node: 1, initializer: 5, input: 11, output: 12 }
const NODE = { input: 1, output: 2, operator: 4, attribute: 5 }
const ATTRIBUTE = { name: 1, float: 2, integer: 3, text: 4, tensor: 5, integers: 8, graphs: [6, 11] }
const VALUE_NAME = 1
const TENSOR = { sizes: 1, type: 2, floats: 4, name: 8, bytes: 9 }

/** A model's file, taken apart: its operations in the order of their calculation, and the weights they use. */
export class OnnxModel {
  nodes: OnnxNode[]
  readonly #model: readonly Field[]
  readonly #graph: readonly Field[]
  readonly #tensors = new Map<string, OnnxTensor>()
  readonly #added = new Map<string, Message>()

  /** @throws Error when the bytes are no model */
  constructor(file: Uint8Array) {
    this.#model = fieldsOf(file)
    const graph = this.#model.find(({ number }) => number === MODEL_GRAPH)
    if (!graph) throw new Error('These bytes are no ONNX model.')
    this.#graph = fieldsOf(graph.bytes)
    this.nodes = this.#graph.filter(({ number }) => number === GRAPH.node).map(({ bytes }) => readNode(bytes))
    for (const { number, bytes } of this.#graph) if (number === GRAPH.initializer) this.#keep(nameOf(bytes), bytes)
    for (const { operator, outputs, attributes } of this.nodes) {
      const tensor = operator === 'Constant' && find(attributes.get('value') ?? [], ATTRIBUTE.tensor)
      if (tensor) this.#keep(outputs[0] ?? '', tensor.bytes)
    }
  }

  /** The model's outputs. */
  get outputs(): string[] {
    return this.#graph.filter(({ number }) => number === GRAPH.output).map(({ bytes }) => valueNameOf(bytes))
  }

  /** Whether some operation has a graph of its own, which uses values without naming them as inputs. */
  get has_inner_graphs(): boolean {
    const fields = this.nodes.flatMap(({ attributes }) => [...attributes.values()].flat())
    return fields.some(({ number }) => ATTRIBUTE.graphs.includes(number))
  }

  /** A weight; undefined when the name is none, or its numbers are of another kind. */
  tensor(name: string | undefined): OnnxTensor | undefined {
    return this.#tensors.get(name ?? '')
  }

  /** Adds a weight. @returns its name */
  addTensor({ shape, values }: OnnxTensor): string {
    const name = `fused_${this.#added.size}`
    this.#added.set(name, tensorMessage(name, values, shape))
    this.#tensors.set(name, { shape, values })
    return name
  }

  /** Adds integers, for operations that take them as inputs. @returns their name */
  addIntegers(values: readonly (number | bigint)[]): string {
    const name = `fused_${this.#added.size}`
    this.#added.set(name, tensorMessage(name, BigInt64Array.from(values, BigInt), [values.length]))
    return name
  }

  /** Drops operations, most of them weights, that no output needs. */
  dropUnused(): void {
    const needed = new Set(this.outputs)
    const kept = this.nodes.toReversed().filter((node) => {
      if (!node.outputs.some((output) => needed.has(output))) return false
      for (const input of node.inputs) needed.add(input)
      return true
    })
    this.nodes = kept.reverse()
  }

  /** The file of the model with its present operations, and the inputs and weights that they use. */
  file(): Buffer {
    const used = new Set(this.nodes.flatMap(({ inputs }) => inputs))
    const graph = new Message()
    for (const node of this.nodes) graph.message(GRAPH.node, writeNode(node))
    for (const [name, tensor] of this.#added) if (used.has(name)) graph.message(GRAPH.initializer, tensor)
    for (const field of this.#graph) {
      if (field.number === GRAPH.node) continue
      if (field.number === GRAPH.initializer && !used.has(nameOf(field.bytes))) continue
      if (field.number === GRAPH.input && !used.has(valueNameOf(field.bytes))) continue
      graph.field(field)
    }
    const model = new Message()
    for (const field of this.#model) {
      if (field.number === MODEL_GRAPH) model.message(MODEL_GRAPH, graph)
      else model.field(field)
    }
    return Buffer.concat(model.chunks)
  }

  #keep(name: string, bytes: Uint8Array): void {
    const fields = fieldsOf(bytes)
    const raw = find(fields, TENSOR.bytes)
    if (find(fields, TENSOR.type)?.value !== ELEMENT.float32) return
    const shape = integers(fields, TENSOR.sizes)
    const stored = raw ?? find(fields, TENSOR.floats)
    if (!stored) return
    // Copies, since a view must begin at a multiple of four bytes.
    const values = new Float32Array(new Uint8Array(stored.bytes).buffer)
    if (values.length === shape.reduce((product, size) => product * size, 1)) this.#tensors.set(name, { shape, values })
  }
}

/** Makes an operation. @param outputs names of its values */
export const onnxNode = (
  operator: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attributes: Readonly<Record<string, Attribute>> = {},
): OnnxNode => readNode(Buffer.concat(nodeMessage(operator, inputs, outputs, attributes).chunks))

/** The integers of a node's attribute; the given ones when it has none. */
export function integersOf(node: OnnxNode, attribute: string, otherwise: readonly number[]): readonly number[] {
  const fields = node.attributes.get(attribute)
  if (!fields) return otherwise
  const single = find(fields, ATTRIBUTE.integer)
  return single ? [single.value] : integers(fields, ATTRIBUTE.integers)
}

/** The floating-point number of a node's attribute. */
export function numberOf(node: OnnxNode, attribute: string): number | undefined {
  const four = find(node.attributes.get(attribute) ?? [], ATTRIBUTE.float)?.bytes
  return four && Buffer.from(four).readFloatLE()
}

/** The text of a node's attribute. */
export const textOf = (node: OnnxNode, attribute: string): string =>
  text(find(node.attributes.get(attribute) ?? [], ATTRIBUTE.text))

function readNode(bytes: Uint8Array): OnnxNode {
  const fields = fieldsOf(bytes)
  const texts = (number: number) => fields.filter((field) => field.number === number).map(text)
  const attributes = fields.flatMap(({ number, bytes: inner }) => (number === NODE.attribute ? [fieldsOf(inner)] : []))
  return {
    operator: text(find(fields, NODE.operator)),
    inputs: texts(NODE.input),
    outputs: texts(NODE.output),
    attributes: new Map(attributes.map((each) => [text(find(each, ATTRIBUTE.name)), each])),
    others: fields.filter(({ number }) => ![NODE.input, NODE.output, NODE.operator].includes(number)),
  }
}

function writeNode({ operator, inputs, outputs, others }: OnnxNode): Message {
  const message = new Message()
  for (const input of inputs) message.text(NODE.input, input)
  for (const output of outputs) message.text(NODE.output, output)
  message.text(NODE.operator, operator)
  for (const field of others) message.field(field)
  return message
}

/** Integers of a repeated field, each by itself or packed into one. */
function integers(fields: readonly Field[], number: number): number[] {
  return fields
    .filter((field) => field.number === number)
    .flatMap(({ value, bytes }) => (bytes.length > 0 ? packedIntegers(bytes) : [value]))
}

/** The name of a tensor. */
const nameOf = (tensor: Uint8Array) => text(find(fieldsOf(tensor), TENSOR.name))

/** The name of an input or output. */
const valueNameOf = (value: Uint8Array) => text(find(fieldsOf(value), VALUE_NAME))

const find = (fields: readonly Field[], number: number) => fields.find((field) => field.number === number)

const text = (field: Field | undefined) => Buffer.from(field?.bytes ?? []).toString()
