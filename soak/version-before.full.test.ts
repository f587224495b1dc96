import { expect, test, vi } from 'vitest'
import { whyNoEarlierVersion } from './earlier-version.ts'
import { wordsOf } from './run.ts'
import { versionBefore } from './version-before.ts'

const why = whyNoEarlierVersion()
if (why !== null) console.warn(`The version before is not tried on the new schema: ${why}`)

/** The version before installs its packages, builds its web app, and indexes two videos. */
vi.setConfig({ testTimeout: 1_800_000 })

/** Tests that read comments, and few others. */
const sizes = { ...versionBefore.sizes, files: 'review/comments/comments.api' }

test.skipIf(why !== null)('the version before goes on to work while other machines are upgraded', async () => {
  const outcome = await versionBefore.run(sizes, console.log)
  expect(outcome.failures, wordsOf(outcome)).toEqual([])
  expect(outcome.counts['tests that passed']).toBeGreaterThan(10)
})

test.skipIf(why !== null)('a migration that drops a column which the version before reads fails the run', async () => {
  const outcome = await versionBefore.run({ ...sizes, statement: 'alter table comments drop depth' }, console.log)
  expect(outcome.failures.join('\n')).toMatch(/The running version before broke off: /)
  expect(outcome.failures.join('\n')).toMatch(/review\/comments\/comments\.api\.test\.ts: /)
  expect(outcome.counts['tests that fail on the new schema alone']).toBeGreaterThan(0)
})
