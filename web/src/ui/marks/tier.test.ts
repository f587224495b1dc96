import { expect, test } from 'vitest'
import { confidenceOf } from './tier.tsx'

test('Medium begins at 0.77 and High at 0.83', () => {
  expect([0.829, 0.83, 0.77, 0.769].map(confidenceOf)).toEqual(['Medium', 'High', 'Medium', 'Low'])
})
