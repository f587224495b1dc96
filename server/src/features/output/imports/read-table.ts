import type { SkippedLine } from '@footnote/contract/nouns/review/comments/imports.ts'
import { textOfCell } from '@footnote/contract/shared/csv.ts'
import { IMPORTS } from '@footnote/contract/shared/limits.ts'
import { type CsvError, parse } from 'csv-parse/sync'
import { invalidField } from '../../../platform/errors.ts'
import { Columns } from './columns.ts'
import { type Entry, entryOf, type FileEntries, type ImportPosition, labelPlace, namedText } from './entries.ts'
import { isAvidList, readAvid } from './read-avid.ts'

/** Lines of which one names the columns: some programs write a title above it. */
const HEADS = 10
const NO_COLUMNS = `One of the first ${HEADS} lines must name a column with times, such as Timecode or Time, and one with texts, such as Comment`
const TOO_MANY = `The table has more than ${IMPORTS.comments} rows. Split it`
const YES = /^(?:yes|true|x|1)$/i
const RESOLVED = /^(?:resolved|completed?|done|closed|fixed|yes|true|x|✓|✔|1)$/i

interface Row {
  /** Its first line, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * Reads a table of comments: ours, or any with a column of times and one of texts. Cells are between commas, semicolons
 * or tabs, in quotation marks where they need them (RFC 4180). Avid's lists of markers have no names of columns.
 * @throws ProductError validation_failed when no line names those columns, or for too many rows
 */
export function readTable(content: string): FileEntries {
  const table = headed(content)
  if (!table) {
    if (isAvidList(content)) return readAvid(content)
    throw invalidField('content', NO_COLUMNS)
  }
  const { rows, skipped } = rowsOf(table)
  const [head, ...rest] = rows
  const columns = new Columns(head?.cells ?? [])
  if (!columns.complete) throw invalidField('content', NO_COLUMNS)
  const read = columns.own ? ownEntry : foreignEntry
  const found: TableEntry[] = []
  for (const row of columns.own ? rest : unquoted(rest.map((one) => whole(one, columns)))) {
    const entry = read(row, columns)
    if (typeof entry === 'string') skipped.push({ line: row.line, why: entry })
    else found.push({ entry, ...answerOf(row, columns) })
  }
  return { hours: 0, entries: threaded(found), skipped }
}

/** Text that begins with the names of the columns. */
interface TableText {
  readonly text: string
  readonly delimiter: string
  /** Lines above it. */
  readonly before: number
}

/** Finds the line that names the columns, and the sign between cells. Excel may say that sign above the line. */
function headed(content: string): TableText | null {
  const whole = content.replace(/^\uFEFF/, '')
  const said = /^sep=(.)\r?\n/i.exec(whole)?.[1]
  let from = 0
  for (let before = 0; before < HEADS && from < whole.length; before += 1) {
    const end = /\r\n|\n|\r/.exec(whole.slice(from, from + IMPORTS.bytes))
    const line = whole.slice(from, end ? from + end.index : undefined)
    const columns = (delimiter: string) => new Columns(line.split(delimiter).map((cell) => cell.replaceAll('"', '')))
    const [best = ','] = (said === undefined ? [',', ';', '\t'] : [said]).sort(
      (one, other) => columns(other).known - columns(one).known,
    )
    if (columns(best).complete) return { text: whole.slice(from), delimiter: best, before }
    if (!end) break
    from += end.index + end[0].length
  }
  return null
}

/** Rows that are not blank, and those that cannot be read. */
function rowsOf({ text, delimiter, before }: TableText): { rows: Row[]; skipped: SkippedLine[] } {
  const skipped: SkippedLine[] = []
  let unread: string | undefined
  const records = parse(text, {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_records_with_error: true,
    // Its `info.lines` counts a line end of two characters within quotation marks twice.
    raw: true,
    to: IMPORTS.comments + 2,
    on_skip: (error: CsvError | undefined) => {
      unread = error?.code
    },
  }) as unknown as { record: string[]; raw: string }[]
  if (records.length > IMPORTS.comments + 1) throw invalidField('content', TOO_MANY)
  let line = before + 1
  const rows: Row[] = []
  for (const { record, raw } of records) {
    if (record.some((cell) => cell.trim() !== '')) rows.push({ line, cells: record })
    line += raw.match(/\r\n|\r|\n/g)?.length ?? 0
  }
  // A quotation mark that is never closed takes the rest of the file along.
  if (unread !== undefined) skipped.push({ line, why: 'A quotation mark opens here and never closes.' })
  return { rows, skipped }
}

/** A row whose text is in one cell, though it has commas and no quotation marks: what is too much belongs to the text. */
function whole({ line, cells }: Row, columns: Columns): Row {
  const blank = cells.findLastIndex((cell) => cell.trim() !== '') + 1
  const more = Math.max(columns.count, blank) - columns.count
  const place = columns.placeOf('text')
  if (more === 0 || place < 0) return { line, cells }
  const text = cells.slice(place, place + more + 1).join(',')
  return { line, cells: [...cells.slice(0, place), text, ...cells.slice(place + more + 1)] }
}

const QUOTED = /^\s*"(.*)"\s*$/s

/** Rows without the quotation marks that Frame.io writes around each text of a column, besides those of CSV. */
function unquoted(rows: readonly Row[]): readonly Row[] {
  const columns = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const marked = Array.from({ length: columns }, (_, place) => {
    const filled = rows.map(({ cells }) => cells[place] ?? '').filter((cell) => cell.trim() !== '')
    return filled.length > 0 && filled.every((cell) => QUOTED.test(cell))
  })
  // In a single column they may be what people wrote.
  if (marked.filter(Boolean).length < 2) return rows
  return rows.map(({ line, cells }) => ({
    line,
    cells: cells.map((cell, place) => (marked[place] ? (QUOTED.exec(cell)?.[1] ?? cell) : cell)),
  }))
}

/** An entry, and whether its row says that it is a reply. */
interface TableEntry {
  readonly entry: Entry
  readonly reply: boolean
  /** Of a comment its own; Frame.io gives a reply that of the comment above it. */
  readonly id: string
}

function answerOf({ cells }: Row, columns: Columns): Omit<TableEntry, 'entry'> {
  const [reply, id] = [columns.nameOf('reply'), columns.nameOf('id')].map((name) => columns.cell(cells, name))
  return { reply: !columns.own && YES.test(reply ?? ''), id: id ?? '' }
}

/**
 * Entries with replies below the comments that they answer: the one of their id, else the last one above them with
 * their time, else the last one above them.
 */
function threaded(found: readonly TableEntry[]): Entry[] {
  if (!found.some(({ reply }) => reply)) return found.map(({ entry }) => entry)
  const roots = found.filter(({ reply }) => !reply)
  const threads = new Map(roots.map(({ entry }): [Entry, Entry[]] => [entry, []]))
  const byId = new Map(roots.filter(({ id }) => id !== '').map(({ id, entry }) => [id, entry]))
  const byTime = new Map<string, Entry>()
  let above: Entry | undefined
  for (const { entry, reply, id } of found) {
    const time = JSON.stringify(entry.start)
    if (!reply) {
      above = entry
      byTime.set(time, entry)
      continue
    }
    const parent = byId.get(id) ?? byTime.get(time) ?? above
    if (parent) threads.get(parent)?.push(entry)
    else threads.set(entry, [])
  }
  return [...threads].flatMap(([root, replies]) => {
    const number = `of line ${root.line}`
    return [{ ...root, number }, ...replies.map((reply) => ({ ...reply, reply_to: number }))]
  })
}

/** A row of our own table. Its seconds are those of the video, whatever the timeline; its end is the last frame. */
function ownEntry({ line, cells }: Row, columns: Columns): Entry | string {
  const cell = (name: string) => textOfCell(columns.cell(cells, name))
  const text = cell('comment')
  const [start, end] = [cell('seconds in'), cell('seconds out')].map((name) => timeOf(name, 'seconds'))
  if (text === '') return 'This row has no text.'
  if (!start) return 'This row has no seconds_in.'
  const number = cell('number')
  return entryOf({
    line,
    start,
    end: end ? { kind: 'last', place: end } : null,
    text,
    author: cell('author') || null,
    visibility: cell('visibility') === 'team' ? 'team' : 'everyone',
    resolved: cell('status') === 'resolved',
    number,
    reply_to: /^T?\d+(?:\.\d+)+$/.test(number) ? number.slice(0, number.lastIndexOf('.')) : null,
  })
}

/** A row of another program's table. Its end is the frame after the last one, as editing programs count. */
function foreignEntry({ line, cells }: Row, columns: Columns): Entry | string {
  const cell = (name: string | null) => columns.cell(cells, name)
  const [from, to] = [columns.nameOf('start'), columns.nameOf('end')]
  const text = namedText(cell(columns.nameOf('title')), cell(columns.nameOf('text')))
  if (text === '') return 'This row has no text.'
  if (cell(from) === '') return 'This row has no time.'
  const start = timeOf(cell(from), from ?? '')
  if (!start) return `${shown(cell(from))} is not a time.`
  const end = cell(to) === '' ? null : timeOf(cell(to), to ?? '')
  if (end === null && cell(to) !== '') return `${shown(cell(to))} is not a time.`
  return entryOf({
    line,
    start,
    end: end && { kind: 'after', place: end },
    text,
    author: cell(columns.nameOf('author')) || null,
    resolved: RESOLVED.test(cell(columns.nameOf('resolved'))),
  })
}

/** The beginning of a cell, for a sentence. */
const shown = (text: string): string => (text.length > 20 ? `${text.slice(0, 20)}…` : text)

/**
 * A place: timecode, `h:mm:ss` or `m:ss` with or without decimals, or a number of seconds; of frames in a column of
 * frames. @param column its plain name
 */
function timeOf(text: string, column: string): ImportPosition | null {
  const label = labelPlace(text, null)
  if (label) return label
  const clock = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{2}(?:[.,]\d{1,9})?)$/.exec(text)
  if (clock) {
    const [, hours = '0', minutes = '0', seconds = '0'] = clock
    return { kind: 'seconds', seconds: Number(hours) * 3600 + Number(minutes) * 60 + decimal(seconds) }
  }
  if (!/^\d{1,9}(?:[.,]\d{1,9})?$/.test(text)) return null
  return column.includes('frame')
    ? { kind: 'frame', frame: Math.floor(decimal(text)) }
    : { kind: 'seconds', seconds: decimal(text) }
}

const decimal = (text: string): number => Number(text.replace(',', '.'))
