import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { TestProjectInlineConfiguration } from 'vitest/config'

// Vitest of the version before reads this file in that version's folder. Its own settings hold, besides what follows.
const own = await import(pathToFileURL(path.resolve('vitest.config.ts')).href)
const projects: TestProjectInlineConfiguration[] = own.default.test.projects
const { test } = projects.find(({ test }) => test?.name === 'server') ?? {}
if (!test) throw new Error('The version before has no project server.')

export default {
  test: {
    ...own.default.test,
    projects: [
      {
        test: {
          ...test,
          globalSetup: [test.globalSetup ?? [], fileURLToPath(new URL('provide-schema.ts', import.meta.url))].flat(),
        },
      },
    ],
  },
}
