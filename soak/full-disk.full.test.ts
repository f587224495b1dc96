import { expect, test } from 'vitest'
import { fullDisk } from './full-disk.ts'
import { wordsOf } from './run.ts'
import { whyNoDisk } from './small-disk.ts'

const why = whyNoDisk()
if (why !== null) console.warn(`A full disk is not tried: ${why}`)

test.skipIf(why !== null)(
  'on a full disk uploads are refused with 507, and indexing waits and resumes by itself',
  async () => {
    const outcome = await fullDisk.run({ rounds: 1, videos: 1, seconds_full: 8, indexed_within: 500 }, console.log)
    expect(outcome.failures, wordsOf(outcome)).toEqual([])
  },
)
