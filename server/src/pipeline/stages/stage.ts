import { type DueStage, type EngineKind, STAGE_KINDS } from '@footnote/contract/nouns/indexing.ts'
import type { UNFINISHED_STATUSES } from '@footnote/contract/shared/video-status.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../../platform/db/schema.ts'
import type { VideoWork } from '../runner/video-work.ts'

/** Statuses that a video may have while a stage runs. */
export type StageStatus = Exclude<(typeof UNFINISHED_STATUSES)[number], 'PENDING' | 'QUEUED'>

/** Those of validation run once; what is found may be found again by a better engine. */
export type StageName = 'validate' | 'charge' | 'rendition' | DueStage

/** Kind of the engine that does a stage; null where none does. */
export const kindOf = (stage: StageName): EngineKind | null =>
  stage in STAGE_KINDS ? STAGE_KINDS[stage as DueStage] : null

/** What a stage found, ready to be stored. */
export interface StageResult {
  /** Id of the engine that found it; null where none was needed or none was there. */
  readonly engine: string | null
  /** How much was found, for the log. */
  readonly counts?: Readonly<Record<string, number>>
  /** Writes the rows that are in no part. Runs in the transaction that marks the stage as finished; what it found before has been removed. */
  store(transaction: Transaction<Tables>): Promise<void>
  /** Whether what it was to find has been set otherwise while it ran: it then runs once more. */
  isOutdated?(transaction: Transaction<Tables>): Promise<boolean>
}

/**
 * What a stage of a video that is indexed for the first time stores before it has ended: it can be searched at once, and a run that was
 * ended goes on after it. Where a stage runs again on an indexed video there are no parts: all of it takes over at once.
 */
export interface Parts {
  /** Seconds from the start of the video up to which (included) earlier parts have been stored; null where there are none. */
  readonly until: number | null
  /**
   * Whether a part may be stored now: enough time has gone by since the last one, and what is followed has stored as much.
   * @param until seconds up to which it would be
   */
  due(until: number): boolean
  /**
   * Stores a part.
   * @param until seconds up to which (included) everything has been stored then
   * @param store writes the rows, in one transaction with the fact that they are stored
   */
  keep(until: number, store: (transaction: Transaction<Tables>) => Promise<void>): Promise<void>
  /** Waits until the stage that is followed has stored more than up to a time. @returns up to where; Infinity when it has ended */
  followed(seconds: number): Promise<number>
}

/** One step of indexing. */
export interface Stage {
  readonly stage: StageName
  /** Stages that must be finished before; those that do not need each other run side by side. */
  readonly needs: readonly StageName[]
  /** Begins together with the stages that it needs, and takes what they store as it comes; it ends after them. */
  readonly follows?: true
  /** The video's status while this is the first stage that is not finished. */
  readonly status: StageStatus
  /** Its usual share of the work, against the other stages of the list. */
  readonly weight: number
  /** Whether the collection asks for it. */
  asked(work: Pick<VideoWork, 'collection' | 'engines'>): boolean
  /** Holds what is held before a video, where it is needed to store what was found, until that is stored. */
  hold?(transaction: Transaction<Tables>, work: Pick<VideoWork, 'collection'>): Promise<void>
  /** Does the work that is not in earlier parts; files go to the job's folder and to storage, rows are returned to be stored. */
  run(work: VideoWork, onProgress: (share: number) => void, parts: Parts): Promise<StageResult>
  /**
   * Writes down that its engine failed on this video, which is then indexed without it; the stage is not finished. Where it is absent,
   * a video is not indexed without the stage.
   */
  passOver?(transaction: Transaction<Tables>, work: VideoWork): Promise<void>
  /**
   * Removes the rows that an engine left: another one's take their place, or its own of another run.
   * @param engine null of a stage that needs none
   */
  remove?(transaction: Transaction<Tables>, video_id: string, engine: string | null): Promise<void>
}
