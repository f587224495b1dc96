import { type Field, fieldsOf, Message } from '../../process/protobuf.ts'

/** Numbers of fields in the ONNX format (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto). */
const MODEL_GRAPH = 7
const GRAPH = { node: 1, name: 2, initializer: 5, input: 11, output: 12, value: 13 }
const NODE = { input: 1, output: 2, operator: 4, attribute: 5 }
const ATTRIBUTE = { name: 1, graph: 6 }
const TENSOR_NAME = 8
const VALUE_NAME = 1

/**
 * Writes one branch of a model whose only operation is a choice (`If`) as a model of its own. Copies the fields of the
 * file, weights included, as they are, and leaves out operations that no output needs.
 * @param outputs names of the values that the written model returns, which may be inner values of the branch
 * @throws Error when the bytes are no such model, or the branch has no value of such a name
 */
export function branchModel(
  file: Uint8Array,
  branch: 'then_branch' | 'else_branch',
  outputs: readonly string[],
): Buffer {
  const model = fieldsOf(file)
  const whole = fieldsOf(first(model, MODEL_GRAPH).bytes)
  const choice = fieldsOf(first(whole, GRAPH.node).bytes)
  if (text(first(choice, NODE.operator)) !== 'If') throw new Error('This model is no choice between two branches.')
  const inside = fieldsOf(graphOf(choice, branch))
  const needed = new Set(outputs)
  const nodes = all(inside, GRAPH.node)
    .toReversed()
    .filter(({ bytes }) => {
      const fields = fieldsOf(bytes)
      if (!all(fields, NODE.output).some((output) => needed.has(text(output)))) return false
      for (const input of all(fields, NODE.input)) needed.add(text(input))
      return true
    })
    .reverse()
  const graph = new Message()
  for (const node of nodes) graph.field(node)
  graph.text(GRAPH.name, branch)
  for (const weight of all(whole, GRAPH.initializer)) if (needed.has(nameOf(weight, TENSOR_NAME))) graph.field(weight)
  for (const input of all(whole, GRAPH.input)) if (needed.has(nameOf(input, VALUE_NAME))) graph.field(input)
  const values = [...all(inside, GRAPH.output), ...all(inside, GRAPH.value)]
  const described = new Map(values.map((value) => [nameOf(value, VALUE_NAME), value]))
  for (const name of outputs) {
    const value = described.get(name)
    if (!value) throw new Error(`The branch has no value named ${name}.`)
    graph.bytes(GRAPH.output, value.bytes)
  }
  const written = new Message()
  for (const field of model) {
    if (field.number === MODEL_GRAPH) written.message(MODEL_GRAPH, graph)
    else written.field(field)
  }
  return Buffer.concat(written.chunks)
}

function graphOf(choice: readonly Field[], branch: string): Uint8Array {
  const attributes = all(choice, NODE.attribute).map(({ bytes }) => fieldsOf(bytes))
  const attribute = attributes.find((each) => text(first(each, ATTRIBUTE.name)) === branch)
  if (!attribute) throw new Error(`The choice has no ${branch}.`)
  return first(attribute, ATTRIBUTE.graph).bytes
}

function first(fields: readonly Field[], number: number): Field {
  const found = fields.find((field) => field.number === number)
  if (!found) throw new Error('These bytes are no ONNX model.')
  return found
}

const all = (fields: readonly Field[], number: number) => fields.filter((field) => field.number === number)

const nameOf = ({ bytes }: Field, number: number) => text(first(fieldsOf(bytes), number))

const text = ({ bytes }: Field) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
