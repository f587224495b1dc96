import { expect, test } from 'vitest'
import { whyNoDebianPostgres } from './backup/debian-postgres.ts'
import { backup } from './backup.ts'
import { wordsOf } from './run.ts'

const why = whyNoDebianPostgres()

test.skipIf(why !== null)(
  `a backup under load, restored on PostgreSQL 15 and back, has equal rows, files and answers, whatever is killed${why ? ` (${why})` : ''}`,
  async () => {
    const outcome = await backup.run({ ...backup.sizes, kills: 2, queries: 10, films: 1 }, console.log)
    expect(outcome.failures, wordsOf(outcome)).toEqual([])
  },
)
