import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SmallHub, startSmallHub } from '../../../test/small-hub.ts'

let hub: SmallHub
beforeEach(async () => {
  hub = await startSmallHub()
})
afterEach(() => hub.close())

test('a model is listed with its details, fetched by its name, and found from then on', async () => {
  const before = await hub.models(['list'])
  expect(before.printed).toContain('parakeet-110m-en\n  Parakeet TDT-CTC 110M: speech, by default, en, 126 MB\n')
  expect(before.printed).toContain(
    'small\n  Small: speech, by default, en, unknown size\n  made/small at its first use, MIT\n  not here\n',
  )
  expect(await hub.models(['verify'])).toEqual({ status: 0, printed: 'There is no model on this machine.\n' })
  const fetched = await hub.models(['fetch', 'small'])
  expect(fetched.status).toBe(0)
  expect(fetched.printed.trimEnd().split('\n').at(-1)).toBe(hub.folder)
  expect((await hub.models(['list'])).printed).toContain(`MIT\n  ${hub.folder}\n`)
  expect(await hub.models(['verify'])).toEqual({ status: 0, printed: `small: ${hub.folder}\n` })
})
