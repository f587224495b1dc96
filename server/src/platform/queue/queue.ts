import type { Transaction } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { JobHandler, JobName, Jobs } from './jobs.ts'

/** Enqueues jobs; the worker runs them. */
export interface Queue {
  /** Adds a job in the transaction that made it needed: both happen, or neither. */
  enqueue<Name extends JobName>(transaction: Transaction<Tables>, name: Name, payload: Jobs[Name]): Promise<void>
}

/** One handler for each job. */
export type JobHandlers = { readonly [Name in JobName]: JobHandler<Name> }
