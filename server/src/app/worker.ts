import { hostname } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { fetchInBackground } from '../engines/models/background.ts'
import { modelsAskedFor } from '../engines/registry.ts'
import { askForModels, type Owner } from '../features/library/indexing/models/ask-for-models.ts'
import { writeModelStates } from '../features/library/indexing/models/commands.ts'
import { keepSeeding } from '../features/library/samples/seed.ts'
import { watchFolder } from '../features/library/videos/watched-folders/watch-folder.ts'
import { chooseEncoder } from '../pipeline/encoder/choose-encoder.ts'
import { examineModels } from '../pipeline/renewal/examine-models.ts'
import { writeDueStages } from '../pipeline/renewal/find-due.job.ts'
import { followEngines } from '../pipeline/renewal/follow-engines.ts'
import { indexDescriptors } from '../pipeline/renewal/index-descriptors.ts'
import { fingerprintOlder } from '../pipeline/stages/fingerprints.ts'
import { removeAbandonedFolders } from '../platform/confinement/job-folder.ts'
import { whenReachable } from '../platform/db/connections.ts'
import type { RunningQueue } from '../platform/queue/pg-boss.ts'
import { loadJobs } from './jobs.ts'
import { type BaseServices, openServices } from './services.ts'

const FILMS_FOLDER = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../samples')

export interface WorkerOptions extends BaseServices {
  /** Opened with `worker: true`. The caller stops it, before it calls the returned function. */
  readonly queue: RunningQueue
  /** Folder of the sample collection's films; the product's own by default. */
  readonly films_folder?: string
  /** Marks of workers of this machine that are dead; none by default. */
  readonly ended_runs?: readonly string[]
  /** The person who started the product; nobody by default. */
  readonly owner?: Owner
}

/**
 * Starts taking jobs, and makes the sample collection if it is missing. The database must be migrated.
 * @returns a function that closes the engines
 */
export async function startWorker({
  films_folder = FILMS_FOLDER,
  ended_runs = [],
  owner,
  queue,
  ...given
}: WorkerOptions): Promise<() => Promise<void>> {
  // Pictures are small and none repeats: more threads and a cache would cost more than they save.
  sharp.concurrency(1)
  sharp.cache(false)
  const { services, engine_settings, models, close } = await openServices({ ...given, queue })
  const { config, db, log, pool, channels, work_dir } = services
  await removeAbandonedFolders(work_dir)
  const released = await queue.release(ended_runs)
  if (released > 0) log.warn({ released }, 'jobs of a killed worker begin again')
  await queue.work(await loadJobs(services))
  for (const job of ['settle-storage', 'reconcile'] as const) {
    const enqueue = () => db.transaction().execute((transaction) => queue.enqueue(transaction, job, {}))
    // The database may end while the worker starts.
    await whenReachable(enqueue, Number.POSITIVE_INFINITY)
  }
  const closing = new AbortController()
  // The product works without its samples.
  const seeding = keepSeeding(services, films_folder, closing.signal)
  const indexed = indexDescriptors(db, closing.signal).catch((error: unknown) =>
    log.error({ err: error }, 'descriptors not stored as vectors'),
  )
  const fingerprinted = fingerprintOlder(services, closing.signal).catch((error: unknown) =>
    log.error({ err: error }, 'fingerprints of older pictures not made'),
  )
  const stopEncoder = chooseEncoder(services, hostname())
  const following = followEngines({
    db,
    pool,
    channels,
    log,
    machine: hostname(),
    onChange: () => writeDueStages(services),
  })
  const examining = given.admit
    ? null
    : examineModels({ ...services, settings: engine_settings, films_folder, onExamined: () => following.look() })
  const fetching = fetchInBackground({
    store: models,
    waits: config.download_models === 'ask',
    asked_for: modelsAskedFor(config),
    log,
    report: (states) => writeModelStates(db, hostname(), states),
    onFetched: () => {
      void following.look()
      examining?.look()
    },
  })
  const onFailure = (error: unknown) => log.warn({ err: error }, 'the choice whether to fetch models could not be read')
  const stopAsking = askForModels({ db, fetching, owner, onFailure })
  const stopWatching = config.watched ? watchFolder(services, config.watched) : async () => undefined
  return async () => {
    closing.abort()
    await Promise.all([
      stopWatching(),
      seeding,
      indexed,
      fingerprinted,
      stopAsking(),
      stopEncoder(),
      fetching.stop(),
      examining?.stop(),
      following.stop(),
    ])
    await close()
  }
}
