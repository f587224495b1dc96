import { inject } from 'vitest'
import { createDatabase } from './test-postgres.ts'

/**
 * Makes a database in the test run's server, with all migrations and the queue's tables and without rows. It goes away
 * with that server when the run ends.
 * @returns its connection string
 */
export const createTestDatabase = (): Promise<string> =>
  createDatabase(inject('postgres_url'), inject('migrated_database'))

/** As `createTestDatabase`, for tests of migrations: nothing is in it, no table either. */
export const createEmptyDatabase = (): Promise<string> => createDatabase(inject('postgres_url'))
