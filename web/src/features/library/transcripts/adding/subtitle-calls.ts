import { type TextTrack, transcripts } from '@footnote/contract/nouns/library/transcripts.ts'
import type { Words } from '@footnote/contract/shared/language/spoken-words.ts'
import { UNDETERMINED } from '@footnote/contract/shared/language/undetermined.ts'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../../../lib/calls/api-error.ts'
import { call } from '../../../../lib/calls/client.ts'
import { languageName } from '../../../../lib/spoken-languages.ts'
import { change, ofVideo } from '../editing/changes.ts'
import type { Editing } from '../editing/editing.ts'
import { isFree, type Room } from './room.ts'

/** Said of lines where a collection's search leaves out what people say. */
export const NOT_SEARCHED = 'This collection does not search conversation, so its search does not find these lines.'

/** A file that somebody chose, or a track of the video's own file. */
export type SubtitleSource = File | TextTrack

/**
 * Adds a line where nobody says anything.
 * @returns the id of the change, or the newest words if somebody says something there by now
 * @throws every error of the calls
 */
export async function addLine(
  editing: Editing,
  { start, end }: Room,
  text: string,
): Promise<{ readonly edit_id: string | null } | { readonly taken: Words }> {
  let taken: Words = []
  const answer = await change(editing, (revision, words) => {
    taken = words
    if (!isFree(words, { start, end })) return null
    const edits = [{ start_time: start, end_time: end, text }]
    return call(transcripts.edit, { ...ofVideo(editing), body: { revision, edits } })
  })
  return answer ? { edit_id: answer.edit_id } : { taken }
}

/** Subtitles as a call sends them. */
export type SentSubtitles = { readonly file_name: string; readonly text: string } | { readonly track: number }

/** Shows lines in place of the transcript. @throws every error of the call, also of a stale revision */
export async function importSubtitles(editing: Editing, sent: SentSubtitles) {
  const body = { ...sent, revision: editing.latest().revision }
  const { lines, skipped, skipped_count, ...edited } = await call(transcripts.importSubtitles, {
    ...ofVideo(editing),
    body,
  })
  editing.take(edited)
  return { edit_id: edited.edit_id, lines, skipped, skipped_count }
}
export type ImportOutcome = Awaited<ReturnType<typeof importSubtitles>>

/** How many changes of people an import replaces: those that hold and are newer than the last import. */
export async function countReplaced(editing: Editing): Promise<number> {
  const { edits } = await call(transcripts.edits, ofVideo(editing))
  const hold = edits.filter(({ undone_at }) => undone_at === null)
  const last = hold.findIndex(({ kind }) => kind === 'subtitles')
  return last < 0 ? hold.length : last
}

/** Whether the same call may succeed later: the network, a busy server, not the file. */
export const mayWorkLater = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status < 400 || error.status === 429 || error.status >= 500

/** The text tracks in the video's file that the transcript does not show. A change may begin or end the use of one. */
export const unusedTracksQuery = (video_id: string, revision: number) =>
  queryOptions({
    queryKey: ['unused tracks', video_id, revision],
    queryFn: async ({ signal }) => {
      const { tracks } = await call(transcripts.tracks, { params: { video_id } }, signal)
      return tracks.filter(({ used }) => !used)
    },
  })

/** A track as people tell it from the others. */
export function trackName({ number, language, title }: TextTrack): string {
  const spoken = language === null || language === UNDETERMINED ? null : languageName(language)
  if (title !== null && spoken !== null && title !== spoken) return `${spoken} (${title})`
  return title ?? spoken ?? `Track ${number}`
}
