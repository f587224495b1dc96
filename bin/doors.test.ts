import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Code that writes rows, locks them or sends events, by the query builder or in SQL. */
const WRITES =
  /\.(?:insertInto|updateTable|deleteFrom|for(?:Update|NoKeyUpdate|Share|KeyShare)|mergeInto)\(|\b(?:tell|enqueue)\(|`\s*(?:insert|update|delete|lock)\s/

const queries = execFileSync('git', ['ls-files', 'server/src/features'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => file.endsWith('/queries.ts'))

test('nouns have queries', () => {
  expect(queries.length).toBeGreaterThan(8)
})

test.each(queries)('%s only reads', (file) => {
  expect(readFileSync(join(root, file), 'utf8')).not.toMatch(WRITES)
})

test.each([
  "await db.updateTable('videos').set({ file_name }).execute()",
  "db.selectFrom('videos').selectAll().forUpdate().execute()",
  'await sql`\n    delete from videos`.execute(db)',
  'await tell(transaction, CHANNEL, notice)',
  "await queue.enqueue(transaction, 'index-video', { video_id })",
])('a query with this code is refused: %s', (text) => {
  expect(text).toMatch(WRITES)
})
