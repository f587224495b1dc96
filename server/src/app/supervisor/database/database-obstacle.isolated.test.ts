import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { databaseFailure } from './database-obstacle.ts'

test('a disk without room for the database is a sentence with what to type', () => {
  const printed = 'initdb: error: could not write to file "/data/postgres.new/base": No space left on device\nremoving'
  const { message } = databaseFailure('The database could not be made', printed, '/data')
  expect(message).toMatch(/^The database could not be made: there is no room in \/data\. .*DATA_DIR=/)
})

test.runIf(process.getuid?.() === 0)('a user id without a name is a sentence with what to type', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'footnote-nameless-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await chmod(folder, 0o777)
  const [postgres, binaries] = ['./postgres.ts', './postgres-binaries.ts'].map((file) => new URL(file, import.meta.url))
  const program = `const { initialise } = await import('${postgres}')
  const { postgresBinaries } = await import('${binaries}')
  const binaries = await postgresBinaries(undefined)
  await initialise({ directory: '${folder}/cluster', password: 'x', account: undefined, binaries })
    .catch((error) => console.log(error.constructor.name, error.message))`
  const words = ['--reuid', '424242', '--regid', '424242', '--clear-groups', '--', process.execPath]
  const env = { PATH: process.env.PATH, HOME: folder }
  const run = spawnSync('setpriv', [...words, '--input-type=module', '-e', program], {
    encoding: 'utf8',
    cwd: '/',
    env,
  })
  expect(run.stdout + run.stderr).toMatch(
    /^ConfigError The database could not be made: .* user id 424242,.*DATABASE_URL=/,
  )
})
