import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSession } from '../../../../lib/session.ts'
import { transfer } from './transfer.ts'

beforeEach(() => {
  const user = { id: 'ada', first_name: 'Ada', last_name: '', email: 'ada@example.com', company_id: 'c' }
  startSession({ access: 'token', refresh: 'r', user })
})
afterEach(() => vi.unstubAllGlobals())

const shipment = () => ({
  file: new File(['film'], 'one.mp4'),
  file_id: null,
  metadata: {},
  onBegun: () => undefined,
  onProgress: () => undefined,
  onReach: () => undefined,
})

test('a file that was paused before its first request sends none', async () => {
  const asked = vi.fn()
  vi.stubGlobal('XMLHttpRequest', asked)
  await expect(transfer(shipment(), AbortSignal.abort('paused'))).rejects.toBe('paused')
  expect(asked).not.toHaveBeenCalled()
})
