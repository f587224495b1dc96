import { inject } from 'vitest'
import { createDatabase } from './test-postgres.ts'

/**
 * Makes a database in the test run's server, with all migrations and the queue's tables and without rows. It is removed
 * with that server at the end of the run.
 * @returns its connection string
 */
export const createTestDatabase = (): Promise<string> =>
  createDatabase(inject('postgres_url'), inject('migrated_database'))

/** Like `createTestDatabase`, but without tables, for tests of migrations. */
export const createEmptyDatabase = (): Promise<string> => createDatabase(inject('postgres_url'))
