import { expect, test } from 'vitest'
import { matrix } from './matrix.ts'

test('no call answers across companies or fails with a server error, and refused calls change no row', async () => {
  const { failures } = await matrix.run({ ...matrix.sizes, every_cell: process.env.CASES === 'all' }, () => undefined)
  expect(failures).toEqual([])
}, 1_800_000)
