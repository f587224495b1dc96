import { endpoints } from '@footnote/contract/endpoints.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Route } from '../route.ts'
import { usageOf } from './queries.ts'

export interface UsageDependencies {
  readonly db: Database
  readonly config: Pick<Config, 'billing'>
}

export function usageRoutes(route: Route, { db, config }: UsageDependencies): void {
  route(endpoints.usage.get, async ({ viewer }) => {
    if (!config.billing) return { usage: null, minutes_allotted: null }
    const { used_seconds, allotted_seconds } = await usageOf(db, viewer.company_id, new Date())
    return { usage: used_seconds / 60, minutes_allotted: allotted_seconds / 60 }
  })
}
