import type { SkippedLine } from '@footnote/contract/nouns/comments/imports.ts'
import { textOfCell } from '@footnote/contract/shared/csv.ts'
import { IMPORTS } from '@footnote/contract/shared/limits.ts'
import { type CsvError, parse } from 'csv-parse/sync'
import { invalidField } from '../../platform/errors.ts'
import { Columns } from './columns.ts'
import { type Entry, entryOf, type Found, labelPlace, type Place } from './entries.ts'

const NO_COLUMNS =
  'The first line must name a column with times, such as Timecode or Time, and one with texts, such as Comment'
const TOO_MANY = `The table has more than ${IMPORTS.comments} rows. Divide it`
const RESOLVED = /^(?:resolved|completed?|done|closed|fixed|yes|true|x|✓|✔|1)$/i
/** Names that programs give to markers without one. */
const UNNAMED = /^(?:marker ?\d*)?$/i

interface Row {
  /** Its first line, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * Reads a table of comments: ours, or any with a column of times and one of texts. Cells are between commas, semicolons
 * or tabs, in quotation marks where they need them (RFC 4180).
 * @throws ProductError validation_failed when the first line does not name those columns, or for too many rows
 */
export function readTable(content: string): Found {
  const { rows, skipped } = rowsOf(content)
  const [head, ...rest] = rows
  const columns = new Columns(head?.cells ?? [])
  if (!columns.complete) throw invalidField('content', NO_COLUMNS)
  const read = columns.own ? ownEntry : foreignEntry
  const entries: Entry[] = []
  for (const row of rest) {
    const entry = read(row, columns)
    if (typeof entry === 'string') skipped.push({ line: row.line, why: entry })
    else entries.push(entry)
  }
  return { entries, skipped }
}

/** Rows that are not blank, and those that cannot be read. */
function rowsOf(content: string): { rows: Row[]; skipped: SkippedLine[] } {
  const { text, delimiter, before } = separated(content)
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

/** What separates the cells: the sign with which the first line names most columns. Excel may say it above that line. */
function separated(content: string): { text: string; delimiter: string; before: number } {
  const whole = content.replace(/^\uFEFF/, '')
  const said = /^sep=(.)\r?\n/i.exec(whole)
  if (said) return { text: whole.slice(said[0].length), delimiter: said[1] ?? ',', before: 1 }
  const first = /^\s*([^\r\n]*)/.exec(whole)?.[1] ?? ''
  const known = (delimiter: string) => new Columns(first.split(delimiter).map((cell) => cell.replaceAll('"', ''))).known
  const [delimiter = ','] = [',', ';', '\t'].sort((one, other) => known(other) - known(one))
  return { text: whole, delimiter, before: 0 }
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
    reply_to: /^\d+(?:\.\d+)+$/.test(number) ? number.slice(0, number.lastIndexOf('.')) : null,
  })
}

/** A row of another program's table. Its end is the frame after the last one, as editing programs count. */
function foreignEntry({ line, cells }: Row, columns: Columns): Entry | string {
  const cell = (name: string | null) => columns.cell(cells, name)
  const [from, to] = [columns.nameOf('start'), columns.nameOf('end')]
  const title = cell(columns.nameOf('title'))
  const words = cell(columns.nameOf('text'))
  const text = UNNAMED.test(title) ? words || title : [title, words].filter(Boolean).join(': ')
  if (text === '') return 'This row has no text.'
  if (cell(from) === '') return 'This row has no time.'
  const start = timeOf(cell(from), from ?? '')
  if (!start) return `${shown(cell(from))} is no time.`
  const end = cell(to) === '' ? null : timeOf(cell(to), to ?? '')
  if (end === null && cell(to) !== '') return `${shown(cell(to))} is no time.`
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
function timeOf(text: string, column: string): Place | null {
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
