import { endpoints } from '@footnote/contract/endpoints.ts'
import type { ModelState } from '@footnote/contract/models.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { listModelStates } from '../models/queries.ts'
import type { Route } from '../route.ts'

/** Where the process stands: it listens before the database is ready, so that a balancer can see it start. */
export interface Readiness {
  ready: boolean
}

export interface HealthDependencies {
  readonly db: Database
  readonly readiness: Readiness
  readonly config: Pick<Config, 'roles' | 'smtp_url'>
}

/** Serves `/api/health`: 200 where the database answers, else 503, also while starting. */
export function healthRoute(route: Route, { db, readiness, config }: HealthDependencies): void {
  route(endpoints.health.check, async ({ reply }) => {
    const models = readiness.ready ? await askDatabase(db) : []
    const answers = models ? ('ok' as const) : ('failing' as const)
    const status = readiness.ready ? answers : ('starting' as const)
    if (status !== 'ok') reply.code(503)
    const mail = config.smtp_url ? ('smtp' as const) : ('outbox' as const)
    return { status, version: '0.1.0', roles: [...config.roles], mail, models: models ?? [] }
  })
}

/** @returns what it says of the models; null when it does not answer */
const askDatabase = (db: Database): Promise<ModelState[] | null> => listModelStates(db).catch(() => null)
