import { withConnection } from '../src/platform/db/connections.ts'
import { applyMigrations, ownMigrations } from '../src/platform/db/migrate.ts'
import { createEmptyDatabase } from './test-database.ts'

/** The id of a row that a test of an upgrade writes. @param number that the id ends with */
export const rowId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** A company (1), its only person (2), and a collection of theirs (3). */
export const PERSON_WITH_COLLECTION = `
  insert into companies (id, name) values ('${rowId(1)}', 'Atelier');
  insert into users (id, company_id, first_name, last_name, email, password_hash, is_admin, verified_at)
    values ('${rowId(2)}', '${rowId(1)}', 'Ada', 'Byron', 'a@example.org', 'hash', true, now());
  insert into collections (id, company_id, user_id, name, visual, ocr, audio)
    values ('${rowId(3)}', '${rowId(1)}', '${rowId(2)}', 'Films', true, true, true);
`

/**
 * Makes a database with an earlier schema.
 * @param migration the first one that it lacks, for example `067`
 * @param rows statements that fill it; none by default
 * @returns its address
 */
export async function earlierSchema(migration: string, rows = ''): Promise<string> {
  const url = await createEmptyDatabase()
  const before = (await ownMigrations()).filter((name) => name < migration)
  await withConnection(url, 'footnote-test', async (client) => {
    await applyMigrations(client, before)
    await client.query(rows)
  })
  return url
}
