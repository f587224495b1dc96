import { afterEach, expect, inject, test } from 'vitest'
import { connectProduct } from '../product.ts'
import { Session } from '../session/session.ts'
import { noComplaints } from '../test-browser.ts'

// Members and guests of one stack of versions act at random, and what everybody sees is compared.
const product = connectProduct(inject('product'))
/** Longer runs, and the same acts again: docs/reference/tests.md. */
const minutes = Number(process.env.SESSION_MINUTES ?? 1)
const seed = Number(process.env.SESSION_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** Milliseconds for the film, and for the last comparison. */
const BESIDES = 600_000

afterEach(noComplaints)

test('six people who act at once see the same numbers, names, texts and frames, in lists, events, files and pages', {
  timeout: minutes * 60_000 + BESIDES,
}, async () => {
  console.log(`The acts follow from SESSION_SEED=${seed}.`)
  const session = await Session.begin(product, seed)
  const counts = await session.run(minutes * 60_000)
  console.log(JSON.stringify(counts))
  expect(counts.comments).toBeGreaterThan(0)
})
