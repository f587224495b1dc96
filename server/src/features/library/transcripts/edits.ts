import type { NameSpeaker } from '@footnote/contract/nouns/library/transcripts.ts'
import { PARAGRAPH } from '@footnote/contract/shared/review-limits.ts'
import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { EditedWord, Tables } from '../../../platform/db/schema.ts'
import { invalidField } from '../../../platform/errors.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import { addEdits, addNaming, type HeldTranscript } from './commands.ts'
import { type Effort, newEffort } from './difference.ts'
import { added, type Edit, editsFor, type Range, sizeOf, wordsIn } from './edit-words.ts'
import { listCues } from './lines/queries.ts'
import { type Interval, intervalsOf, namesOfWords } from './name-speakers.ts'
import { refuseLongCall } from './policy.ts'
import { readNames, voicedWords } from './queries.ts'
import { type Replacement, replaceText } from './replace-text.ts'

const OVERLAP = 'These edits are of the same words. Send one edit for each paragraph.'
const NO_SPEAKER = 'Nobody in this transcript has this name.'
const NOBODY_SPEAKS = 'Nobody is talking there.'

interface EditTools {
  readonly queue: Queue
  readonly user_id: string
}

/** Words in place of those of an interval, as a person typed them. Seconds. */
export interface TypedEdit {
  readonly start_time: number
  readonly end_time: number
  readonly text: string
}

const wordsNow = async (transaction: Transaction<Tables>, { video_id }: HeldTranscript) =>
  voicedWords(await listCues(transaction, video_id))

/**
 * Corrects words, and adds lines where nothing is said. The caller holds the transcript.
 * @returns the id of the change; null when the words say so already
 * @throws ProductError validation_failed for two edits of one word; limit_words
 */
export async function editWords(
  transaction: Transaction<Tables>,
  held: HeldTranscript,
  tools: EditTools,
  typed: readonly TypedEdit[],
): Promise<string | null> {
  let sent = 0
  for (const { text } of typed) {
    sent += sizeOf(wordsIn(text).map((word) => ({ word })))
    refuseLongCall(sent)
  }
  const words = await wordsNow(transaction, held)
  const in_order = typed.toSorted((a, b) => a.start_time - b.start_time)
  if (in_order.some(({ start_time }, at) => start_time < (in_order[at - 1]?.end_time ?? 0)))
    throw invalidField('edits', OVERLAP)
  const effort = newEffort()
  const edits = in_order.flatMap((edit) => editsOf(words, edit, effort))
  if (edits.length === 0) return null
  return await addEdits(transaction, held, edits, { ...tools, kind: 'words' })
}

function editsOf(words: readonly EditedWord[], { text, ...interval }: TypedEdit, effort: Effort): Edit[] {
  const range = rangeOf(words, interval)
  if (range.to > range.from) return editsFor(words, range, text, effort)
  const edit = added(interval, text)
  return edit.words.length > 0 ? [edit] : []
}

/** The words whose middle is in an interval, both ends included: the last word may end where it begins. */
function rangeOf(words: readonly EditedWord[], { start_time, end_time }: Omit<TypedEdit, 'text'>): Range {
  const isInside = ({ start, end }: EditedWord) => start + end >= 2 * start_time && start + end <= 2 * end_time
  const from = words.findIndex(isInside)
  return from < 0 ? { from: 0, to: 0 } : { from, to: words.findLastIndex(isInside) + 1 }
}

/** Replaces a text everywhere, or counts where it is. The caller holds the transcript. @throws ProductError limit_words */
export async function replaceWords(
  transaction: Transaction<Tables>,
  held: HeldTranscript,
  tools: EditTools,
  { dry_run, ...replacement }: Replacement & { readonly dry_run: boolean },
): Promise<{ count: number; revision: number; edit_id: string | null }> {
  const words = await wordsNow(transaction, held)
  const { count, ranges } = replaceText(words, replacement)
  const effort = newEffort()
  const edits = dry_run ? [] : ranges.flatMap(({ text, ...range }) => editsFor(words, range, text, effort))
  if (edits.length === 0) return { count, revision: held.revision, edit_id: null }
  const edit_id = await addEdits(transaction, held, edits, { ...tools, kind: 'replace' })
  return { count, revision: held.revision + 1, edit_id }
}

/**
 * Names a speaker. The caller holds the transcript.
 * @returns the id of the change; null when the speaker has that name already
 * @throws ProductError validation_failed when nobody has the old name, or talks in the interval
 */
export async function nameSpeaker(
  transaction: Transaction<Tables>,
  held: HeldTranscript,
  tools: EditTools,
  asked: z.output<typeof NameSpeaker>,
): Promise<string | null> {
  const words = await wordsNow(transaction, held)
  const { namings, given } = await readNames(transaction, held.video_id)
  const shown = namesOfWords(words, namings, given)
  const { name, from } = asked
  const add = (before: string, everywhere: boolean, intervals: readonly Interval[]) =>
    addNaming(transaction, held, { name, before, everywhere, intervals }, tools)
  if (from != null) {
    const intervals = intervalsOf(words, shown, from, PARAGRAPH.pause)
    if (intervals.length === 0) throw invalidField('from', NO_SPEAKER)
    return name === from ? null : await add(from, true, intervals)
  }
  const [start_time, end_time] = [asked.start_time ?? 0, asked.end_time ?? 0]
  const range = rangeOf(words, { start_time, end_time })
  if (range.to === range.from) throw invalidField('start_time', NOBODY_SPEAKS)
  const before = shown.slice(range.from, range.to)
  return before.every((one) => one === name) ? null : await add(before[0] ?? '', false, [[start_time, end_time]])
}
