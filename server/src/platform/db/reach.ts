import type { Obstacle } from '../errors.ts'
import { Connection, isLoss } from './connections.ts'

/** The meaning of PostgreSQL's codes that a setting can fix. */
const REFUSALS: Readonly<Record<string, string>> = {
  '28P01': 'does not accept this password',
  '28000': 'does not let this user in',
  '3D000': 'has no database of this name',
}

/**
 * Tries to connect to the database.
 * @returns the obstacle: it is unreachable, or DATABASE_URL is wrong; null if there is none
 */
export async function databaseObstacle(databaseUrl: string): Promise<Obstacle | null> {
  const client = new Connection({ connectionString: databaseUrl, application_name: 'footnote-start' })
  const place = `${client.host}:${client.port}`
  try {
    await client.connect()
    return null
  } catch (error) {
    if (isLoss(error)) return { kind: 'away', place: `the database at ${place}` }
    const { code = '', message } = error as Error & { code?: string }
    const refusal = REFUSALS[code] ?? 'cannot be used'
    return { kind: 'setting', sentence: `DATABASE_URL: the server at ${place} ${refusal} (${message}).` }
  } finally {
    await client.end().catch(() => undefined)
  }
}
