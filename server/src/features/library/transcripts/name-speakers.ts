import { largest } from '@footnote/contract/shared/extremes.ts'
import { type SpeakerNames, speakerName } from '@footnote/contract/shared/language/spoken-words.ts'

/** Start and end in seconds. */
export type Interval = readonly [start: number, end: number]

/** A name that a person gave to a voice, or to an interval. */
export interface SpeakerNaming {
  readonly name: string
  /** The name that was shown before; empty for none. */
  readonly before: string
  /** The voice of the intervals has the name wherever it speaks; otherwise only their words have it. */
  readonly everywhere: boolean
  /** In order of time. */
  readonly intervals: readonly Interval[]
}

/** A word, and the number of the voice that said it, from 1; null when the engine does not tell voices apart. */
interface VoicedWord {
  readonly start: number
  readonly end: number
  readonly speaker: number | null
}

/** Share of the seconds of a voice, or of the intervals of a name, that must be common to both. */
const LEAST_SHARE = 0.5
/** Seconds that a word without length counts. */
const SHORTEST = 0.001

/**
 * Who says each word: namings apply in their order, to what the ones before have made. A name that was given everywhere
 * belongs to each voice with at least half of its seconds in the intervals of the name, and to the unnamed voice with
 * most seconds in common, if these are at least half of the intervals. So it returns after another engine has separated
 * the voices in its own way.
 * @param given names that voices have from the beginning
 * @returns the name that is shown for each word; null for an unnamed word without a voice
 */
export function namesOfWords(
  words: readonly VoicedWord[],
  namings: readonly SpeakerNaming[],
  given: SpeakerNames = [],
): (string | null)[] {
  const voices = new Set(words.flatMap(({ speaker }) => speaker ?? []))
  const shown = new Map([...voices].map((voice) => [voice, speakerName(voice, given)]))
  const names = words.map(({ speaker }) => (speaker === null ? null : (shown.get(speaker) ?? null)))
  for (const { name, before, everywhere, intervals } of namings) {
    const shares = secondsWithin(words, intervals)
    const taken = everywhere ? voicesWithin(words, names, shares, { before, seconds: totalOf(intervals) }) : null
    for (const [at, word] of words.entries()) {
      const now = names[at] ?? null
      const half = (shares[at] as number) >= LEAST_SHARE * lengthOf(word)
      if (taken ? now !== null && taken.has(now) : half) names[at] = name
    }
  }
  return names
}

const lengthOf = ({ start, end }: VoicedWord): number => Math.max(SHORTEST, end - start)

/** Seconds of each word within intervals. */
function secondsWithin(words: readonly VoicedWord[], intervals: readonly Interval[]): number[] {
  const sorted = intervals
    .map(([from, to]) => ({ from, to: Math.max(to, from + SHORTEST) }))
    .sort((one, other) => one.from - other.from)
  // The latest end so far: intervals before the first one that ends after a word begins do not concern it.
  const ends = new Float64Array(sorted.length)
  for (const [at, { to }] of sorted.entries()) ends[at] = Math.max(to, ends[at - 1] ?? 0)
  return words.map((word) => {
    const end = word.start + lengthOf(word)
    let sum = 0
    for (let at = firstAbove(ends, word.start); at < sorted.length; at++) {
      const { from, to } = sorted[at] as (typeof sorted)[number]
      if (from >= end) break
      sum += Math.max(0, Math.min(end, to) - Math.max(word.start, from))
    }
    return sum
  })
}

/** Index of the first of rising numbers that is larger; their count if none is. */
function firstAbove(numbers: Float64Array, number: number): number {
  let [from, to] = [0, numbers.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((numbers[middle] as number) > number) to = middle
    else from = middle + 1
  }
  return from
}

const totalOf = (intervals: readonly Interval[]): number =>
  intervals.reduce((sum, [from, to]) => sum + Math.max(SHORTEST, to - from), 0)

/**
 * Names of the voices that a naming concerns.
 * @param shares seconds of each word within its intervals
 * @param seconds of its intervals
 */
function voicesWithin(
  words: readonly VoicedWord[],
  names: readonly (string | null)[],
  shares: readonly number[],
  { before, seconds }: { readonly before: string; readonly seconds: number },
): Set<string> {
  const sums = new Map<string, { all: number; within: number }>()
  for (const [at, word] of words.entries()) {
    const name = names[at]
    if (!name) continue
    const sum = sums.get(name) ?? { all: 0, within: 0 }
    sums.set(name, { all: sum.all + lengthOf(word), within: sum.within + (shares[at] as number) })
  }
  const taken = new Set([...sums].flatMap(([name, { all, within }]) => (within >= LEAST_SHARE * all ? [name] : [])))
  const unnamed = new Set([
    before,
    ...words.flatMap(({ speaker }) => (speaker === null ? [] : speakerName(speaker, []))),
  ])
  const [most] = [...sums].filter(([name]) => unnamed.has(name)).sort(([, a], [, b]) => b.within - a.within)
  if (most && most[1].within >= LEAST_SHARE * seconds) taken.add(most[0])
  return taken
}

/**
 * Numbers for the speakers of words, and the names of those that have one. A speaker without a name keeps the engine's
 * number; a name gets the lowest number of its voices that is free.
 * @param shown the result of `namesOfWords`
 */
export function numberSpeakers(
  words: readonly VoicedWord[],
  shown: readonly (string | null)[],
): { numbers: (number | null)[]; names: SpeakerNames } {
  const voices = new Set(words.flatMap(({ speaker }) => speaker ?? []))
  const numbers = new Map<string, number>()
  const present = new Set(shown)
  const voices_of = new Map<string | null, Set<number>>()
  for (const [at, { speaker }] of words.entries()) {
    const name = shown[at] ?? null
    const own = voices_of.get(name) ?? new Set()
    voices_of.set(name, speaker === null ? own : own.add(speaker))
  }
  for (const voice of voices) if (present.has(speakerName(voice, []))) numbers.set(speakerName(voice, []), voice)
  const used = new Set(numbers.values())
  const names: { speaker: number; name: string }[] = []
  for (const name of present) {
    if (name === null || numbers.has(name)) continue
    const own = [...(voices_of.get(name) ?? [])].sort((a, b) => a - b)
    const speaker = own.find((voice) => !used.has(voice)) ?? free(used, voices)
    used.add(speaker)
    numbers.set(name, speaker)
    names.push({ speaker, name })
  }
  return { numbers: shown.map((name) => (name === null ? null : (numbers.get(name) ?? null))), names }
}

/** A number that no voice has. */
const free = (used: ReadonlySet<number>, voices: ReadonlySet<number>): number =>
  Math.max(0, largest(used), largest(voices)) + 1

/**
 * The intervals in which a speaker is talking: words with no other speaker and no long pause between them are one.
 * @param pause seconds
 */
export function intervalsOf(
  words: readonly VoicedWord[],
  shown: readonly (string | null)[],
  name: string,
  pause: number,
): Interval[] {
  const intervals: [number, number][] = []
  let before: string | null | undefined
  for (const [at, { start, end }] of words.entries()) {
    const last = intervals.at(-1)
    if (shown[at] === name) {
      if (last && before === name && start - last[1] <= pause) last[1] = Math.max(last[1], end)
      else intervals.push([start, end])
    }
    before = shown[at]
  }
  return intervals
}
