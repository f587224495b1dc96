import { builtinEnvironments, type Environment } from 'vitest/runtime'

const { jsdom } = builtinEnvironments

let made: Promise<unknown> | undefined

/**
 * A jsdom that the test files of a worker share: making one takes a second of processor time. `setup.ts` empties it
 * after each test.
 */
export default {
  name: 'shared-document',
  viteEnvironment: 'client',
  async setup(global, options) {
    made ??= Promise.resolve(jsdom.setup(global, options))
    await made
    // It ends with the worker.
    return { teardown: () => undefined }
  },
} satisfies Environment
