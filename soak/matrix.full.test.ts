import { expect, test } from 'vitest'
import { drawnCases } from '../server/test/drawn-cases.ts'
import { matrix } from './matrix.ts'

test('no call answers across companies or fails with a server error, and refused calls change no row', async () => {
  // Each night every cell of both.
  const drawn = drawnCases(['with_billing', 'without_billing'] as const)
  const billing = { with_billing: drawn.includes('with_billing'), without_billing: drawn.includes('without_billing') }
  const { failures } = await matrix.run({ ...billing, every_cell: drawn.length === 2 }, () => undefined)
  expect(failures).toEqual([])
}, 1_800_000)
