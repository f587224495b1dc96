import { defineConfig } from 'vitest/config'

// Timeouts only end a test that hangs: a busy machine must not fail a test.
const node = {
  expect: { poll: { timeout: 60_000 } },
  environment: 'node',
  pool: 'forks',
  testTimeout: 120_000,
  hookTimeout: 180_000,
} as const

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...node, name: 'contract', include: ['contract/src/**/*.test.ts'] } },
      {
        test: {
          ...node,
          name: 'server',
          include: ['server/{src,test}/**/*.test.ts', 'samples/*.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
        },
      },
      // Run by hand after the films were drawn again: samples/films/README.md.
      { test: { ...node, name: 'films', include: ['samples/films/*.test.ts'] } },
      { test: { ...node, name: 'launcher', include: ['bin/**/*.test.ts', 'bench/**/*.test.ts'] } },
      {
        test: {
          ...node,
          name: 'processes',
          include: ['e2e/processes/*.test.ts'],
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          ...node,
          name: 'soak',
          include: ['soak/**/*.test.ts'],
          globalSetup: ['soak/global-setup.ts'],
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          ...node,
          name: 'journeys',
          include: ['e2e/journeys/*.test.ts'],
          globalSetup: ['e2e/global-setup.ts'],
          // One browser and one product at a time, because the product's processes share two cores.
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          ...node,
          name: 'frames',
          include: ['e2e/frames/*.test.ts'],
          fileParallelism: false,
          globalSetup: ['e2e/global-setup.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          expect: { poll: { timeout: 10_000 } },
          name: 'web',
          testTimeout: 30_000,
          environment: 'jsdom',
          pool: 'forks',
          include: ['web/{src,test}/**/*.test.{ts,tsx}'],
          setupFiles: ['web/test/setup.ts'],
        },
      },
    ],
  },
})
