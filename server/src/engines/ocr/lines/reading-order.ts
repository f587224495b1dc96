import { largest } from '@footnote/contract/shared/extremes.ts'

/**
 * The effect of a character on the direction of a line: a left-to-right or right-to-left letter, a digit, a separator
 * within a number, a unit beside a number, or none.
 */
type Direction = 'left' | 'right' | 'digit' | 'separator' | 'unit' | 'neutral'

const TO_THE_LEFT = /[\p{Script_Extensions=Arabic}\p{Script_Extensions=Hebrew}\p{Script_Extensions=Syriac}]/u
const PAIRS = ['()', '[]', '{}', '<>', '«»', '‹›']
const MIRRORED = new Map(PAIRS.flatMap(([a = '', b = '']) => [[a, b] as const, [b, a] as const]))

function directionOf(character: string): Direction {
  if (/\p{Nd}/u.test(character)) return 'digit'
  if (/[.,:/+-]/.test(character)) return 'separator'
  if (/[%#$€£¥°٪]/.test(character)) return 'unit'
  if (TO_THE_LEFT.test(character)) return 'left'
  return /[\p{L}\p{M}]/u.test(character) ? 'right' : 'neutral'
}

/** Whether most of a text's letters run from right to left. */
export function runsToTheLeft(text: string): boolean {
  let balance = 0
  for (const character of text) {
    const direction = directionOf(character)
    balance += direction === 'left' ? 1 : direction === 'right' ? -1 : 0
  }
  return balance > 0
}

/**
 * Converts a line from visual order (left to right) into logical order, in which it is stored. This is the Unicode
 * bidirectional algorithm (UAX #9) without explicit marks, which is its own inverse on one line. The base direction is
 * that of the outermost letters if they agree, else that of most. A line without right-to-left letters is unchanged.
 */
export function logicalOrder(line: string): string {
  const characters = [...line]
  const directions = characters.map(directionOf)
  if (!directions.includes('left')) return line
  const letters = directions.filter((direction) => direction === 'left' || direction === 'right')
  const [first, last] = [letters[0], letters.at(-1)]
  const base = (first === last ? first === 'left' : runsToTheLeft(line)) ? 1 : 0
  const levels = levelsOf(resolved(directions), base)
  const turned = characters.map((character, at) =>
    (levels[at] as number) % 2 === 1 ? (MIRRORED.get(character) ?? character) : character,
  )
  for (let level = largest(levels); level > 0; level--) reverseRuns(turned, levels, level)
  return turned.join('')
}

/**
 * Rules W4 to W6: a single separator between digits, and units beside them, belong to the number; elsewhere they are
 * neutral.
 */
function resolved(directions: readonly Direction[]): Direction[] {
  const joined = directions.map((direction, at): Direction => {
    if (direction !== 'separator') return direction
    return directions[at - 1] === 'digit' && directions[at + 1] === 'digit' ? 'digit' : 'neutral'
  })
  const spread = (from: number, step: number) => {
    for (let at = from; joined[at] === 'unit' && joined[at - step] === 'digit'; at += step) joined[at] = 'digit'
  }
  for (let at = 0; at < joined.length; at++) spread(at, 1)
  for (let at = joined.length - 1; at >= 0; at--) spread(at, -1)
  return joined.map((direction) => (direction === 'unit' ? 'neutral' : direction))
}

/** Rules W7, N1, N2, I1 and I2. @param base 1 for a right-to-left line, else 0 */
function levelsOf(directions: readonly Direction[], base: 0 | 1): number[] {
  const [right, left] = [base === 0 ? 0 : 2, 1]
  let last: Direction = base === 1 ? 'left' : 'right'
  const strong = directions.map((direction) => {
    if (direction === 'left' || direction === 'right') last = direction
    // A number after a left-to-right word belongs to it; any other belongs to the right-to-left text.
    return direction === 'digit' && last === 'right' ? 'right' : direction
  })
  const beside = (at: number, step: number): Direction => {
    let place = at
    while (strong[place] === 'neutral') place += step
    const found = strong[place] ?? (base === 1 ? 'left' : 'right')
    return found === 'digit' ? 'left' : found
  }
  return strong.map((direction, at) => {
    if (direction === 'digit') return 2
    const own = direction === 'neutral' && beside(at, -1) === beside(at, 1) ? beside(at, 1) : direction
    return own === 'left' ? left : own === 'right' ? right : base
  })
}

/** One level of rule L2: reverses every run of characters of this level or a higher one. */
function reverseRuns(characters: string[], levels: number[], level: number): void {
  for (let from = 0; from < levels.length; from++) {
    if ((levels[from] as number) < level) continue
    let to = from
    while (to < levels.length && (levels[to] as number) >= level) to++
    reversePart(characters, from, to)
    reversePart(levels, from, to)
    from = to
  }
}

function reversePart<Item>(items: Item[], from: number, to: number): void {
  for (const [place, item] of items.slice(from, to).reverse().entries()) items[from + place] = item
}
