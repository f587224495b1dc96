import { type EditedTranscript, transcripts } from '@footnote/contract/nouns/library/transcripts.ts'
import { joinWords, type Words } from '@footnote/contract/shared/language/spoken-words.ts'
import { TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../../../lib/calls/api-error.ts'
import { call } from '../../../../lib/calls/client.ts'
import { readPages } from '../../../../lib/calls/pages.ts'
import type { Editing, OpenField } from './editing.ts'

/** Tries of a change, while other people change other places. */
const TRIES = 4

export const ofVideo = ({ video_id }: Pick<Editing, 'video_id'>) => ({ params: { video_id } })

/** Whether somebody else has changed the transcript since the page read it. */
export const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === 'changed_meanwhile'

/** What an interval says. Seconds; a word belongs to the interval that has its middle. */
export const textWithin = (words: Words, { start, end }: { readonly start: number; readonly end: number }): string =>
  joinWords(
    words
      .filter((word) => {
        const middle = (word.start + word.end) / 2
        return middle >= start && middle <= end
      })
      .map(({ word }) => word),
  )

/** Reads the transcript, and shows it. @throws every error of the call */
export async function readAgain(editing: Editing) {
  const fresh = await readPages((query) => call(transcripts.get, { ...ofVideo(editing), query }), {
    page_size: TRANSCRIPT.page_size,
    belong: (before, next) => before.revision === next.revision,
    join: (before, next) => ({ ...before, subtitle_word: [...before.subtitle_word, ...next.subtitle_word] }),
  })
  editing.take(fresh)
  return fresh
}

/**
 * Sends a change with the newest revision, and shows its answer.
 * @param send the call; `words` are the newest ones. Null sends nothing
 * @throws every error of the call but a stale revision
 */
export async function change(
  editing: Editing,
  send: (revision: number, words: Words) => Promise<EditedTranscript> | null,
): Promise<EditedTranscript | null> {
  let newest = editing.latest()
  for (let tried = 1; ; tried += 1) {
    const sent = send(newest.revision, newest.subtitle_word)
    if (!sent) return null
    try {
      const answer = await sent
      editing.take(answer)
      return answer
    } catch (error) {
      if (!isStale(error) || tried === TRIES) throw error
      newest = await readAgain(editing)
    }
  }
}

/**
 * Saves the text of a field, unless somebody else has changed its words.
 * @param base the words that the text replaces, as a text
 * @returns the id of the change; null when nothing changed; `theirs` when there are other words now
 * @throws every error of the calls
 */
export async function saveParagraph(
  editing: Editing,
  { start, end }: Pick<OpenField, 'start' | 'end'>,
  { base, text }: { base: string; text: string },
): Promise<string | null | 'theirs'> {
  const answer = await change(editing, (revision, words) =>
    textWithin(words, { start, end }) === base
      ? call(transcripts.edit, {
          ...ofVideo(editing),
          body: { revision, edits: [{ start_time: start, end_time: end, text }] },
        })
      : null,
  )
  return answer ? answer.edit_id : 'theirs'
}

/**
 * Names a speaker.
 * @param whom the name that they had, to name them everywhere, or an interval in seconds
 * @returns the id of the change; null when nothing changed
 * @throws every error of the calls
 */
export async function nameSpeaker(
  editing: Editing,
  name: string,
  whom: { from: string } | { start_time: number; end_time: number },
): Promise<string | null> {
  const answer = await change(editing, (revision) =>
    call(transcripts.nameSpeaker, { ...ofVideo(editing), body: { revision, name, ...whom } }),
  )
  return answer?.edit_id ?? null
}

export interface Replacement {
  readonly find: string
  readonly replace: string
  readonly match_case: boolean
  readonly whole_words: boolean
}

/** The number of places that a replacement would change. @throws every error of the call */
export const countPlaces = async (editing: Editing, replacement: Replacement, signal: AbortSignal): Promise<number> => {
  const body = { ...replacement, revision: editing.latest().revision, dry_run: true }
  return (await call(transcripts.replace, { ...ofVideo(editing), body }, signal)).count
}

/** Replaces a text everywhere, as one change. @throws every error of the calls, also of a stale revision */
export async function replaceAll(editing: Editing, replacement: Replacement) {
  const body = { ...replacement, revision: editing.latest().revision, dry_run: false }
  const answer = await call(transcripts.replace, { ...ofVideo(editing), body })
  if (answer.edit_id !== null) await readAgain(editing)
  return answer
}

/** Takes a change back, or makes it again. @throws every error of the call */
export async function setUndone(editing: Editing, edit_id: string, undone: boolean): Promise<void> {
  editing.take(await call(undone ? transcripts.undo : transcripts.redo, { ...ofVideo(editing), body: { edit_id } }))
}

/** The changes of a transcript, newest first. Each revision is read of its own. */
export const editsQuery = (video_id: string, revision: number) =>
  queryOptions({
    queryKey: ['transcript edits', video_id, revision],
    queryFn: ({ signal }) => call(transcripts.edits, { params: { video_id } }, signal),
    placeholderData: keepPreviousData,
  })
