import { FUNCTION_WORDS } from '@footnote/contract/shared/language/function-words.ts'
import { joinWords } from '@footnote/contract/shared/language/spoken-words.ts'

/** Most words of a question, or characters in a script without spaces. */
const WORDS = 5
const CHARACTERS = 16
/** Words with fewer letters are not telling. */
const TELLING = 5

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** The lines of a WebVTT file, without times, tags and names of speakers. */
export const linesOf = (vtt: string): string[] =>
  vtt
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .filter((block) => block.includes('-->'))
    .map((block) =>
      block
        .slice(block.indexOf('-->'))
        .split('\n')
        .slice(1)
        .reduce((text, line) => joinWords([text, line]).trim(), '')
        .replace(/<[^<>]*>/g, '')
        .replace(/&(?:amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity)
        .replace(/^Speaker \d+: /, '')
        .trim(),
    )

const lettersOf = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Whether a word carries meaning: 'lemons' does, 'there' does not. @param letters those of the word, in lower case */
const isTelling = (letters: string): boolean => letters.length >= TELLING && !FUNCTION_WORDS.has(letters)

/** Runs of words within a clause that begin and end with a telling word. */
function* runsOf(line: string): Generator<string[]> {
  for (const clause of line.split(/[,.;:!?…，。！？、]+/)) {
    const words = clause.trim().split(/\s+/)
    for (let from = 0; from < words.length; from += 1)
      for (let length = 2; length <= WORDS && from + length <= words.length; length += 1) {
        const run = words.slice(from, from + length)
        if ([run[0], run.at(-1)].every((word) => isTelling(lettersOf(word ?? '')))) yield run
      }
  }
}

/** Worth of a run: the sum of its telling words, each worth less the more often the video says it. */
const worthOf = (run: readonly string[], said: ReadonlyMap<string, number>): number =>
  run.reduce((sum, word) => {
    const letters = lettersOf(word)
    return sum + (isTelling(letters) ? 1 / (said.get(letters) ?? 1) : -0.25)
  }, 0)

/** The most telling run of words of a video, so that a search can find it. @returns null without one */
export function questionOf(lines: readonly string[]): string | null {
  const said = new Map<string, number>()
  for (const word of lines.flatMap((line) => line.split(/\s+/))) {
    const letters = lettersOf(word)
    said.set(letters, (said.get(letters) ?? 0) + 1)
  }
  let best: { text: string; worth: number } | null = null
  for (const line of lines)
    for (const run of runsOf(line)) {
      const worth = worthOf(run, said)
      if (!best || worth > best.worth) best = { text: run.join(' '), worth }
    }
  return best?.text ?? unspacedOf(lines)
}

/** A shortened clause of a script without spaces. */
function unspacedOf(lines: readonly string[]): string | null {
  const clause = lines.flatMap((line) => line.split(/[，。！？、]+/)).find((text) => /^\S{4,}$/.test(text))
  return clause && /[^\p{sc=Latin}]/u.test(clause) ? clause.slice(0, CHARACTERS) : null
}
