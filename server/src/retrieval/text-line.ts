/** A spoken line or a screen text. Times in seconds. */
export interface TextLine {
  readonly video_id: string
  readonly number: number
  readonly start_time: number
  readonly end_time: number
  readonly text: string
  /** BCP 47 tag of the language for full-text search. */
  readonly language: string
}

/** Table and stage of a modality's lines. */
export type TextSource = { table: 'cues'; stage: 'speech' } | { table: 'text_spans'; stage: 'ocr' }

/** All texts of a video: its speech, and what its screen shows. */
export const TEXT_SOURCES: readonly TextSource[] = [
  { table: 'cues', stage: 'speech' },
  { table: 'text_spans', stage: 'ocr' },
]
