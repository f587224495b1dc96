import { TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import { isOneLine } from '@footnote/contract/shared/text.ts'
import type { SaidText } from './cue-text.ts'

/** Most words of a name before a colon. */
const NAME_WORDS = 3
const NAME_LETTERS = 30
/** How many cues must begin with a name before it is taken for one. */
const NAMED_CUES = 2

/** Names as people may give them to speakers; null for another text. */
const asName = (text: string | null): string | null => {
  const name = text?.trim() ?? ''
  return name !== '' && name.length <= TRANSCRIPT.speaker && isOneLine(name) ? name : null
}

/** A name at the beginning of a line, and the text behind its colon. */
interface NamePrefix {
  readonly name: string
  readonly text: string
}

/**
 * A capitalised name of few words without digits before a colon, which a dash of a dialogue may precede. Times such as
 * 12:30 have digits, and addresses no blank behind the colon.
 */
function namedIn(text: string): NamePrefix | null {
  const from = /^[-–—]\s*/.exec(text)?.[0].length ?? 0
  const colon = text.slice(0, from + NAME_LETTERS + 1).indexOf(':', from)
  if (colon < 0) return null
  const [name, said] = [text.slice(from, colon).trim(), text.slice(colon + 1)]
  if (said !== '' && !said.startsWith(' ')) return null
  const words = name.split(/\s+/)
  const isName = words.length <= NAME_WORDS && words.every((word) => /^\p{Lu}[\p{L}\p{M}.'’-]*$/u.test(word))
  return isName && asName(name) ? { name, text: said.trim() } : null
}

/**
 * Takes names of speakers from the beginnings of lines, where the same name begins at least two cues of a file. A voice
 * tag goes before it. A dash alone says that somebody else speaks, but not who, and stays text.
 * @param cues texts of each cue of a file
 */
export function withSpeakers(cues: readonly (readonly SaidText[])[]): SaidText[][] {
  const counts = new Map<string, number>()
  for (const said of cues) {
    const names = new Set(said.flatMap(({ text, speaker }) => (speaker === null ? (namedIn(text)?.name ?? []) : [])))
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return cues.map((said) => {
    let last: string | null = null
    return said.flatMap(({ text, speaker }) => {
      const named = speaker === null ? namedIn(text) : null
      const isNamed = named !== null && (counts.get(named.name) ?? 0) >= NAMED_CUES
      // The second line of a cue goes on, unless a dash begins another speaker's.
      if (isNamed) last = named.name
      else if (speaker !== null || /^[-–—]/.test(text)) last = null
      const rest = isNamed ? named.text : text
      return rest === '' ? [] : { text: rest, speaker: asName(speaker) ?? last }
    })
  })
}
