import { afterAll, expect, test } from 'vitest'
import { drawnCases } from './drawn-cases.ts'
import { LARGEST, MOST, workOf } from './largest-calls.ts'
import { startProduct } from './product.ts'

const product = await startProduct({})
afterAll(() => product.close())

test.each(drawnCases(Object.keys(LARGEST)))(
  '%s holds nobody up at the largest size, and grows with its size only',
  async (name) => {
    const tenth = await workOf(product, name, 0.1)
    const whole = await workOf(product, name, 1)
    console.log(`${name}: ${tenth.toFixed(0)} ms of the loop, ${whole.toFixed(0)} ms at ten times the size`)
    expect(whole).toBeLessThan(MOST.work)
    // Times of a few milliseconds say nothing about growth.
    if (tenth > 5) expect(whole / tenth).toBeLessThan(MOST.growth)
  },
)
