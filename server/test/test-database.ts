import { inject } from 'vitest'
import { createDatabase } from './test-postgres.ts'

/**
 * Makes a fresh database in the test run's server and returns its connection string. It goes away with that server when
 * the run ends.
 */
export const createTestDatabase = (): Promise<string> => createDatabase(inject('postgres_url'))
