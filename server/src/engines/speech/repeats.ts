/** Words of a phrase that a model may fall into saying over and over. */
const LONGEST_PHRASE = 12
/** One word is also said three times in a row ('no, no, no'); a phrase of several hardly ever. */
const MOST_TIMES = { word: 3, phrase: 2 }

/**
 * Takes out what a speech model says over and over where it has lost its way: a word that stands more than three times in a row, or a
 * phrase of up to twelve words that stands more than twice, is left there once.
 * @param plainOf what two items are compared by
 */
export function collapseRepeats<Item>(items: readonly Item[], plainOf: (item: Item) => string): Item[] {
  const plain = items.map(plainOf)
  const kept: Item[] = []
  let at = 0
  while (at < items.length) {
    const { length, times } = repetitionAt(plain, at)
    kept.push(...items.slice(at, at + length))
    at += length * times
  }
  return kept
}

/** The shortest phrase that is repeated too often from here on; without one, the word itself, once. */
function repetitionAt(plain: readonly string[], at: number): { length: number; times: number } {
  for (let length = 1; length <= LONGEST_PHRASE && at + 2 * length <= plain.length; length++) {
    let times = 1
    while (isRepeated(plain, at, length, times)) times++
    if (times > (length === 1 ? MOST_TIMES.word : MOST_TIMES.phrase)) return { length, times }
  }
  return { length: 1, times: 1 }
}

function isRepeated(plain: readonly string[], at: number, length: number, times: number): boolean {
  const next = at + length * times
  if (next + length > plain.length) return false
  for (let i = 0; i < length; i++) if (plain[at + i] !== plain[next + i]) return false
  return true
}
