import { wordsOf } from '../../server/src/engines/examination/word-errors.ts'

/** A word with its times in seconds. */
export interface TimedWord {
  readonly word: string
  readonly start: number
  readonly end: number
}

/** How two lists of words fit: the fewest words that were replaced, left out or added, and the pairs that are equal. */
export function compareWords(truth: readonly string[], heard: readonly string[]) {
  const costs = Array.from({ length: truth.length + 1 }, (_, at) => new Uint32Array(heard.length + 1).fill(at))
  for (let to = 0; to <= heard.length; to++) (costs[0] as Uint32Array)[to] = to
  const cost = (at: number, to: number) => costs[at]?.[to] as number
  const replaced = (at: number, to: number) => cost(at - 1, to - 1) + (truth[at - 1] === heard[to - 1] ? 0 : 1)
  for (let at = 1; at <= truth.length; at++)
    for (let to = 1; to <= heard.length; to++)
      (costs[at] as Uint32Array)[to] = Math.min(replaced(at, to), cost(at - 1, to) + 1, cost(at, to - 1) + 1)
  const pairs: [truth: number, heard: number][] = []
  let [at, to] = [truth.length, heard.length]
  while (at > 0 && to > 0) {
    if (cost(at, to) === replaced(at, to)) {
      if (truth[at - 1] === heard[to - 1]) pairs.push([at - 1, to - 1])
      at--
      to--
    } else if (cost(at, to) === cost(at - 1, to) + 1) at--
    else to--
  }
  return { errors: cost(truth.length, heard.length), pairs: pairs.reverse() }
}

/** Seconds between the true and the heard begin of each word that was heard right. */
export function beginErrors(truth: readonly TimedWord[], heard: readonly TimedWord[]): number[] {
  const spelled = (words: readonly TimedWord[]) =>
    words.flatMap((timed) =>
      wordsOf(timed.word).map((word, place) => ({ word, start: timed.start, first: place === 0 })),
    )
  const [said, found] = [spelled(truth), spelled(heard)]
  const { pairs } = compareWords(
    said.map(({ word }) => word),
    found.map(({ word }) => word),
  )
  return pairs.flatMap(([at, to]) => {
    const [one, other] = [said[at], found[to]]
    return one?.first && other?.first ? [Math.abs(one.start - other.start)] : []
  })
}

/** @param share 0.5 for the median */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
