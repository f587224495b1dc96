import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

type Settings = NonNullable<TestProjectInlineConfiguration['test']>

/** For quick files: those of a worker share its globals, and the modules of packages. */
const shared: Settings = { isolate: false, setupFiles: ['vitest.setup.ts'] }

// Timeouts only end a test that hangs: a busy machine must not fail a test.
const node: Settings = {
  expect: { poll: { timeout: 60_000 } },
  environment: 'node',
  pool: 'forks',
  testTimeout: 120_000,
  hookTimeout: 180_000,
}
const server: Settings = { ...node, globalSetup: ['server/test/global-setup.ts'] }
/** For tests that start whole products: one file at a time, because a product's processes share two cores. */
const products: Settings = { ...node, maxWorkers: 1, testTimeout: 600_000, hookTimeout: 600_000 }
const soak: Settings = { ...products, globalSetup: ['soak/global-setup.ts'] }
const browser: Settings = {
  ...products,
  globalSetup: ['e2e/global-setup.ts'],
  setupFiles: ['e2e/journey-setup.ts'],
}

/** For files whose people, kills and engines wait: two at a time left a quarter of two cores unused. */
const WAITING = 3
/** For files that wait until a picture has come to rest: two at a time left three quarters unused. */
const LOOKING = 5

/** Projects of one place run at the same time, after those of the places before it, and have as many workers. */
const FUNCTIONS = 0
const ISOLATED = 1
const SERVER = 2
/** Files that start products, one at a time. */
const ALONE = 3
/** Files that start or share products, several at a time. */
const TOGETHER = 4
const FRAMES = 5

/** Endings of files that need more than functions, or that only `npm run test:full` runs. */
const NEEDY = '**/*.{api,dom,full,isolated,shared}.test.ts'

const project = (name: string, place: number, include: readonly string[], settings: Settings) => ({
  test: {
    exclude: name.endsWith('-full') ? [] : [NEEDY],
    ...settings,
    name,
    include: [...include],
    sequence: { ...settings.sequence, groupOrder: place },
  },
})

// Each test file belongs to one project, by its folder and its ending: docs/reference/tests.md. `npm test` leaves out
// the projects whose names end in `-full`.
export default defineConfig({
  test: {
    maxWorkers: 2,
    fsModuleCache: true,
    sequence: { shuffle: { files: true } },
    projects: [
      project('functions', FUNCTIONS, ['{contract,server,web}/{src,test}/**/*.test.ts'], {
        ...node,
        ...shared,
        pool: 'threads',
        sequence: { shuffle: { tests: true } },
      }),
      project('launchers', FUNCTIONS, ['{bin,bench}/**/*.test.ts'], node),
      project('screens', FUNCTIONS, ['web/{src,test}/**/*.{test.tsx,dom.test.ts}'], {
        ...node,
        expect: { poll: { timeout: 10_000 } },
        testTimeout: 30_000,
        environment: './web/test/shared-document.ts',
        exclude: [],
        isolate: false,
        setupFiles: ['vitest.setup.ts', 'web/test/setup.ts'],
      }),
      project('server', SERVER, ['server/{src,test}/**/*.{api,shared}.test.ts'], {
        ...server,
        ...shared,
        maxWorkers: WAITING,
        exclude: [],
      }),
      project('isolated', ISOLATED, ['server/{src,test}/**/*.isolated.test.ts'], {
        ...server,
        maxWorkers: WAITING,
        exclude: [],
      }),
      project('server-full', SERVER, ['server/{src,test}/**/*.full.test.ts', 'samples/*.full.test.ts'], {
        ...server,
        expect: { poll: { timeout: 300_000 } },
        maxWorkers: WAITING,
        testTimeout: 600_000,
        hookTimeout: 600_000,
      }),
      project('processes', ALONE, ['e2e/processes/*.test.ts'], products),
      project('processes-full', ALONE, ['e2e/processes/*.full.test.ts'], products),
      project('soak', ALONE, ['soak/**/*.test.ts'], soak),
      project('soak-full', TOGETHER, ['soak/**/*.full.test.ts'], { ...soak, maxWorkers: WAITING }),
      project('journeys', TOGETHER, ['e2e/journeys/*.test.ts'], { ...browser, maxWorkers: WAITING }),
      project('journeys-full', TOGETHER, ['e2e/journeys/*.full.test.ts'], { ...browser, maxWorkers: WAITING }),
      project('frames-full', FRAMES, ['e2e/frames/*.full.test.ts'], { ...browser, maxWorkers: LOOKING }),
      // What a browser composes in play needs a machine of its own.
      project('plays-full', ALONE, ['e2e/plays/*.full.test.ts'], browser),
    ],
  },
})
