import { afterAll, expect, test } from 'vitest'
import { MOST, workOf } from './largest-calls.ts'
import { startProduct } from './product.ts'

const product = await startProduct()
afterAll(() => product.close())

test.each([
  ['correcting a word', 0.1],
  ['comments as a table', 1],
])('%s holds nobody up, though the text is long', async (name, share) => {
  expect(await workOf(product, name, share)).toBeLessThan(MOST.work)
})
