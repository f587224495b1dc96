import { expect, test } from 'vitest'
import { earlierBinaries } from '../server/src/app/supervisor/database/postgres-binaries.ts'
import { carryOver, FROM } from './carry-over.ts'
import { wordsOf } from './run.ts'

const why = (await earlierBinaries(FROM, undefined)) ? null : `the programs of PostgreSQL ${FROM} are not installed`

test.skipIf(why !== null)(
  `a data folder of the previous PostgreSQL has every row after its first start, whenever that is killed${why ? ` (${why})` : ''}`,
  async () => {
    const outcome = await carryOver.run({ ...carryOver.sizes, kills: 4 }, console.log)
    expect(outcome.failures, wordsOf(outcome)).toEqual([])
  },
)
