import type { SkippedLine } from '@footnote/contract/nouns/review/comments/imports.ts'
import { MARKER_COLOURS, readMarkerName } from '@footnote/contract/nouns/review/comments/marker-names.ts'
import { colouredWords, type EdlLine, edlLine, type Note } from './edl-lines.ts'
import { type Entry, entryOf, type FileEntries, type ImportPosition, namedText } from './entries.ts'

/** Resolve's names of the colours of our markers. */
const RESOLVE_COLOUR = /^ResolveColor(\w+)$/

interface Locator {
  readonly line: number
  readonly at: ImportPosition
  readonly words: string
  /** Whether a colour comes before its words. */
  readonly coloured: boolean
}

interface Marker {
  readonly line: number
  readonly place: ImportPosition
  readonly words: string
  readonly note: Note
}

/**
 * Reads the markers of an edit decision list: notes of DaVinci Resolve, locators (`* LOC:`), and comments on events
 * (`* COMMENT:`). An event without any of them is skipped, with the lines that belong to it.
 */
export function readEdl(content: string): FileEntries {
  const reader = new EdlReader()
  let drop_frame: boolean | null = null
  for (const [index, raw] of content.split(/\r\n|\r|\n/).entries()) {
    const text = raw.replace(/^\uFEFF/, '').trim()
    if (text === '') continue
    const found = edlLine(text, drop_frame)
    if (found.kind === 'mode') drop_frame = found.drop_frame
    reader.take(found, index + 1, text)
  }
  return reader.finish()
}

/** Collects the lines of a list. */
class EdlReader {
  readonly #skipped: SkippedLine[] = []
  readonly #entries: Entry[] = []
  readonly #markers: Marker[] = []
  readonly #locators: Locator[] = []
  #event: (Extract<EdlLine, { kind: 'event' }> & { line: number; used: boolean }) | null = null
  /** Words above a note: Resolve keeps the line breaks of a note. */
  #words: { line: number; text: string }[] = []

  take(found: EdlLine, line: number, text: string): void {
    switch (found.kind) {
      case 'event':
        this.#leaveEvent()
        this.#event = { ...found, line, used: false }
        break
      case 'damaged event':
        this.#leaveEvent()
        this.#skip(line, found.why)
        break
      case 'damaged':
        this.#use()
        this.#skip(line, found.why)
        break
      case 'locator':
        this.#use()
        this.#locators.push({ ...found, line })
        break
      case 'comment':
        this.#comment(line, found.text)
        break
      case 'note':
        this.#note(line, found.note)
        break
      case 'words':
        this.#words.push({ line, text })
        break
      case 'about':
        if (!this.#event) this.#words.push({ line, text })
    }
  }

  finish(): FileEntries {
    this.#leaveEvent()
    const located = textsOf(this.#locators)
    for (const { line, text } of located) if (text === '') this.#skip(line, 'This locator has no text.')
    const said = located
      .filter(({ text }) => text !== '')
      .map(({ line, at, text }) => entryOf({ line, start: at, text }))
    const entries = [...entriesOf(this.#markers), ...said, ...this.#entries]
    const byLine = (one: { line: number }, other: { line: number }) => one.line - other.line
    return { hours: 1, entries: entries.sort(byLine), skipped: this.#skipped.sort(byLine) }
  }

  #skip(line: number, why: string): void {
    this.#skipped.push({ line, why })
  }

  /** The event has said something, so it is not skipped as a whole. */
  #use(): void {
    if (this.#event) this.#event.used = true
  }

  #leaveWords(): void {
    for (const { line } of this.#words) this.#skip(line, 'This line is neither an event nor a marker.')
    this.#words = []
  }

  #leaveEvent(): void {
    this.#leaveWords()
    if (this.#event && !this.#event.used) this.#skip(this.#event.line, `Event ${this.#event.number} has no marker.`)
    this.#event = null
  }

  #comment(line: number, text: string): void {
    if (!this.#event) {
      this.#skip(line, 'There is no event above this comment.')
      return
    }
    this.#use()
    const { from, after } = this.#event
    this.#entries.push(entryOf({ line, start: from, end: { kind: 'after', place: after }, text }))
  }

  #note(line: number, note: Note): void {
    if (!this.#event) {
      this.#leaveWords()
      this.#skip(line, 'There is no event above this marker.')
      return
    }
    this.#use()
    const words = [...this.#words.map(({ text }) => text), note.words].filter(Boolean).join('\n')
    this.#markers.push({ line: this.#words[0]?.line ?? line, place: this.#event.from, words, note })
    this.#words = []
  }
}

/**
 * Locators without their colours. In small letters a colour may also be the first word of a text; it is a colour if all
 * locators of the list begin with one.
 */
function textsOf(locators: readonly Locator[]): (Locator & { text: string })[] {
  const all = locators.every(({ words, coloured }) => !coloured || words === '' || colouredWords(words))
  return locators.map((locator) => {
    const found = locator.coloured ? colouredWords(locator.words) : null
    const plain = found && (all || found.colour === found.colour.toUpperCase())
    return { ...locator, text: plain ? found.words : locator.words }
  })
}

/** Comments of markers. Those of our own export have their author in the name, and green is resolved. */
function entriesOf(markers: readonly Marker[]): Entry[] {
  const colours: readonly string[] = Object.values(MARKER_COLOURS)
  const colourOf = ({ note }: Marker) => RESOLVE_COLOUR.exec(note.colour)?.[1]?.toLowerCase() ?? ''
  const ours = markers.every((marker) => readMarkerName(marker.note.name) && colours.includes(colourOf(marker)))
  return markers.map((marker) => {
    const { line, place: start, words } = marker
    const { name, frames } = marker.note
    const end = frames > 1 ? ({ kind: 'frames', frames } as const) : null
    if (ours) {
      const author = readMarkerName(name)?.words ?? null
      const resolved = colourOf(marker) === MARKER_COLOURS.resolved
      return entryOf({ line, start, end, text: words, author, resolved, condensed: true })
    }
    return entryOf({ line, start, end, text: namedText(name, words) })
  })
}
