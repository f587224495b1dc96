import type { Database } from '../server/src/platform/db/database.ts'

/** Results of indexing a video. */
export interface IndexedRows {
  /** Spoken words in lower case. */
  readonly words: readonly string[]
  /** Text on the screen, with the time of its first appearance. */
  readonly lines: readonly string[]
  /** Concepts in the picture, by kind: name and time of the sample. */
  readonly concepts: ReadonlyMap<string, readonly string[]>
}

/** Reads the results for a video. */
export async function foundIn(db: Database, video_id: string): Promise<IndexedRows> {
  const cues = await db.selectFrom('cues').select('text').where('video_id', '=', video_id).orderBy('number').execute()
  const spans = await db
    .selectFrom('text_spans')
    .select(['start_time', 'text'])
    .where('video_id', '=', video_id)
    .orderBy('number')
    .execute()
  const seen = await db
    .selectFrom('concepts')
    .innerJoin('samples', 'samples.id', 'concepts.sample_id')
    .select(['concepts.kind', 'concepts.name', 'samples.time'])
    .where('concepts.video_id', '=', video_id)
    .execute()
  const concepts = new Map<string, string[]>()
  for (const { kind, name, time } of seen)
    concepts.set(kind, [...(concepts.get(kind) ?? []), `${time.toFixed(2)} ${name}`])
  return {
    words: cues.flatMap(({ text }) => text.toLowerCase().split(/\s+/)),
    lines: spans.flatMap(({ start_time, text }) => text.split('\n').map((line) => `${start_time.toFixed(2)} ${line}`)),
    concepts,
  }
}

/** A row for each kind of result: the count of each version, and of the results that both have. */
export function compareFound(now: IndexedRows, before: IndexedRows): Record<string, Record<string, number>> {
  const table: Record<string, Record<string, number>> = {
    words: { now: now.words.length, before: before.words.length, 'in both': commonWords(now.words, before.words) },
    'lines on screen': rowOf(now.lines, before.lines),
  }
  for (const kind of new Set([...now.concepts.keys(), ...before.concepts.keys()]))
    table[kind] = rowOf(now.concepts.get(kind) ?? [], before.concepts.get(kind) ?? [])
  return table
}

function rowOf(now: readonly string[], before: readonly string[]): Record<string, number> {
  const left = new Map<string, number>()
  for (const each of before) left.set(each, (left.get(each) ?? 0) + 1)
  let both = 0
  for (const each of now) {
    const count = left.get(each) ?? 0
    if (count > 0) both += 1
    left.set(each, count - 1)
  }
  return { now: now.length, before: before.length, 'in both': both }
}

/** Length of the longest common subsequence. */
function commonWords(one: readonly string[], other: readonly string[]): number {
  let above = new Uint32Array(other.length + 1)
  for (const word of one) {
    const row = new Uint32Array(other.length + 1)
    for (const [at, against] of other.entries())
      row[at + 1] = word === against ? (above[at] as number) + 1 : Math.max(above[at + 1] as number, row[at] as number)
    above = row
  }
  return above[other.length] as number
}
