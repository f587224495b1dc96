import { hostname } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { fetchInBackground } from '../engines/models/background.ts'
import type { Catalogue } from '../engines/models/catalogue/model.ts'
import { openModelStore } from '../engines/models.ts'
import { EnginePool } from '../engines/pool.ts'
import { modelsAskedFor } from '../engines/registry.ts'
import { exportData, removeOldExports } from '../features/accounts/personal-data/export-data.job.ts'
import { removeOldCodes } from '../features/accounts/secrets/codes.ts'
import { removeExpiredSessions, removeOldSignInAddresses } from '../features/accounts/sessions.ts'
import { askForModels, type Owner } from '../features/indexing/models/ask-for-models.ts'
import { writeModelStates } from '../features/indexing/models/commands.ts'
import { mailNotification } from '../features/notifications/mail-notification.job.ts'
import { subscriptionJobs } from '../features/plans/jobs.ts'
import { openPayments } from '../features/plans/payments.ts'
import { settleStorage } from '../features/plans/quota/settle-storage.job.ts'
import { seedSampleCollection } from '../features/samples/seed.ts'
import { removeExpiredLinks } from '../features/sharing/commands.ts'
import { makeClipJob } from '../features/videos/clips/make-clip.job.ts'
import { deleteVideo } from '../features/videos/delete-video.job.ts'
import { removeExpired } from '../features/videos/remove-expired.job.ts'
import { writeDueStages } from '../pipeline/renewal/find-due.job.ts'
import { followEngines } from '../pipeline/renewal/follow-engines.ts'
import { indexingJobs } from '../pipeline/runner/jobs.ts'
import { indexDescriptors } from '../pipeline/stages/index-descriptors.ts'
import type { Config } from '../platform/config.ts'
import { removeAbandonedFolders } from '../platform/confinement/job-folder.ts'
import type { Database } from '../platform/db/database.ts'
import { removeOldWindows } from '../platform/db/windows.ts'
import { openMailer } from '../platform/mail/mailer.ts'
import type { Log } from '../platform/queue/jobs.ts'
import type { RunningQueue } from '../platform/queue/pg-boss.ts'
import type { Storage } from '../platform/storage/storage.ts'

const FILMS_FOLDER = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../seed/films')
/** Threads of one engine: several engines and ffmpeg work side by side. */
const ENGINE_THREADS = 1

export interface WorkerDependencies {
  readonly config: Pick<
    Config,
    | 'data_dir'
    | 'models'
    | 'download_models'
    | 'speech_model'
    | 'ocr_model'
    | 'ffmpeg_path'
    | 'ffprobe_path'
    | 'billing'
    | 'stripe'
    | 'public_url'
    | 'secret_key'
    | 'smtp_url'
    | 'mail_from'
  >
  readonly db: Database
  readonly storage: Storage
  /** Opened with `worker: true`; stays the caller's to stop, before what this returns is called. */
  readonly queue: RunningQueue
  readonly log: Log
  /** Folder of the sample collection's films; those beside the product by default. */
  readonly films_folder?: string
  /** The models that there are; the product's by default. */
  readonly catalogue?: Catalogue
  /** Whoever started the product; nobody by default. */
  readonly owner?: Owner
}

/**
 * Starts taking jobs, and sees to it that the sample collection is there. The database has been migrated.
 * @returns ends the engines
 */
export async function startWorker(dependencies: WorkerDependencies): Promise<() => Promise<void>> {
  const { config, db, storage, queue, log, films_folder: folder = FILMS_FOLDER, catalogue, owner } = dependencies
  const work_dir = path.join(config.data_dir, 'work')
  await removeAbandonedFolders(work_dir)
  const models = openModelStore(config.models, catalogue ? { catalogue } : {})
  const engines = await EnginePool.open({
    threads: ENGINE_THREADS,
    models,
    speech_model: config.speech_model,
    ocr_model: config.ocr_model,
  })
  const tools = { ffmpeg: config.ffmpeg_path, ffprobe: config.ffprobe_path }
  const payments = config.stripe && config.billing ? await openPayments(config.stripe, config.public_url) : null
  const mailer = openMailer({
    ...config,
    onFailure: (error) => log.error({ err: error }, 'mail could not be sent'),
    announce: (line) => process.stderr.write(`${line}\n`),
  })
  const indexing = { db, storage, queue, lendEngines: () => engines.lend(), tools, work_dir, billing: config.billing }
  await queue.work({
    ...indexingJobs(indexing),
    'make-clip': makeClipJob({ db, storage, queue, tools, work_dir, billing: config.billing }),
    'delete-video': deleteVideo({ db, storage }),
    ...subscriptionJobs(db, payments),
    'export-data': exportData({ db, storage, queue }),
    'settle-storage': (_payload, { signal }) => settleStorage({ db, storage }, signal),
    'mail-notification': mailNotification({ db, mailer, config }),
    'remove-expired': async (payload, context) => {
      await removeExpired({ db, storage })(payload, context)
      await removeExpiredSessions(db)
      await removeOldWindows(db)
      await removeOldSignInAddresses(db)
      await removeOldCodes(db)
      await removeExpiredLinks(db)
      await removeOldExports(db, storage)
    },
  })
  await db.transaction().execute((transaction) => queue.enqueue(transaction, 'settle-storage', {}))
  // Without its samples the product works all the same.
  seedSampleCollection({ db, storage, queue, folder }).catch((error) =>
    log.error({ err: error }, 'sample collection not seeded'),
  )
  const closing = new AbortController()
  const indexed = indexDescriptors(db, closing.signal).catch((error: unknown) =>
    log.error({ err: error }, 'descriptors not stored as vectors'),
  )
  const following = followEngines({
    db,
    pool: engines,
    log,
    machine: hostname(),
    onChange: () => writeDueStages(indexing),
  })
  const fetching = fetchInBackground({
    store: models,
    waits: config.download_models === 'ask',
    asked_for: modelsAskedFor(config),
    log,
    report: (states) => writeModelStates(db, hostname(), states),
    onFetched: () => void following.look(),
  })
  const onFailure = (error: unknown) => log.warn({ err: error }, 'whether models are wanted could not be read')
  const stopAsking = askForModels({ db, fetching, owner, onFailure })
  return async () => {
    closing.abort()
    await Promise.all([indexed, stopAsking(), fetching.stop(), following.stop(), mailer.close()])
    await engines.close()
  }
}
