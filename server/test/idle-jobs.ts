import { JOB_RULES } from '../src/platform/queue/jobs.ts'
import type { JobHandlers } from '../src/platform/queue/queue.ts'

/** A handler for every job of the product that does nothing. */
export const idleJobs = Object.fromEntries(
  Object.keys(JOB_RULES).map((name) => [name, async () => undefined]),
) as unknown as JobHandlers
