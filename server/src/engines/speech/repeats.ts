/** Maximum words in a repeated phrase. */
const LONGEST_PHRASE = 12
/** People repeat a word three times ('no, no, no'), but hardly ever a phrase of several. */
const MOST_TIMES = { word: 3, phrase: 2 }

/**
 * Removes a speech model's endless repetitions: keeps once a word that occurs more than three times in a row, or a
 * phrase of up to twelve words that occurs more than twice.
 * @param plainOf returns the text by which items are compared
 */
export function collapseRepeats<Item>(items: readonly Item[], plainOf: (item: Item) => string): Item[] {
  const plain = items.map(plainOf)
  const kept: Item[] = []
  let at = 0
  while (at < items.length) {
    const { length, times } = repetitionAt(plain, at)
    for (const item of items.slice(at, at + length)) kept.push(item)
    at += length * times
  }
  return kept
}

/** The shortest phrase that repeats too often from here on; without one, the word itself, once. */
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
