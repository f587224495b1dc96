import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { AccessTokens } from './accounts/access.ts'
import { accountRoutes } from './accounts/routes.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { buildApp } from './http/app.ts'
import { healthRoute } from './http/health.ts'
import { identifyBy } from './http/viewer.ts'
import { serveWeb } from './http/web.ts'
import { openMailer } from './mail/mailer.ts'

/** Exit status of a process whose settings cannot be used (EX_CONFIG of sysexits.h): starting it again is of no use. */
const EXIT_CONFIG = 78
const WEB_FOLDER = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../web/dist')

function settings(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(EXIT_CONFIG)
  }
}

async function startApi(config: Config): Promise<() => Promise<void>> {
  const db = openDatabase(config.database_url)
  const tokens = new AccessTokens(config.secret_key)
  const readiness = { ready: false }
  const { app, route } = await buildApp({ config, identify: identifyBy(db, tokens), readiness })
  const mailer = openMailer({
    ...config,
    onFailure: (error) => app.log.error({ err: error }, 'mail could not be sent'),
    announce: (line) =>
      process.stderr.write(`${line}
`),
  })
  healthRoute(route, { db, readiness, config })
  accountRoutes(route, { db, mailer, tokens, config })
  await serveWeb(app, WEB_FOLDER)
  await app.listen({ port: config.port, host: config.host })
  await migrate(config.database_url)
  readiness.ready = true
  return async () => {
    readiness.ready = false
    await app.close()
    await mailer.close()
    await db.destroy()
  }
}

const config = settings()
process.title = config.roles.includes('api') ? 'footnote-api' : 'footnote-worker'
const stops = [...(config.roles.includes('api') ? [await startApi(config)] : [])]

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  // Whatever hangs must not keep the process: the supervisor counts on ten seconds.
  setTimeout(() => process.exit(1), 9_000).unref()
  await Promise.allSettled(stops.map((end) => end()))
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
