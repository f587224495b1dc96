import type { EngineLender } from '../engines/pool.ts'
import type { MediaTools } from '../media/sandbox.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/db/database.ts'
import type { Notices } from '../platform/db/notices.ts'
import type { MailLimits } from '../platform/mail/limits.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import type { Log } from '../platform/queue/jobs.ts'
import type { Queue } from '../platform/queue/queue.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { QueryAnalyser } from '../retrieval/concepts/query-analyser.ts'
import type { Attempts } from './accounts/secrets/attempts.ts'
import type { Payments } from './plans/payments.ts'

/** What `app/services.ts` makes once for each role of a process. A function asks for what it needs: `Pick<Services, 'db' | 'queue'>`. */
export interface Services {
  readonly config: Config
  readonly db: Database
  readonly storage: Storage
  readonly queue: Queue
  readonly log: Log
  readonly mailer: Mailer
  /** Counts mails that people send to others. */
  readonly mails: MailLimits
  /** Counts account calls, and tries of passwords and codes. */
  readonly attempts: Attempts
  /** Null where plans change without payment. */
  readonly payments: Payments | null
  /** What other processes say through the database. */
  readonly notices: Notices
  /** Lends the engines that this machine can run. */
  readonly pool: EngineLender
  /** What is known of engines by their ids, whether this machine can run them or not. */
  readonly registry: {
    /** What a person reads of an engine. */
    engineName(id: string): string
    /** Languages (BCP 47) that any of the engines transcribes. */
    languagesOf(ids: readonly string[]): string[]
  }
  readonly analyser: QueryAnalyser
  readonly tools: MediaTools
  /** Absolute path of the folder that jobs have their private folders in. */
  readonly work_dir: string
}
