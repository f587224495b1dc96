import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/**
 * Makes a fresh database in the test run's server and returns its connection string. It goes away with that server when
 * the run ends.
 */
export async function createTestDatabase(): Promise<string> {
  const url = new URL(inject('postgres_url'))
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(`CREATE DATABASE ${name}`)
  } finally {
    await client.end()
  }
  url.pathname = `/${name}`
  return url.href
}
