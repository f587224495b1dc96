import type { Transcript, TranscriptEdit, TranscriptPlace } from '@footnote/contract/nouns/library/transcripts.ts'
import { TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import { beginningOf, textOf } from './edit-words.ts'
import type { ChangeRow, SpokenText } from './queries.ts'

/** Of the author of a change whose account is gone. */
const NOBODY = 'Deleted user'

/** Words and names of speakers for answers. */
export const presentSaid = ({ words, names }: SpokenText): Pick<Transcript, 'subtitle_word' | 'speakers'> => ({
  subtitle_word: words.map(({ word, start, end, speaker, original, unsure }) => ({
    word,
    start,
    end,
    ...(speaker === null ? {} : { speaker }),
    ...(original === undefined ? {} : { original }),
    ...(unsure ? { unsure } : {}),
  })),
  speakers: [...names],
})

export const presentChange = (row: ChangeRow): TranscriptEdit => {
  const { id, kind, at, undone_at, naming } = row
  return {
    id,
    kind,
    file_name: row.file_name,
    at: at.toISOString(),
    first_name: row.first_name ?? NOBODY,
    last_name: row.last_name ?? '',
    undone_at: undone_at?.toISOString() ?? null,
    ...(naming
      ? { places: placesOf(naming), count: naming.intervals.length }
      : { places: row.edits.map(presentPlace), count: row.count }),
  }
}

const shortened = (text: string): string =>
  text.length <= TRANSCRIPT.place ? text : `${beginningOf(text, TRANSCRIPT.place - 1)}…`

const presentPlace = ({ start_time, end_time, before, words }: ChangeRow['edits'][number]): TranscriptPlace => ({
  start_time,
  end_time,
  before: shortened(textOf(before)),
  after: shortened(textOf(words)),
})

const placesOf = ({ name, before, intervals }: NonNullable<ChangeRow['naming']>): TranscriptPlace[] =>
  intervals.slice(0, TRANSCRIPT.places).map(([start_time, end_time]) => ({ start_time, end_time, before, after: name }))
