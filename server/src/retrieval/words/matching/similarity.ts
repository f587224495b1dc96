/** Trigrams of a word with marked edges, as in pg_trgm. */
export function trigrams(word: string): Set<string> {
  const padded = `  ${word} `
  const found = new Set<string>()
  for (let at = 0; at + 3 <= padded.length; at++) found.add(padded.slice(at, at + 3))
  return found
}

/** Share of common trigrams, 0 to 1 (Jaccard, as pg_trgm's `similarity`). */
export function trigramSimilarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0
  for (const piece of a) if (b.has(piece)) common++
  return common / (a.size + b.size - common)
}

/** The letters of a word as 32 bits: words with a common letter have a common bit. */
export function letterBits(word: string): number {
  let bits = 0
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31)
  return bits
}
