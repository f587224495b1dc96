import { setTimeout as wait } from 'node:timers/promises'
import { PRESENT } from '@footnote/contract/shared/limits.ts'
import { type TestContext, test } from 'vitest'
import { startApiBeside } from '../../../../test/api-beside.ts'
import { openEvents } from '../../../../test/event-stream.ts'
import { startTwoProcesses } from '../../../../test/two-processes.ts'

const { server, owner, colleague, beside, fresh } = await startTwoProcesses()
const LONG = { timeout: 60_000, interval: 50 }
type Page = Awaited<ReturnType<typeof openEvents>>
const others = ({ present }: Page) => present.at(-1)?.others

/** Says that a page is there, as browsers do. */
function signing({ onTestFinished }: TestContext, through: string, page: Page) {
  const timer = setInterval(() => page.sign(through), PRESENT.sign * 1_000)
  onTestFinished(() => clearInterval(timer))
}

// Both tests wait nearly all the time.
test.concurrent('people of a killed process are gone after 40 s, and come back with their pages', async (context) => {
  const { expect, onTestFinished } = context
  const video = await fresh()
  const killed = await startApiBeside(server.config.database_url)
  onTestFinished(killed.stop)
  const mine = await openEvents(server.base, video, owner, { page_key: 'mine' })
  signing(context, beside.base, mine)
  const theirs = await openEvents(killed.base, video, colleague, { page_key: 'theirs' })
  await expect.poll(() => others(mine), LONG).toBe(1)
  const began = performance.now()
  await killed.stop()
  await theirs.ended()
  await expect.poll(() => others(mine), LONG).toBe(0)
  const gone = performance.now() - began
  expect(gone).toBeGreaterThan((PRESENT.gone - PRESENT.sign - 2) * 1_000)
  expect(gone).toBeLessThan((PRESENT.gone + 1) * 1_000)
  const again = await openEvents(beside.base, video, colleague, { page_key: 'theirs' })
  await expect.poll(() => others(mine), LONG).toBe(1)
  for (const page of [mine, again]) page.close()
}, 120_000)

test.concurrent('a page whose network is gone leaves after 40 s, though its connection stays open; a sign brings it back', async (context) => {
  const { expect } = context
  const video = await fresh()
  const mine = await openEvents(server.base, video, owner, { page_key: 'mine' })
  // Another process takes the signs of this page.
  signing(context, beside.base, mine)
  const silent = await openEvents(server.base, video, colleague, { page_key: 'silent' })
  await expect.poll(() => others(mine), LONG).toBe(1)
  const opened = performance.now()
  await wait((PRESENT.gone - 5) * 1_000)
  expect(others(mine)).toBe(1)
  await expect.poll(() => others(mine), LONG).toBe(0)
  expect(performance.now() - opened).toBeLessThan(PRESENT.gone * 1_000)
  expect(others(silent)).toBe(1)
  await silent.sign(beside.base)
  await expect.poll(() => others(mine), LONG).toBe(1)
  for (const page of [mine, silent]) page.close()
}, 120_000)
