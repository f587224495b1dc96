import type { Transaction } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { JobHandler, JobName, Jobs } from './jobs.ts'

/** Enqueues jobs for the worker. */
export interface Queue {
  /**
   * Adds a job in the caller's transaction: both are committed, or neither.
   * @param delay seconds before which it does not begin
   */
  enqueue<Name extends JobName>(
    transaction: Transaction<Tables>,
    name: Name,
    payload: Jobs[Name],
    delay?: number,
  ): Promise<void>
}

/** One handler for each job. */
export type JobHandlers = { readonly [Name in JobName]: JobHandler<Name> }
