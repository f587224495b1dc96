import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { withConnection } from '../server/src/platform/db/connections.ts'
import { ownMigrations } from '../server/src/platform/db/migrate.ts'
import { migratedDatabase, migrateWithQueue } from '../server/test/global-setup.ts'
import { startTestPostgres } from '../server/test/test-postgres.ts'
import { checkOut, LAST_RELEASE } from './earlier-version.ts'
import { soak } from './run.ts'
import { type FailedTest, runApiTests } from './version-before/api-tests.ts'
import { RunningProduct } from './version-before/running-product.ts'

/** Lets the version before work on the schema of this one, as when machines are upgraded one after the other. */
export const versionBefore = soak({
  shows:
    'A process of the version before goes on to work after another machine has migrated the database, and is refused when it starts again.',
  // `files`: words in the paths of tests with the default API or a database of their own, with commas. `statement`: SQL
  // after the migrations, to see whether the version before could work with it.
  sizes: { from: LAST_RELEASE, files: '.api.test.', statement: '' },
  async run({ from, files, statement }, log) {
    const version = await checkOut(from)
    const postgres = await startTestPostgres()
    const counts: Record<string, number | string> = { commit: version.commit }
    const failures: string[] = []
    try {
      const { newer, gone } = await compareMigrations(version.root)
      counts['newer migrations'] = newer.length === 0 ? 'none' : newer.join(', ')
      for (const name of gone) failures.push(`This version has no ${name}, which the version before applied.`)

      log(`the version before is ${version.commit}`)
      const database_url = await postgres.createDatabase()
      const product = await RunningProduct.start(version.root, database_url)
      try {
        log('it runs; now the database is migrated')
        await migrateWithQueue(database_url)
        await execute(database_url, statement)
        await product.goOn().then(
          () => log('it went on to work'),
          (error: unknown) => failures.push(`The running version before broke off: ${error}`),
        )
        // Without a newer migration it starts again.
        const why = newer.length > 0 ? await product.restart() : null
        if (why !== null) failures.push(`The version before was not refused when it started again: ${why}.`)
      } finally {
        await product.remove()
      }

      const server = postgres.url
      const name = await migratedDatabase(postgres)
      const migrated_url = urlOf(server, name)
      await execute(migrated_url, statement)
      // A process that has started before the upgrade looks at the list no more; these tests start one each.
      await forget(migrated_url, newer)
      const run = await runApiTests(version.root, files.split(','), { server, name })
      log(`${run.passed} tests passed on the new schema, ${run.failed.length} failed`)
      if (run.passed + run.failed.length === 0) failures.push(`No test has a path with '${files}'.`)
      const judged = await judge(version.root, run.failed)
      failures.push(...judged.broken.map(({ file, title, reason }) => `${file}: ${title} (${reason})`))
      Object.assign(counts, {
        'tests that passed': run.passed,
        'tests that were skipped': run.skipped,
        'tests that fail on their own schema, too': judged.elsewhere.join(', ') || 0,
        'tests that fail on the new schema alone': judged.broken.length,
      })
      return { counts, failures }
    } finally {
      await postgres.stop()
      await version.remove()
    }
  },
})

/** Migrations that only this version has, and that only the version before has. */
async function compareMigrations(root: string): Promise<{ newer: string[]; gone: string[] }> {
  const ours = await ownMigrations()
  const folder = path.join(root, 'server/src/platform/db/migrations')
  const theirs = (await readdir(folder)).filter((name) => name.endsWith('.sql'))
  return {
    newer: ours.filter((name) => !theirs.includes(name)),
    gone: theirs.filter((name) => !ours.includes(name)),
  }
}

/** Parts failed tests by whose fault they are. Those that also fail on the schema of their own version are not ours. */
async function judge(root: string, failed: readonly FailedTest[]) {
  const files = [...new Set(failed.map(({ file }) => file))]
  const again = files.length > 0 ? (await runApiTests(root, files, null)).failed : []
  const fails_there = ({ file, title }: FailedTest) => again.some((test) => test.file === file && test.title === title)
  return {
    elsewhere: failed.filter(fails_there).map(nameOf),
    broken: failed.filter((test) => !fails_there(test)),
  }
}

const nameOf = ({ file, title }: FailedTest): string => (title === '' ? file : title)

const execute = (url: string, statement: string, values: readonly unknown[] = []): Promise<unknown> =>
  withConnection(url, 'footnote-soak', (client) => client.query(statement, [...values]))

const forget = (url: string, names: readonly string[]): Promise<unknown> =>
  execute(url, 'delete from migrations where name = any($1)', [names])

function urlOf(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
