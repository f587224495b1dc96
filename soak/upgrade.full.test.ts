import { expect, test } from 'vitest'
import { whyNoEarlierVersion } from './earlier-version.ts'
import { wordsOf } from './run.ts'
import { upgrade } from './upgrade.ts'

const why = whyNoEarlierVersion()
if (why !== null) console.warn(`An upgrade from an earlier version is not tried: ${why}`)

test.skipIf(why !== null)(
  'after a killed upgrade all data of the earlier version is there, and a copy of its database',
  async () => {
    const outcome = await upgrade.run({ ...upgrade.sizes, kills: 1, films: 1 }, console.log)
    expect(outcome.failures, wordsOf(outcome)).toEqual([])
  },
)
