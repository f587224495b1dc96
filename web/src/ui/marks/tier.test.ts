import { expect, test } from 'vitest'
import { confidenceOf } from './tier.tsx'

test('the tiers begin where the specification says', () => {
  expect([0.829, 0.83, 0.77, 0.769].map(confidenceOf)).toEqual(['Medium', 'High', 'Medium', 'Low'])
})
