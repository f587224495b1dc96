/** The thread behind `CallThreads`: it has the handlers, and the services that they need. */

import { constants, setPriority } from 'node:os'
import type { Endpoint } from '@footnote/contract/calls/endpoint.ts'
import { DATABASE } from '@footnote/contract/shared/limits.ts'
import type { FastifyError } from 'fastify'
import Tinypool from 'tinypool'
import * as z from 'zod/mini'
import { engineName, languagesOf, packagedEngineName } from '../../engines/registry.ts'
import { collectionRoutes } from '../../features/library/collections/routes.ts'
import { transcriptRoutes } from '../../features/library/transcripts/routes.ts'
import { videoRoutes } from '../../features/library/videos/routes.ts'
import { sharedVideoRoutes } from '../../features/review/sharing/shared-video-routes.ts'
import type { Config } from '../../platform/config.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { openLog } from '../../platform/log.ts'
import { openQueue, type RunningQueue } from '../../platform/queue/pg-boss.ts'
import type { Route } from '../../platform/route.ts'
import { openStorage } from '../../platform/storage/open.ts'
import { HOOKS } from '../hooks.ts'
import { asProductError } from '../http/problems.ts'
import type { ThreadAnswer, ThreadCall } from './call-threads.ts'
import { jsonParts } from './json-parts.ts'

// On Linux, 0 is this thread alone (setpriority(2)): it gives way to the one that answers everybody.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)

const config: Config = Tinypool.workerData
const { database_url } = config
const log = openLog(config.log_level)
const db = openDatabase(database_url, { name: 'footnote-calls', connections: 4, log, ...DATABASE })

let opening: Promise<RunningQueue> | undefined
const enqueue: RunningQueue['enqueue'] = async (...job) => {
  opening ??= openQueue({ database_url, database: db, log, worker: false })
  // A database that was away may be back at the next call.
  opening.catch(() => (opening = undefined))
  await (await opening).enqueue(...job)
}

type Answer = (input: ThreadCall['input']) => Promise<Uint8Array[]>
const answers = new Map<string, Answer>()
const route: Route = (endpoint: Endpoint, handler) => {
  const { method, path, response } = endpoint
  if (!response) return
  const call = handler as unknown as (input: ThreadCall['input']) => Promise<unknown>
  answers.set(`${method} ${path}`, async (input) => [
    ...jsonParts(z.encode(response, (await call(input)) as never) as Record<string, unknown>),
  ])
}
const services = {
  db,
  storage: await openStorage(config),
  queue: { enqueue },
  hooks: HOOKS,
  config,
  registry: { engineName, languagesOf, packagedEngineName },
}
collectionRoutes(route, services)
sharedVideoRoutes(route, services)
transcriptRoutes(route, services)
videoRoutes(route, services)

/** Marks the memory of parts as moved: it is not copied. */
function moved(parts: Uint8Array[]): Uint8Array[] {
  const { transferableSymbol, valueSymbol } = Tinypool
  const movable = { [transferableSymbol]: parts.map(({ buffer }) => buffer), [valueSymbol]: parts }
  // The library takes the marked object for its value.
  return Tinypool.move(movable as never) as unknown as Uint8Array[]
}

/** Answers a call. @throws what is no error of the closed list */
export default async function answer({ method, path, input }: ThreadCall): Promise<ThreadAnswer> {
  try {
    const parts = await answers.get(`${method} ${path}`)!(input)
    return moved(parts)
  } catch (thrown) {
    const { code, message, fields, retry_after, signup } = asProductError(thrown as FastifyError)
    if (code === 'internal') throw thrown
    return {
      problem: {
        code,
        detail: message,
        ...(fields && { fields }),
        ...(retry_after !== undefined && { retry_after }),
        ...(signup && { signup }),
      },
    }
  }
}

/** Closes the connections of the thread before it ends. */
export async function close(): Promise<void> {
  await (await opening?.catch(() => undefined))?.stop()
  await db.destroy()
}
