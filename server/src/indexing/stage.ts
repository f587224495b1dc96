import type { Transaction } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { EngineKind } from '../engines/registry.ts'
import type { VideoWork } from './video-work.ts'

/** Statuses that a video may have while a stage runs. */
export type StageStatus = 'VALIDATING' | 'PROCESSING_SPEECH' | 'PROCESSING_VISUAL' | 'PROCESSING_OCR'

export type StageName =
  | 'validate'
  | 'charge'
  | 'rendition'
  | 'speech'
  | 'speech_embedding'
  | 'samples'
  | 'visual'
  | 'ocr'
  | 'ocr_embedding'

/** What a stage found, ready to be stored. */
export interface StageResult {
  /** Id of the engine that found it; null where none was needed or none was there. */
  readonly engine: string | null
  /** How much was found, for the log. */
  readonly counts?: Readonly<Record<string, number>>
  /** Writes the rows. Runs in the transaction that marks the stage as finished, and leaves the same rows however often it runs. */
  store(transaction: Transaction<Tables>): Promise<void>
  /** Whether what it was to find has been set otherwise while it ran: it then runs once more. */
  isOutdated?(transaction: Transaction<Tables>): Promise<boolean>
}

/** One step of indexing. */
export interface Stage {
  readonly stage: StageName
  /** Stages that must be finished before; those that do not need each other run side by side. */
  readonly needs: readonly StageName[]
  /** Kind of the engine that does it; null where none does. */
  readonly kind: EngineKind | null
  /** The video's status while this is the first stage that is not finished. */
  readonly status: StageStatus
  /** Its usual share of the work, against the other stages of the list. */
  readonly weight: number
  /** Whether the collection asks for it. */
  asked(work: Pick<VideoWork, 'collection' | 'engines'>): boolean
  /** Holds what is held before a video, where it is needed to store what was found, until that is stored. */
  hold?(transaction: Transaction<Tables>, work: Pick<VideoWork, 'collection'>): Promise<void>
  /** Does the work; files go to the job's folder and to storage, rows are returned to be stored. */
  run(work: VideoWork, onProgress: (share: number) => void): Promise<StageResult>
  /**
   * Writes down that its engine failed on this video, which is then indexed without it; the stage is not finished. Where it is absent,
   * a video is not indexed without the stage.
   */
  passOver?(transaction: Transaction<Tables>, work: VideoWork): Promise<void>
  /** Removes the rows that an engine left; called when another one's rows have taken their place. */
  remove?(transaction: Transaction<Tables>, video_id: string, engine: string): Promise<void>
}
