import { expect, test } from 'vitest'
import { whyUnwatchable } from '../server/test/strace.ts'
import { silence } from './silence.ts'

const why = whyUnwatchable()
if (why !== null) console.warn(`What the product does is not looked at: ${why}`)

test.skipIf(why !== null)(
  'the product connects only to its database and itself, and writes only to its own folders',
  async () => {
    const { counts, failures } = await silence.run({ minutes: 0 }, console.log)
    expect(failures).toEqual([])
    expect(counts['rounds of work']).toBe(1)
  },
)
