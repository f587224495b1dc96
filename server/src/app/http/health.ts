import { statfs } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import type { Health, HealthCheck } from '@footnote/contract/calls/health.ts'
import type { ModelState } from '@footnote/contract/nouns/library/indexing.ts'
import { UNAVAILABLE } from '@footnote/contract/shared/limits.ts'
import { type EncoderState, listEncoders } from '../../features/library/indexing/encoders/queries.ts'
import { listModelStates } from '../../features/library/indexing/models/queries.ts'
import type { Services } from '../../features/services.ts'
import { PRODUCT } from '../../platform/config.ts'
import type { OutageLog } from '../../platform/db/connections.ts'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { BusyError, isStatementEnded, ProductError, UnreachableError } from '../../platform/errors.ts'
import type { Route } from '../../platform/route.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { encoderCheck } from './encoder-check.ts'

/** How far the start is: the process listens before the database is ready, so that a load balancer can see it start. */
export interface Readiness {
  ready: boolean
  /** Resolves when calls are answered; without it no call waits. */
  readonly opened?: Promise<unknown>
}

/** Milliseconds that a call waits for the end of the start: an API that was killed is back within them. */
const START_PATIENCE = 3_000

/** Waits a while until calls are answered, so that a restart delays calls and refuses none. @throws ProductError unavailable */
export async function waitForStart(readiness: Readiness): Promise<void> {
  if (readiness.ready) return
  const late = new AbortController()
  const patience = wait(START_PATIENCE, null, late).catch(() => null)
  await Promise.race([readiness.opened, patience])
  late.abort()
  if (!readiness.ready) throw new ProductError('unavailable')
}

/** Services that health checks, and how far the start is. */
type HealthServices = Pick<Services, 'storage' | 'config'> & {
  /** Opened by `openHealthDatabase`. */
  readonly db: Database
  readonly readiness: Readiness
  /** Further checks, run on every call. They must be cheap and must not wait. */
  readonly checks?: readonly (() => HealthCheck | Promise<HealthCheck>)[]
}

/** Health answers within this time even when a part hangs, in milliseconds. */
const PATIENCE = 3_000
/** The server ends a statement within this time, in milliseconds, so that a late answer means that it hangs. */
const STATEMENT_PATIENCE = 2_000
/** Milliseconds that the result for the store is reused, since each call to it may cost money. */
const STORAGE_HOLDS = 5_000

/**
 * Opens health's own connection: those of calls may all be in use, while the database is well.
 * @param log reports its loss; nowhere by default
 */
export const openHealthDatabase = (database_url: string, log?: OutageLog): Database =>
  openDatabase(database_url, {
    ...{ name: 'footnote-health', connections: 1, statement_timeout: STATEMENT_PATIENCE },
    ...(log ? { log } : {}),
  })

/** Serves `/api/health`: 200 where no check fails, else 503, also while starting. */
export function healthRoute(route: Route, examined: HealthServices): void {
  const { db, storage, readiness, config, checks: others = [] } = examined
  const checkStorage = storageCheck(storage)
  const checkDatabase = shared(() => askDatabase(db, readiness))
  route(endpoints.health.check, async ({ reply }) => {
    const [{ models, encoders, check }, ...rest] = await Promise.all([
      checkDatabase(),
      checkStorage(),
      checkDisk(config.data_dir),
      ...others.map((look) => look()),
    ])
    const encoder = encoderCheck(encoders)
    const checks = [check, ...rest, ...(encoder ? [encoder] : [])]
    const works = checks.some(({ state }) => state === 'fail') ? ('failing' as const) : ('ok' as const)
    const status = readiness.ready ? works : ('starting' as const)
    if (status !== 'ok') reply.code(503).header('retry-after', UNAVAILABLE.retry_after)
    const mail = config.smtp_url ? ('smtp' as const) : ('outbox' as const)
    return { status, version: PRODUCT.version, roles: [...config.roles], mail, models: publicly(models), checks }
  })
}

/** Removes the details: load balancers and monitors ask without an account. */
const publicly = (models: readonly ModelState[]): Health['models'] => models.map(({ detail: _, ...state }) => state)

/** Lets calls that come while one looks wait for its result, so that one connection serves them all. */
function shared<T>(look: () => Promise<T>): () => Promise<T> {
  let looking: Promise<T> | null = null
  return () => {
    looking ??= look().finally(() => {
      looking = null
    })
    return looking
  }
}

const UNREACHABLE = 'The database cannot be reached. Start it, or see to DATABASE_URL and the network.'
const BUSY = 'The database is busy: it answers, but late. Some calls wait, or are answered with 503.'
const PREPARING = 'The database is being prepared.'
const FAILING = 'The database answers with an error; the log of requests says more.'

interface HealthAnswer {
  readonly models: ModelState[]
  readonly encoders: readonly EncoderState[]
  readonly check: HealthCheck
}

/** Reads the state of the models and of encoders, and checks the database. No result names a host, since anybody may ask. */
async function askDatabase(db: Database, readiness: Readiness): Promise<HealthAnswer> {
  const found = (state: 'warn' | 'fail', sentence: string) => ({
    models: [],
    encoders: [],
    check: { name: 'database' as const, state, sentence },
  })
  try {
    const late = wait(PATIENCE, null, { ref: false })
    const read = await Promise.race([Promise.all([listModelStates(db), listEncoders(db)]), late])
    if (!read) return found('fail', UNREACHABLE)
    const [models, encoders] = read
    return { models, encoders, check: { name: 'database', state: 'ok', sentence: '' } }
  } catch (error) {
    if (error instanceof UnreachableError) return found('fail', UNREACHABLE)
    if (error instanceof BusyError || isStatementEnded(error)) return found('warn', BUSY)
    return found('fail', readiness.ready ? FAILING : PREPARING)
  }
}

const STORAGE = {
  away: 'The object store cannot be reached. Start it, or see to S3_ENDPOINT and the network.',
  setting: 'The object store refuses the bucket or the keys that are set. See to the settings that begin with S3_.',
} as const

function storageCheck(storage: Storage): () => Promise<HealthCheck> {
  let known: { readonly check: Promise<HealthCheck>; readonly until: number } | null = null
  const look = async (): Promise<HealthCheck> => {
    const found = await storage.obstacle()
    if (!found) return { name: 'storage', state: 'ok', sentence: '' }
    return { name: 'storage', state: 'fail', sentence: STORAGE[found.kind] }
  }
  return () => {
    if (!known || known.until < Date.now()) known = { check: look(), until: Date.now() + STORAGE_HOLDS }
    return known.check
  }
}

/** Free bytes below which writes soon fail: PostgreSQL alone takes 16 MiB at a time. */
const FULL = 64 * 1024 ** 2
const DISK = {
  full: 'The disk of DATA_DIR is full: uploads and comments are refused. Make room.',
  unknown: 'The disk of DATA_DIR does not answer.',
} as const

/**
 * A full disk only warns: Footnote still answers everything that writes nothing, and neither a restart nor another
 * machine makes room.
 */
export async function checkDisk(
  data_dir: string,
  look: (folder: string) => Promise<{ readonly bavail: number; readonly bsize: number }> = statfs,
): Promise<HealthCheck> {
  const late = wait(PATIENCE, null, { ref: false })
  const found = await Promise.race([look(data_dir).catch(() => null), late])
  const free = found ? found.bavail * found.bsize : null
  const sentence = free === null ? DISK.unknown : free < FULL ? DISK.full : ''
  return { name: 'disk', state: sentence ? 'warn' : 'ok', sentence }
}
