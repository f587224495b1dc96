import type { TestProject } from 'vitest/node'
import { startTestPostgres } from './test-postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection string of the one real server that the run's test databases are made in. */
    postgres_url: string
  }
}

/** Starts one real PostgreSQL for all server tests of the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startTestPostgres()
  project.provide('postgres_url', url)
  return stop
}
