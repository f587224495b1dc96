/** A line that was said or stood on the screen. Times in seconds. */
export interface TextLine {
  readonly video_id: string
  readonly number: number
  readonly start_time: number
  readonly end_time: number
  readonly text: string
  /** BCP 47 tag of the language whose full-text search it is found by. */
  readonly language: string
}

/** Where a modality keeps its lines. */
export type TextSource = { table: 'cues'; stage: 'speech' } | { table: 'text_spans'; stage: 'ocr' }
