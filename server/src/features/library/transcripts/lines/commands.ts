import { UNDETERMINED } from '@footnote/contract/shared/language/undetermined.ts'
import { TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { bigints, floats } from '../../../../platform/db/arrays.ts'
import type { OriginalCue, Tables } from '../../../../platform/db/schema.ts'
import { applyEdits, type EditedLines, type Line } from '../apply-edits.ts'
import { beginningOf, searchedText, sizeOf, textOf } from '../edit-words.ts'
import type { Lengths } from '../policy.ts'
import { guessLanguage } from '../subtitles/language.ts'
import {
  type Base,
  type CueRow,
  isChanged,
  languageOf,
  linesOf,
  listCuesOf,
  listEdits,
  listImported,
  PEOPLE,
  readBase,
} from './queries.ts'
import {
  type PeopleLine,
  removePeopleLines,
  removeVectorsOf,
  sizeOfAll,
  writePeopleLines,
} from './write-people-lines.ts'

/**
 * Writes what people changed into the lines that are shown. Without lines of people these are the engine's own, with
 * edits. Imported and typed lines are written beside them: the subtitles that hold, or else the engine's, with typed
 * lines and edits. Words for search follow by triggers. Lines that change, and their neighbours, whose meaning they are
 * part of, lose their vectors. The caller has locked the video.
 * @param engine that transcribed the video, as far as it has; null when none has
 * @returns its words before and after
 */
export async function writeLines(
  transaction: Transaction<Tables>,
  video_id: string,
  engine: string | null,
): Promise<Lengths> {
  if (!(await isChanged(transaction, video_id))) return { before: 0, after: 0 }
  const base = await readBase(transaction, video_id)
  const edits = await listEdits(transaction, video_id, base?.id ?? null)
  const shown = await listCuesOf(transaction, video_id, PEOPLE)
  if (base) {
    const lines = await listImported(transaction, base.id)
    const rows = composed(rowsOfSubtitles(lines, base), lines, applyEdits(lines, edits), base.language)
    return await writePeopleLines(transaction, video_id, { before: shown, rows, size: sizeOfAll(shown) })
  }
  const heard = engine === null ? [] : await listCuesOf(transaction, video_id, engine)
  const lines = linesOf(heard)
  const result = applyEdits(lines, edits)
  if (result.added.length > 0) {
    const rows = composed(rowsHeard(heard), lines, result, await languageTyped(transaction, video_id, result.added))
    const size = sizeOfAll(shown.length > 0 ? shown : heard)
    return await writePeopleLines(transaction, video_id, { before: shown, rows, size })
  }
  const lengths = await writeHeard(transaction, video_id, heard, result.edited)
  if (shown.length === 0) return lengths
  await removePeopleLines(transaction, video_id, shown)
  return { before: sizeOfAll(shown), after: lengths.after }
}

type CueState = Pick<CueRow, 'start_time' | 'end_time' | 'text' | 'words' | 'original'>

// PostgreSQL keeps 1 MB of words for the search of a line.
const foundBy = ({ words }: Line): string => beginningOf(searchedText(words), TRANSCRIPT.searched)

/** Brings the engine's own lines up to date with edits. @param edited for each line; null for one that no edit changes */
async function writeHeard(
  transaction: Transaction<Tables>,
  video_id: string,
  cues: readonly CueRow[],
  edited: readonly (Line | null)[],
): Promise<Lengths> {
  const before = sizeOfAll(cues)
  const changed = cues.flatMap((cue, at) => {
    const after = rowOf(cue, edited[at] ?? null)
    return isSame(cue, after) ? [] : [{ at, id: cue.id, ...after }]
  })
  const after = changed.reduce((sum, { at, words }) => sum + sizeOf(words) - sizeOf((cues[at] as CueRow).words), before)
  await update(transaction, changed)
  const touched = new Set(changed.flatMap(({ at }) => [at - 1, at, at + 1]))
  await removeVectorsOf(
    transaction,
    video_id,
    cues.flatMap(({ id }, at) => (touched.has(at) ? id : [])),
  )
  return { before, after }
}

/** The columns of a line after the edits. @param line null when no edit changes it */
function rowOf(cue: CueRow, line: Line | null): CueState {
  const original = originalOf(cue)
  if (line) return { start_time: line.start, end_time: line.end, text: foundBy(line), words: [...line.words], original }
  const { start, end, text, words } = original
  return { start_time: start, end_time: end, text, words, original: null }
}

const originalOf = ({ original, start_time, end_time, text, words }: CueRow): OriginalCue =>
  original ?? { start: start_time, end: end_time, text, words }

const isSame = (cue: CueState, other: CueState): boolean =>
  (cue.original === null) === (other.original === null) &&
  cue.text === other.text &&
  cue.start_time === other.start_time &&
  cue.end_time === other.end_time &&
  cue.words.length === other.words.length &&
  cue.words.every((word, at) => {
    const now = other.words[at]
    return (
      word.word === now?.word &&
      word.start === now.start &&
      word.end === now.end &&
      word.confidence === now.confidence &&
      word.original === now.original &&
      word.unsure === now.unsure
    )
  })

async function update(
  transaction: Transaction<Tables>,
  changed: readonly (CueState & Pick<CueRow, 'id'>)[],
): Promise<void> {
  if (changed.length === 0) return
  await sql`
    update cues set start_time = now.start_time, end_time = now.end_time, text = now.text, words = now.words,
      original = now.original
    from unnest(${bigints(changed.map(({ id }) => id))}, ${floats(changed.map(({ start_time }) => start_time))},
      ${floats(changed.map(({ end_time }) => end_time))}, ${changed.map(({ text }) => text)}::text[],
      ${changed.map(({ words }) => JSON.stringify(words))}::jsonb[],
      ${changed.map(({ original }) => original && JSON.stringify(original))}::jsonb[])
      as now(id, start_time, end_time, text, words, original)
    where cues.id = now.id`.execute(transaction)
}

/** The engine's lines as it wrote them. */
const rowsHeard = (cues: readonly CueRow[]): PeopleLine[] =>
  cues.map((cue) => {
    const { start, end, text, words } = originalOf(cue)
    return { start_time: start, end_time: end, text, words, language: cue.language, speaker: cue.speaker }
  })

const rowsOfSubtitles = (lines: readonly (Line & Pick<CueRow, 'speaker'>)[], { language }: Base): PeopleLine[] =>
  lines.map(({ speaker, ...line }) => ({ ...writtenLine(line, language), speaker }))

const writtenLine = (line: Line, language: string): PeopleLine => ({
  start_time: line.start,
  end_time: line.end,
  text: foundBy(line),
  words: [...line.words],
  language,
  speaker: null,
})

/** Lines with edits, and typed ones among them, in order of time. @param language of typed lines */
function composed(
  rows: readonly PeopleLine[],
  lines: readonly Line[],
  { edited, added }: EditedLines,
  language: string,
): PeopleLine[] {
  const kept = rows.map((row, at) => {
    const line = edited[at]
    return line ? { ...row, ...writtenLine(line, row.language), speaker: row.speaker } : row
  })
  const typed = added.map((line) => writtenLine(line, language))
  if (typed.length === 0) return kept
  // A line that an edit has made longer keeps its place among the others.
  const all: PeopleLine[] = []
  let at = 0
  for (const [place, row] of kept.entries()) {
    const start = (lines[place] as Line).start
    while (at < typed.length && (typed[at] as PeopleLine).start_time < start) all.push(typed[at++] as PeopleLine)
    all.push(row)
  }
  return all.concat(typed.slice(at))
}

/** The language of typed lines: of the video, or else as they look. */
async function languageTyped(db: Kysely<Tables>, video_id: string, added: readonly Line[]): Promise<string> {
  const usual = await languageOf(db, video_id)
  if (usual !== UNDETERMINED) return usual
  return guessLanguage(added.map(({ words }) => textOf(words)).join(' ')) ?? UNDETERMINED
}
