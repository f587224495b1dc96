import type { Constant } from '../../process/model-files.ts'
import type { ModelNode } from './model-parts.ts'

/** A gate that opens with a value: height * min(max((value + 3) / 6, 0), 1). */
export interface HardGate {
  /** Name of the value's node. */
  readonly value: string
  /** One, as exactly as the model's file holds a sixth of it. */
  readonly height: number
  /** Whether the value itself is multiplied by the gate (hard swish, Howard et al. 2019, arXiv:1905.02244). */
  readonly multiplied: boolean
}

/** The value at which a gate is open; at its negative it is closed. */
const GATE_REACH = 3

/**
 * Recognises the product at the end of a gate, which TensorFlow spells as three or four operations. One operation
 * instead spares the others' passes over the whole picture.
 */
export function hardGateOf(
  product: ModelNode,
  nodes: ReadonlyMap<string, ModelNode>,
  constants: ReadonlyMap<string, Constant>,
): HardGate | null {
  const number = (name: string) => {
    const { values } = constants.get(name) ?? {}
    return values?.length === 1 ? asNumber(values) : undefined
  }
  /** The number and the other input of a product or sum. */
  const withNumber = (node: ModelNode | undefined, operations: readonly string[]) => {
    const [first = '', second = ''] = node?.input ?? []
    if (!node || !operations.includes(node.op)) return undefined
    const [one, other] = [number(first), number(second)]
    if (one !== undefined) return { number: one, value: second }
    return other === undefined ? undefined : { number: other, value: first }
  }
  /** The value under min(max(value + 3, 0), 6). */
  const clipped = (name: string) => {
    const node = nodes.get(name)
    const sum = node?.op === 'Relu6' ? withNumber(nodes.get(node.input?.[0] ?? ''), ['Add', 'AddV2']) : undefined
    return sum?.number === GATE_REACH ? sum.value : undefined
  }
  const scaled = withNumber(product, ['Mul'])
  if (scaled) {
    const value = isSixth(scaled.number) ? clipped(scaled.value) : undefined
    return value === undefined ? null : { value, height: 6 * scaled.number, multiplied: false }
  }
  const [one = '', other = ''] = product.input ?? []
  for (const [gate, rest] of [
    [one, other],
    [other, one],
  ] as const) {
    const value = clipped(gate)
    const factor = withNumber(nodes.get(rest), ['Mul'])
    if (value !== undefined && factor?.value === value && isSixth(factor.number))
      return { value, height: 6 * factor.number, multiplied: true }
  }
  return null
}

/** A sixth in 16 bits differs in the fourth digit. */
const isSixth = (number: number) => Math.abs(6 * number - 1) < 0.001

function asNumber(values: Constant['values']): number {
  const [bits = 0] = values
  if (!(values instanceof Uint16Array)) return bits
  // A number of 16 bits (IEEE 754): sign, five bits of exponent, ten of fraction.
  const size = 2 ** (((bits >> 10) & 31) - 15) * (1 + (bits & 1023) / 1024)
  return bits >> 15 ? -size : size
}
