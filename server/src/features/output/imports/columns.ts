/** Names of columns in tables of comments, as other programs write them; the first ones are preferred. */
const COLUMNS = {
  start: `timecode in|tc in|in|in point|start timecode|start tc|start time|start|begin|from|timecode|tc|time|timestamp|
position|at|seconds in|seconds|start seconds|second|frame in|start frame|frame|frames`,
  end: `timecode out|tc out|out|out point|end timecode|end tc|end time|end|to|until|seconds out|end seconds|frame out|
end frame`,
  text: 'comment|comments|comment text|text|note|notes|description|content|message|body|feedback|remark|remarks',
  title: 'marker name|name|title|subject|label|marker',
  author: 'author|commenter|commenter name|comment author|user|user name|username|owner|reviewer|by',
  resolved: 'status|resolved|completed|complete|done|state|closed',
  reply: 'reply|is reply',
  id: 'comment id|id',
} as const
type Column = keyof typeof COLUMNS

/** Columns that only our own table has. */
const OWN = ['number', 'status', 'seconds in', 'seconds out', 'author', 'comment', 'visibility']

/** The columns of a table. */
export class Columns {
  readonly #names: readonly string[]
  /** Names that were asked for before: a table asks for them again in each of its rows. */
  readonly #found = new Map<Column, string | null>()

  /** @param head the first row of the table */
  constructor(head: readonly string[]) {
    this.#names = head.map(plainName)
  }

  /** Name of the column of this kind; null without one. */
  nameOf(column: Column): string | null {
    const before = this.#found.get(column)
    if (before !== undefined) return before
    const found = COLUMNS[column].split(/\|\n?/).find((name) => this.#names.includes(name)) ?? null
    this.#found.set(column, found)
    return found
  }

  /** How many columns have a known name. */
  get known(): number {
    return (Object.keys(COLUMNS) as Column[]).filter((column) => this.nameOf(column) !== null).length
  }

  /** How many columns have a name. */
  get count(): number {
    return this.#names.length
  }

  /** Place of the column of this kind, from 0; -1 without one. */
  placeOf(column: Column): number {
    const name = this.nameOf(column)
    return name === null ? -1 : this.#names.indexOf(name)
  }

  /** Whether each comment has a place and words. */
  get complete(): boolean {
    return this.nameOf('start') !== null && (this.nameOf('text') ?? this.nameOf('title')) !== null
  }

  /** Whether the table is one of our own exports. */
  get own(): boolean {
    return OWN.every((name) => this.#names.includes(name))
  }

  /** The cell of a row in a column, without blanks around it; empty without such a column or cell. */
  cell(row: readonly string[], name: string | null): string {
    return name === null ? '' : (row[this.#names.indexOf(name)] ?? '').trim()
  }
}

/** A column's name, however it is spelled: `Timecode_In` is `timecode in`. */
const plainName = (cell: string): string =>
  cell
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
