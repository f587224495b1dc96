import { afterAll, vi } from 'vitest'

// The test files of a worker share globals: what one replaced, such as the browser's navigator, must not reach the next.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
