import { afterAll, expect, test } from 'vitest'
import { BOUNDED, MOST_BYTES, WHOLE } from './answer-sizes.ts'
import { bytesOf } from './largest-calls.ts'
import { startProduct } from './product.ts'

const product = await startProduct({})
afterAll(() => product.close())

const names = Object.values({ ...WHOLE, ...BOUNDED }).flatMap((bound) => ('like' in bound ? [bound.like] : []))

test.each([...new Set(names)])('%s has no more than 5 MB at the largest size', async (name) => {
  const bytes = await bytesOf(product, name)
  console.log(`${name}: ${(bytes / 1e6).toFixed(2)} MB`)
  expect(bytes).toBeLessThan(MOST_BYTES)
})
