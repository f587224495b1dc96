/** Most changed items between two lists for which pairs are sought; beyond it, the middles count as different. */
const MOST_CHANGED = 2_000
/** The same for lists that are compared after the effort is used up. */
const FEW_CHANGED = 64
/** Steps for four pairs of lists with as many changes as there may be. */
const STEPS = 2 * MOST_CHANGED ** 2

/** Steps that are left for comparing many pairs of lists, one after the other. */
export interface Effort {
  left: number
}

export const newEffort = (): Effort => ({ left: STEPS })

/**
 * Equal items of two lists, in order, as many as possible: the shortest edit script (Myers 1986, 'An O(ND) difference
 * algorithm and its variations').
 * @returns pairs of indices
 */
export function equalPairs(one: readonly string[], other: readonly string[], effort = newEffort()): [number, number][] {
  let start = 0
  while (start < one.length && start < other.length && one[start] === other[start]) start++
  let [end, other_end] = [one.length, other.length]
  while (end > start && other_end > start && one[end - 1] === other[other_end - 1]) {
    end--
    other_end--
  }
  const pairs = Array.from({ length: start }, (_, at): [number, number] => [at, at])
  for (const [a, b] of scriptPairs(one.slice(start, end), other.slice(start, other_end), effort))
    pairs.push([start + a, start + b])
  for (let at = 0; end + at < one.length; at++) pairs.push([end + at, other_end + at])
  return pairs
}

/** Walks along the diagonals: `reached[k]` is how far in the first list the diagonal k = a - b has come. */
function scriptPairs(texts: readonly string[], other_texts: readonly string[], effort: Effort): [number, number][] {
  const allowed = effort.left > 0 ? MOST_CHANGED : FEW_CHANGED
  // Each item that one list has more than the other is a change.
  if (Math.abs(texts.length - other_texts.length) > allowed) return []
  const numbers = new Map<string, number>()
  const [one, other] = [numbersOf(texts, numbers), numbersOf(other_texts, numbers)]
  const most = Math.min(one.length + other.length, allowed)
  const reached = new Int32Array(2 * most + 3)
  const origin = most + 1
  const steps: Int32Array[] = []
  for (let changed = 0; changed <= most; changed++) {
    effort.left -= changed + 1
    steps.push(reached.slice(origin - changed - 1, origin + changed + 2))
    for (let k = -changed; k <= changed; k += 2) {
      let a = comesFromAbove(reached, origin, k, changed)
        ? at(reached, origin + k + 1)
        : at(reached, origin + k - 1) + 1
      while (a < one.length && a - k < other.length && one[a] === other[a - k]) a++
      reached[origin + k] = a
      if (a >= one.length && a - k >= other.length) return walkBack(steps, one.length, other.length)
    }
  }
  return []
}

/** One number for each text, so that they compare fast. */
const numbersOf = (texts: readonly string[], numbers: Map<string, number>): Int32Array =>
  Int32Array.from(texts, (text) => {
    const number = numbers.get(text) ?? numbers.size
    numbers.set(text, number)
    return number
  })

const at = (values: Int32Array, index: number): number => values[index] as number

/** Whether the best way to diagonal k adds an item of the other list, instead of removing one of the first. */
const comesFromAbove = (reached: Int32Array, origin: number, k: number, changed: number): boolean =>
  k === -changed || (k !== changed && at(reached, origin + k - 1) < at(reached, origin + k + 1))

function walkBack(steps: readonly Int32Array[], length: number, other_length: number): [number, number][] {
  const pairs: [number, number][] = []
  let [a, b] = [length, other_length]
  for (let changed = steps.length - 1; changed >= 0; changed--) {
    const reached = steps[changed] as Int32Array
    const origin = changed + 1
    const k = a - b
    const from = comesFromAbove(reached, origin, k, changed) ? k + 1 : k - 1
    const before = changed === 0 ? 0 : at(reached, origin + from)
    // Equal items after the one change of this step.
    const first = changed === 0 ? 0 : from === k + 1 ? before : before + 1
    while (a > first) pairs.push([--a, --b])
    a = before
    b = changed === 0 ? 0 : before - from
  }
  return pairs.reverse()
}
