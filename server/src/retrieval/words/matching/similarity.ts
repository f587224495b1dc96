import { editDistance } from '../../../engines/text/edit-distance.ts'

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

/**
 * Letters that sound alike in English, in the order of their replacement. A word without any of the letters in the
 * third place cannot have the pattern.
 */
const SOUNDS = (
  [
    [/^(?:kn|gn|pn)/, 'n', 'n'],
    [/^wr/, 'r', 'w'],
    [/^ps/, 's', 'p'],
    [/mb$/, 'm', 'm'],
    [/ph/g, 'f', 'h'],
    [/t(?:ch|i(?=o|a))/g, 'X', 't'],
    [/[cs]i(?=o|a)/g, 'X', 'i'],
    [/(?:sch|sh|ch|ge$)/g, 'X', 'hg'],
    [/gh(?=[^aeiou]|$)/g, '', 'g'],
    [/dg(?=e|i|y)/g, 'X', 'd'],
    [/g(?=e|i|y)/g, 'X', 'g'],
    [/c(?=e|i|y)/g, 's', 'c'],
    [/[ckq]+|x/g, 'k', 'ckqx'],
    [/g+/g, 'k', 'g'],
    [/[dt]h?/g, 't', 'dt'],
    [/[zs]+/g, 's', 'zs'],
    [/j/g, 'X', 'j'],
    [/[pb]+/g, 'p', 'pb'],
    [/[fv]+/g, 'f', 'fv'],
    [/[mn]+/g, 'n', 'mn'],
    [/[hwy]/g, '', 'hwy'],
  ] as const
).map(([pattern, replacement, letters]) => ({ pattern, replacement, letters: letterBits(letters) }))

/**
 * The rough sound of a word: its consonants, with confusable ones made equal, and a leading vowel. Like Soundex
 * (Russell 1918) and Metaphone (Philips 1990), but coarser, since speech recognisers confuse voiced and unvoiced
 * sounds.
 */
export function soundOf(word: string): string {
  let sound = word.replace(/[^a-z]/g, '')
  const leading = /^[aeiou]/.test(sound) ? 'a' : ''
  let bits = letterBits(sound)
  for (const { pattern, replacement, letters } of SOUNDS) {
    if ((bits & letters) === 0) continue
    sound = sound.replace(pattern, replacement)
    bits |= letterBits(replacement)
  }
  return leading + sound.replace(/[aeiou]/g, '').replace(/(.)\1+/g, '$1')
}

/** Possible sounds of the letters from a to z, in this order; h, w and y have none. A vowel counts only at the start of a word. */
const SOUNDS_AS = 'a p ksX tX a f kX  a X k l n n a pf k r sX tX a f  k  s'
  .split(' ')
  .map((letters) => letterBits(letters))

/** All letters that the sound of a word can have, see `letterBits`. Faster than the sound, to exclude words. */
export function soundBits(word: string): number {
  let bits = 0
  for (let at = 0; at < word.length; at++) bits |= SOUNDS_AS[word.charCodeAt(at) - 97] ?? 0
  return bits
}

/**
 * 1 for equal strings, 0 for strings with nothing in common: 1 minus the edit distance per letter.
 */
export function editSimilarity(a: string, b: string): number {
  if (a === b) return 1
  const longest = Math.max(a.length, b.length)
  if (longest === 0 || Math.min(a.length, b.length) === 0) return 0
  return 1 - editDistance(a, b) / longest
}

/** The letters of a word as 32 bits: words with a common letter have a common bit. */
export function letterBits(word: string): number {
  let bits = 0
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31)
  return bits
}

/** Number of set bits in 32. (Warren, Hacker's Delight, 2nd edition, figure 5-2.) */
export function countBits(bits: number): number {
  let sum = bits - ((bits >>> 1) & 0x55555555)
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333)
  return (((sum + (sum >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
