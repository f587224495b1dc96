import { startApiBeside } from '../server/test/api-beside.ts'
import { cutConnections } from '../server/test/cut-connections.ts'
import { requestsToCut } from '../server/test/cut-requests.ts'
import { startProduct } from '../server/test/product.ts'
import { startTestPostgres } from '../server/test/test-postgres.ts'
import { chanceOf, soak } from './run.ts'

/** Cuts connections of every kind of request at every byte; `server/test/cut-connections.isolated.test.ts` is its short form. */
export const cuts = soak({
  shows:
    'No connection that is reset, closed or half closed within a request ends the process or leaves anything open.',
  // A seed of 0 leaves the cuts to chance.
  sizes: { connections: 5_000, seed: 0 },
  async run({ connections, seed }, log) {
    const chance = chanceOf(seed, log)
    const postgres = await startTestPostgres()
    const ends: (() => Promise<unknown>)[] = [postgres.stop]
    try {
      const rows = await startProduct({ database_url: await postgres.createDatabase() })
      ends.push(rows.close)
      const api = await startApiBeside(rows.config.database_url, { RATE_LIMITS: 'on' })
      ends.push(api.stop)
      const requests = await requestsToCut(rows, api)
      const failures = await cutConnections(api, requests, { connections, chance, log })
      return { counts: { 'kinds of requests': requests.length, connections, 'same process': api.pid }, failures }
    } finally {
      for (const end of ends.reverse()) await end()
    }
  },
})
