import type { OnnxModel, OnnxNode } from '../onnx-model.ts'

/** The operations by the values that they make and use. */
export function linksOf({ nodes, outputs }: OnnxModel) {
  const makers = new Map(nodes.flatMap((node) => node.outputs.map((output) => [output, node])))
  const users = new Map<string, OnnxNode[]>()
  for (const node of nodes) for (const input of node.inputs) users.set(input, [...(users.get(input) ?? []), node])
  const ends = new Set(outputs)
  return {
    maker: (name: string | undefined) => makers.get(name ?? ''),
    users: (name: string | undefined) => users.get(name ?? '') ?? [],
    /** The only user of an operation's value; undefined when others need it, too. */
    only: (node: OnnxNode) => {
      const [user, ...others] = users.get(node.outputs[0] ?? '') ?? []
      return others.length === 0 && !ends.has(node.outputs[0] ?? '') ? user : undefined
    },
    isEnd: (node: OnnxNode) => node.outputs.some((output) => ends.has(output)),
  }
}

export type Links = ReturnType<typeof linksOf>

/** Steps from the mean of a whole picture to the gates of its channels. */
const GATE = ['HardSigmoid', 'Conv', 'Relu', 'Conv', 'GlobalAveragePool']

/** Whether a value is one number for each channel, made from the mean of a whole picture. */
export function isGate({ maker }: Pick<Links, 'maker'>, name: string): boolean {
  let at: string | undefined = name
  return GATE.every((operator) => {
    const node = maker(at)
    at = node?.inputs[0]
    return node?.operator === operator
  })
}

/** The number in a weight of one number. */
export const scalarOf = (model: OnnxModel, name: string | undefined) => {
  const tensor = model.tensor(name)
  return tensor?.values.length === 1 ? tensor.values[0] : undefined
}

/** The input besides a weight, and that weight, of a product or sum. */
export function besideWeight(model: OnnxModel, node: OnnxNode | undefined, operator: string) {
  if (node?.operator !== operator) return undefined
  const at = node.inputs.findIndex((name) => model.tensor(name))
  const weight = model.tensor(node.inputs[at])
  const input = node.inputs[1 - at]
  return weight && input !== undefined ? { input, weight } : undefined
}
