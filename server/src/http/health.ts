import { endpoints } from '@footnote/contract/endpoints.ts'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
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

export function healthRoute(route: Route, { db, readiness, config }: HealthDependencies): void {
  route(endpoints.health.check, async ({ reply }) => {
    const status = readiness.ready ? await databaseStatus(db) : ('starting' as const)
    if (status !== 'ok') reply.code(503)
    const mail = config.smtp_url ? ('smtp' as const) : ('outbox' as const)
    return { status, version: '0.1.0', roles: [...config.roles], mail }
  })
}

async function databaseStatus(db: Database): Promise<'ok' | 'failing'> {
  try {
    await sql`select 1`.execute(db)
    return 'ok'
  } catch {
    return 'failing'
  }
}
