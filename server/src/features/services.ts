import type { EngineLender } from '../engines/pool.ts'
import type { PictureComparer } from '../engines/visual/fingerprint/picture-comparer.ts'
import type { MediaTools } from '../media/sandbox.ts'
import type { Config } from '../platform/config.ts'
import type { Channels } from '../platform/db/channels.ts'
import type { Database } from '../platform/db/database.ts'
import type { MailLimits } from '../platform/mail/limits.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import type { Log } from '../platform/queue/jobs.ts'
import type { Queue } from '../platform/queue/queue.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { Hooks } from './hooks.ts'
import type { Attempts } from './identity/accounts/secrets/attempts.ts'
import type { Payments } from './identity/plans/payments.ts'

/**
 * Everything that `app/services.ts` makes once per role of a process. A function names the ones it needs:
 * `Pick<Services, 'db' | 'queue'>`.
 */
export interface Services {
  readonly config: Config
  readonly db: Database
  readonly storage: Storage
  readonly queue: Queue
  readonly log: Log
  readonly mailer: Mailer
  /** Limits mails that people send to others. */
  readonly mails: MailLimits
  /** Limits account calls, and tries of passwords and codes. */
  readonly attempts: Attempts
  /** Null when plans change without payment. */
  readonly payments: Payments | null
  /** What follows in higher wings from what happens in lower ones. */
  readonly hooks: Hooks
  /** Messages of other processes through the database. */
  readonly channels: Channels
  /** Lends the engines that this machine can run. */
  readonly pool: EngineLender
  /** Facts about engines by id, whether or not this machine can run them. */
  readonly registry: {
    /** The engine's name for people. */
    engineName(id: string): string
    /** The same; null for an engine whose weights do not come with the product. */
    packagedEngineName(id: string): string | null
    /** Languages (BCP 47) that at least one of the engines transcribes. */
    languagesOf(ids: readonly string[]): string[]
  }
  readonly comparer: PictureComparer
  readonly tools: MediaTools
  /** Absolute path of the folder for jobs' private folders. */
  readonly work_dir: string
}
