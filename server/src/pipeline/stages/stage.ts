import { type DueStage, type EngineKind, STAGE_KINDS } from '@footnote/contract/nouns/library/indexing.ts'
import type { UNFINISHED_STATUSES } from '@footnote/contract/shared/video-status.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../../platform/db/schema.ts'
import type { VideoWork } from '../runner/video-work.ts'

/** Possible statuses of a video while a stage runs. */
export type StageStatus = Exclude<(typeof UNFINISHED_STATUSES)[number], 'PENDING' | 'QUEUED'>

/** Validation stages run once; a better engine may run the others again. */
export type StageName = 'validate' | 'charge' | 'rendition' | DueStage

/** The kind of engine for a stage; null if it needs none. */
export const kindOf = (stage: StageName): EngineKind | null =>
  stage in STAGE_KINDS ? STAGE_KINDS[stage as DueStage] : null

/** The results of a stage, ready to be stored. */
export interface StageResult {
  /** Id of the engine; null if the stage needed none or there was none. */
  readonly engine: string | null
  /** The stage was not needed: results of an earlier run stay. Only the rows of one that was not finished go. */
  readonly left_out?: true
  /** Numbers of results, for the log. */
  readonly counts?: Readonly<Record<string, number>>
  /**
   * Writes the rows that no part contains. Runs in the transaction that marks the stage as finished, after the removal
   * of earlier results.
   */
  store(transaction: Transaction<Tables>): Promise<void>
  /** Whether the stage's settings changed during its run, so that it must run again. */
  isOutdated?(transaction: Transaction<Tables>): Promise<boolean>
}

/**
 * How a stage stores parts during a video's first indexing. Parts can be searched at once, and an interrupted run
 * continues after them. On an indexed video there are no parts: the new results replace the old ones at once.
 */
export interface Parts {
  /** Seconds from the start of the video that earlier parts cover; null if there are none. */
  readonly until: number | null
  /**
   * Whether to store a part now: enough time has passed, and the followed stage has stored as much.
   * @param until seconds that the part would cover
   */
  due(until: number): boolean
  /**
   * Stores a part.
   * @param until seconds that all stored parts then cover
   * @param store writes the rows, in the transaction that records the part
   */
  keep(until: number, store: (transaction: Transaction<Tables>) => Promise<void>): Promise<void>
  /**
   * Waits until the followed stage has stored results beyond a time.
   * @returns up to where; Infinity when it has finished
   */
  followed(seconds: number): Promise<number>
}

/** One step of indexing. */
export interface Stage {
  readonly stage: StageName
  /** Stages that must finish before; independent ones run in parallel. */
  readonly needs: readonly StageName[]
  /** Starts together with the stages that it needs, and uses their results as they arrive; it ends after them. */
  readonly follows?: true
  /** The video's status while this is the first unfinished stage. */
  readonly status: StageStatus
  /** Its usual share of the work, relative to the other stages of the list. */
  readonly weight: number
  /** Whether the collection requests it. */
  asked(work: Pick<VideoWork, 'collection' | 'engines'>): boolean
  /** Takes locks that must come before the video's lock in the transaction that stores the results. */
  hold?(transaction: Transaction<Tables>, work: Pick<VideoWork, 'collection'>): Promise<void>
  /**
   * Does the work that earlier parts do not contain. Writes files to the job's folder and to storage, and returns the
   * rows to store.
   */
  run(work: VideoWork, onProgress: (share: number) => void, parts: Parts): Promise<StageResult>
  /**
   * Records that its engine failed on this video, which is then indexed without it; the stage is not finished. A stage
   * without this function is required.
   * @param again whether the stage runs again by itself
   */
  passOver?(transaction: Transaction<Tables>, work: VideoWork, again: boolean): Promise<void>
  /**
   * Removes an engine's rows, which another engine or another run replaces.
   * @param engine null for a stage that needs none
   */
  remove?(transaction: Transaction<Tables>, video_id: string, engine: string | null): Promise<void>
}
