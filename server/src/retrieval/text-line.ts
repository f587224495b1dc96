import type { Selectable } from 'kysely'
import type { Cues } from '../platform/db/schema.ts'
/** A spoken line or a screen text. Times in seconds. */
export type TextLine = Pick<Selectable<Cues>, 'video_id' | 'number' | 'start_time' | 'end_time' | 'text' | 'language'>

/** Table and stage of a modality's lines. */
export type TextSource = { table: 'cues'; stage: 'speech' } | { table: 'text_spans'; stage: 'ocr' }

/** All texts of a video: its speech, and what its screen shows. */
export const TEXT_SOURCES: readonly TextSource[] = [
  { table: 'cues', stage: 'speech' },
  { table: 'text_spans', stage: 'ocr' },
]
