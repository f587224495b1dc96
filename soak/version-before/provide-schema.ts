import type { TestProject } from 'vitest/node'

/** Lets the tests of the version before copy the database that the run prepared, in place of one with their own schema. */
export default function setup(project: TestProject): void {
  const { SCHEMA_SERVER, SCHEMA_DATABASE } = process.env
  if (!SCHEMA_SERVER || !SCHEMA_DATABASE) return
  project.provide('postgres_url', SCHEMA_SERVER)
  project.provide('migrated_database', SCHEMA_DATABASE)
}
