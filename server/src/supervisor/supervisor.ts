import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { claim, type DataDirectoryOwner } from './data-directory.ts'
import { type EmbeddedDatabase, runningDatabaseUrl, startEmbeddedDatabase } from './embedded-database.ts'
import { freePort, waitForFreePort, waitUntilHealthy } from './network.ts'
import { restartOnChange } from './reload.ts'
import { EXIT_CONFIG, SupervisedProcess } from './supervised-process.ts'
import { buildWebAppWhenStale } from './web-app.ts'

/** Children get this long to end in order; the database needs the rest of the ten seconds. */
const GRACE_MS = 7_500
const PORT_PATIENCE_MS = 10_000
const PARENT_POLL_MS = 250

export interface SupervisorOptions {
  /** The project's folder. */
  readonly root: string
  readonly env: NodeJS.ProcessEnv
  /** The program that plays each role, relative to the root. */
  readonly server: string
  readonly buildWebApp: (root: string, say: (sentence: string) => void, signal: AbortSignal) => Promise<void>
  /** Serve the web app from its sources, and begin anew when sources change. */
  readonly reload: boolean
}

/** The options of the product itself. */
export function productOptions(root: string, env: NodeJS.ProcessEnv, reload: boolean): SupervisorOptions {
  return { root, env, server: 'server/src/main.ts', buildWebApp: buildWebAppWhenStale, reload }
}

/** Runs the product until a signal ends it; the process then exits. Never returns before. */
export async function supervise(options: SupervisorOptions): Promise<void> {
  process.title = 'footnote-supervisor'
  const supervisor = new Supervisor(options)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => supervisor.stop(0))
  // Opened by the launcher when it had to start a newer Node: it closes when the launcher is killed.
  process.on('disconnect', () => supervisor.stop(0))
  if (options.env.npm_lifecycle_event) watchParent(() => supervisor.stop(0))
  await supervisor.start()
}

/**
 * Calls back when our parent is gone. npm hands a signal to the shell between us, which dies of it without passing it
 * on; a supervisor started without npm outlives its shell on purpose.
 */
function watchParent(onGone: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onGone()
  }, PARENT_POLL_MS).unref()
}

class Supervisor {
  readonly #options: SupervisorOptions
  readonly #ended = new AbortController()
  readonly #processes: SupervisedProcess[] = []
  #starting: Promise<void> | undefined
  #stopping: Promise<void> | undefined
  #database: EmbeddedDatabase | undefined
  #owner: DataDirectoryOwner | undefined

  constructor(options: SupervisorOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    this.#starting = this.#start()
    await this.#starting.catch((error: unknown) => this.fail(error))
  }

  async #start(): Promise<void> {
    const { env, root, reload } = this.#options
    const { signal } = this.#ended
    // The address of an embedded database is known only later; every other setting can be checked now.
    const settings = readConfig({ ...env, DATABASE_URL: env.DATABASE_URL || 'postgresql://embedded' })
    const database_url = env.DATABASE_URL || (await this.#prepareDatabase(settings))
    const serves = settings.roles.includes('api')
    const port = settings.port || (await freePort(settings.host))
    if (serves && !reload && !signal.aborted) await this.#options.buildWebApp(root, say, signal)
    if (serves && !(await waitForFreePort(port, settings.host, PORT_PATIENCE_MS, signal)))
      throw new Error(`Port ${port} is used by another program. Choose another one: PORT=${port + 1} npm start`)
    if (signal.aborted) return
    const child_env = { ...env, DATABASE_URL: database_url, DATA_DIR: settings.data_dir, PORT: String(port) }
    if (reload) await this.#startReloading(settings, child_env)
    else for (const role of settings.roles) this.#startRole(role, child_env)
    if (serves) await this.#announce(settings, port)
    else say(`running: ${settings.roles.join(', ')}`)
  }

  /** As `start`, but Vite answers at the port and passes calls on to an API at a port of its own. */
  async #startReloading(settings: Config, env: NodeJS.ProcessEnv): Promise<void> {
    const { root } = this.#options
    const api_port = await freePort('127.0.0.1')
    const public_url = settings.public_url_set ? settings.public_url : `http://localhost:${env.PORT}`
    const role_env = { ...env, HOST: '127.0.0.1', PORT: String(api_port), PUBLIC_URL: public_url }
    for (const role of settings.roles) this.#startRole(role, role_env)
    restartOnChange(root, [...this.#processes], say, this.#ended.signal)
    if (!settings.roles.includes('api')) return
    // Vite complains of every call that it cannot pass on yet.
    const api_origin = `http://127.0.0.1:${api_port}`
    await waitUntilHealthy(`${api_origin}/api/health`, this.#ended.signal)
    const web_env = { ...env, API_ORIGIN: api_origin, WEB_HOST: settings.host, WEB_PORT: env.PORT }
    if (!this.#ended.signal.aborted) this.#startProcess('web', 'web/dev-server.ts', web_env)
  }

  async #prepareDatabase(settings: Config): Promise<string> {
    const claimed = await claim(settings.data_dir, settings.roles)
    if (claimed.kind === 'taken')
      throw new Error(`Footnote already runs on ${settings.data_dir} (process ${claimed.pid}).`)
    if (claimed.kind === 'shared') {
      say(`using the database that process ${claimed.pid} runs`)
      return runningDatabaseUrl(settings.data_dir)
    }
    this.#owner = claimed.owner
    const events = { say, onLost: (error: unknown) => this.fail(error) }
    this.#database = await startEmbeddedDatabase(settings.data_dir, events)
    return this.#database.url
  }

  #startRole(role: string, env: NodeJS.ProcessEnv): void {
    this.#startProcess(role, this.#options.server, { ...env, ROLES: role })
  }

  #startProcess(name: string, program: string, env: NodeJS.ProcessEnv): void {
    const tie = pathToFileURL(join(import.meta.dirname, 'tie-to-supervisor.ts')).href
    this.#processes.push(
      new SupervisedProcess({
        name,
        args: ['--import', tie, program],
        cwd: this.#options.root,
        env,
        say,
        onGivenUp: (code) => this.stop(code),
        onStarted: (life) => this.#owner?.note(life),
      }),
    )
  }

  async #announce(settings: Config, port: number): Promise<void> {
    const host = ['0.0.0.0', '::', ''].includes(settings.host) ? '127.0.0.1' : settings.host
    const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
    if (!(await waitUntilHealthy(`${origin}/api/health`, this.#ended.signal))) return
    say(`ready at ${settings.public_url_set ? settings.public_url : origin.replace('127.0.0.1', 'localhost')}`)
  }

  /** Says why, and stops with exit code 1, or 78 for settings that cannot be used. */
  fail(error: unknown): void {
    if (this.#ended.signal.aborted) return
    console.error(error instanceof Error ? error.message : String(error))
    this.stop(error instanceof ConfigError ? EXIT_CONFIG : 1)
  }

  /** Stops everything in order and exits. Later calls change nothing. */
  stop(exit_code: number): void {
    this.#stopping ??= this.#stop().finally(() => process.exit(exit_code))
  }

  async #stop(): Promise<void> {
    this.#ended.abort()
    await this.#starting?.catch(() => undefined)
    await Promise.all(this.#processes.map((running) => running.stop(GRACE_MS)))
    await this.#database?.stop()
    this.#owner?.release()
  }
}

function say(sentence: string): void {
  console.log(`footnote: ${sentence}`)
}
