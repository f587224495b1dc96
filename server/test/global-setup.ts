import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../src/platform/db/database.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { openQueue } from '../src/platform/queue/pg-boss.ts'
import { compileOnce } from './kept-folder.ts'
import { makeOpenFolder } from './open-folder.ts'
import { startTestPostgres, type TestPostgres } from './test-postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection string of the one real server for all test databases of the run. */
    postgres_url: string
    /** Name of its migrated database, which test databases are copies of. */
    migrated_database: string
    /** Folder for temporary folders, which is removed after the run. */
    run_folder: string
  }
}

/** Starts one real PostgreSQL for all server tests of the run. Workers and engines that tests start compile once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  Object.assign(process.env, compileOnce())
  const postgres = await startTestPostgres()
  project.provide('postgres_url', postgres.url)
  project.provide('migrated_database', await migratedDatabase(postgres))
  const folder = await makeOpenFolder('tests')
  project.provide('run_folder', folder)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Makes a database as a started and stopped API leaves it. @returns its name */
export async function migratedDatabase(postgres: TestPostgres): Promise<string> {
  const database_url = await postgres.createDatabase()
  await migrateWithQueue(database_url)
  return new URL(database_url).pathname.slice(1)
}

/** Changes a database as the start of an API does. */
export async function migrateWithQueue(database_url: string): Promise<void> {
  await migrate(database_url)
  const database = openDatabase(database_url)
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const queue = await openQueue({ database_url, database, log, worker: false })
  await queue.stop()
  await database.destroy()
}
