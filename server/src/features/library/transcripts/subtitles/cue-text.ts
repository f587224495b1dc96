import { asOneLine, withoutDirections } from '@footnote/contract/shared/text.ts'

/** What somebody says on one line of a cue. */
export interface SaidText {
  readonly text: string
  /** The name in a voice tag of WebVTT; null without one. */
  readonly speaker: string | null
}

/** Tags of SRT and WebVTT, and those of HTML that programs put into both. Others are text, such as '<laughs>'. */
const TAGS: ReadonlySet<string> = new Set(
  'i b u s em strong c v lang ruby rt font span br p div tt small big center'.split(' '),
)
const NAME = /^\/?([a-z]+)/i
/** A time within a cue: when its next words appear. */
const INNER_TIME = /^\d[\d:.]*$/

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  lrm: '',
  rlm: '',
  quot: '"',
  apos: "'",
}
/** The longest entity, and the longest tag, that is looked for. */
const [ENTITY, TAG] = [10, 300]

/**
 * Reads what is said on the lines of a cue: without tags, styles and times, with entities as characters. Each character
 * is looked at once.
 * @returns texts that are not empty, and a new one for each line and voice
 */
export function saidIn(lines: readonly string[]): SaidText[] {
  const said: SaidText[] = []
  let voice: string | null = null
  for (const line of lines) {
    let text = ''
    let ruby = false
    const end = () => {
      const clean = cleanText(text)
      if (clean !== '') said.push({ text: clean, speaker: voice })
      text = ''
    }
    for (let at = 0; at < line.length; at++) {
      const letter = line[at] as string
      const tag = letter === '<' ? tagAt(line, at) : null
      if (tag) {
        if (tag.name === 'v') {
          end()
          voice = tag.ends ? null : voiceOf(tag.text)
        }
        if (tag.name === 'rt') ruby = !tag.ends
        if (tag.name === 'ruby') ruby = false
        if (tag.name === 'br') end()
        at += tag.text.length + 1
      } else if (letter === '{' && line[at + 1] === '\\' && styleAt(line, at) !== null) at += styleAt(line, at) ?? 0
      else if (letter === '\\' && /[Nnh]/.test(line[at + 1] ?? '')) {
        if (line[at + 1] === 'h') text += ' '
        else end()
        at++
      } else if (letter === '&') {
        const entity = entityAt(line, at)
        if (!ruby) text += entity?.text ?? letter
        at += entity ? entity.length - 1 : 0
        // Small letters above others say how these are read.
      } else if (!ruby) text += letter
    }
    end()
  }
  return said
}

interface Tag {
  /** In small letters; empty for the time of a word. */
  readonly name: string
  readonly ends: boolean
  /** What is between the brackets. */
  readonly text: string
}

/** The tag that begins at a place; null when it is text. */
function tagAt(line: string, at: number): Tag | null {
  const part = line.slice(at + 1, at + 1 + TAG)
  const close = part.indexOf('>')
  if (close < 0) return null
  const text = part.slice(0, close)
  const name = NAME.exec(text)?.[1]?.toLowerCase() ?? ''
  return TAGS.has(name) || INNER_TIME.test(text) ? { name, ends: text.startsWith('/'), text } : null
}

/** How far a style of ASS goes that begins at a place; null when it does not end. */
function styleAt(line: string, at: number): number | null {
  const close = line.slice(at, at + TAG).indexOf('}')
  return close < 0 ? null : close
}

/** The name in a voice tag: what is behind its classes. */
function voiceOf(tag: string): string | null {
  const space = tag.search(/\s/)
  const name = space < 0 ? '' : cleanText(withoutEntities(tag.slice(space)))
  return name === '' ? null : name
}

function withoutEntities(text: string): string {
  let plain = ''
  for (let at = 0; at < text.length; at++) {
    const entity = text[at] === '&' ? entityAt(text, at) : null
    plain += entity?.text ?? text[at]
    at += entity ? entity.length - 1 : 0
  }
  return plain
}

function entityAt(text: string, at: number): { text: string; length: number } | null {
  const part = text.slice(at + 1, at + 1 + ENTITY)
  const end = part.indexOf(';')
  if (end <= 0) return null
  const name = part.slice(0, end)
  const known = ENTITIES[name.toLowerCase()] ?? numbered(name)
  return known === null ? null : { text: known, length: end + 2 }
}

function numbered(name: string): string | null {
  const [, hex, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? []
  const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : null
}

/** Marks of direction, and the mark at the beginning of files: the script of a text says its direction. */
const INVISIBLE = /[\u200e\u200f\ufeff]/g

/** One line without control characters, invisible marks and blanks at the ends. */
const cleanText = (text: string): string =>
  withoutDirections(asOneLine(text.toWellFormed().replace(INVISIBLE, '')))
    .replace(/\s/g, ' ')
    .trim()
