import { afterAll, afterEach, beforeEach } from 'vitest'
import { describeFailure } from './failures.ts'
import { beginTest, endFile, endTest } from './test-browser.ts'

/** Runs before each test file that uses a browser. */

beforeEach(beginTest)
// The hooks of a file run before this one, so browsers that they close have no picture.
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await describeFailure(task)
  await endTest()
})
afterAll(endFile)
