// Past 250 lines: the states of all processes are only correct together.
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { printable } from '@footnote/contract/shared/text.ts'
import { type Config, ConfigError, EXIT_CONFIG, openToStrangers, readConfig } from '../../platform/config.ts'
import { DECODERS_ACCOUNTS, DECODERS_SOCKET } from '../../platform/confinement/launcher.ts'
import { LITTLE_KEPT, PROGRAM_ENVIRONMENT } from '../../platform/confinement/processes.ts'
import { UpgradeRefused } from '../../platform/errors.ts'
import { openLog } from '../../platform/log.ts'
import { isPretty } from '../../platform/log-lines.ts'
import { type ClusterOwner, claim } from './claim.ts'
import { type ClusterRecord, clusterOf, findCluster } from './database/cluster-record.ts'
import { type EmbeddedDatabase, runningDatabaseUrl, startEmbeddedDatabase } from './database/embedded-database.ts'
import { SUPERVISOR_TITLE } from './database/postgres.ts'
import { postgresAccount } from './database/postgres-account.ts'
import { endRestores } from './database/unfinished-restores.ts'
import { chooseIdentities, decoderWords, type Identities, makeSocketFolder, roleWords } from './identities.ts'
import { freePort, type HeldSocket, holdPort, waitUntilHealthy } from './network.ts'
import { checkMachine, lookAtPort, outboxWords, reservePort } from './preflight.ts'
import { makePrivate, openToAccounts } from './private-files.ts'
import { restartOnChange } from './reload.ts'
import { wordsFor } from './role-words.ts'
import { SupervisedProcess } from './supervised-process.ts'
import { askAtTerminal } from './terminal.ts'
import { buildWebAppWhenStale, requireWebApp } from './web-app.ts'

/** Milliseconds for child processes to end in order; the database needs the rest of the ten seconds. */
const GRACE_MS = 7_500
const PARENT_POLL_MS = 250
/** Milliseconds after which a person wants to know what the start waits for. */
const PATIENCE_MS = 2_000
/** Makes Node's own HTTP clients use the proxies of HTTP_PROXY, HTTPS_PROXY and NO_PROXY (nodejs.org/api/cli.html). */
const PROXIES = { NODE_USE_ENV_PROXY: '1' }

export interface SupervisorOptions {
  /** The project's folder. */
  readonly root: string
  readonly env: NodeJS.ProcessEnv
  /** The program of each role, relative to the root. */
  readonly server: string
  readonly prepareWebApp: (root: string, say: (sentence: string) => void, signal: AbortSignal) => Promise<void>
  /** Serve the web app from its sources, and restart when sources change. */
  readonly reload: boolean
}

const SERVER = 'server/src/app/main.ts'

/** The options of the product in a clone, which builds its web app when the sources changed. */
export function productOptions(root: string, env: NodeJS.ProcessEnv, reload: boolean): SupervisorOptions {
  return { root, env, server: SERVER, prepareWebApp: buildWebAppWhenStale, reload }
}

/** The options of an installed product, whose folder may be read-only: its web app was built before. */
export function installedProduct(root: string, env: NodeJS.ProcessEnv): SupervisorOptions {
  return { root, env, server: SERVER, prepareWebApp: requireWebApp, reload: false }
}

/** Runs the product until a signal ends it, then exits the process. Never returns. */
export async function supervise(options: SupervisorOptions): Promise<void> {
  process.title = SUPERVISOR_TITLE
  const supervisor = new Supervisor(options)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => supervisor.stop(0))
  // The launcher opens this channel when it had to start a newer Node. It closes when the launcher is killed.
  process.on('disconnect', () => supervisor.stop(0))
  if (options.env.npm_lifecycle_event) watchParent(() => supervisor.stop(0))
  await supervisor.start()
}

/**
 * Calls back when our parent, npm, is gone: npm waits for us after SIGTERM and SIGINT, but SIGHUP and SIGKILL end it at
 * once. A supervisor started without npm outlives its shell on purpose.
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
  readonly #said = new Set<string>()
  #starting: Promise<void> | undefined
  #stopping: Promise<void> | undefined
  #database: EmbeddedDatabase | undefined
  #owner: ClusterOwner | undefined
  /** The API's port, which stays open while a killed API starts again. */
  #sockets: readonly HeldSocket[] = []
  #identities: Identities | null = null
  /** Sockets of the processes that start decoders; empty when roles start them directly. */
  readonly #spawners: string[] = []

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
    // The embedded database gets its address later; every other setting can be checked now.
    const settings = readConfig({ ...env, DATABASE_URL: env.DATABASE_URL || 'postgresql://embedded' })
    const serves = settings.roles.includes('api')
    const port_wait = serves ? await lookAtPort(settings, say, signal) : 0
    await checkMachine(settings, !env.DATABASE_URL)
    await openToAccounts(settings.data_dir)
    const found = env.DATABASE_URL ? { url: env.DATABASE_URL } : await this.#claimDatabase(settings)
    // After the claim, which ends what a killed run left on the port, and before the database, which takes seconds.
    const port = serves ? await reservePort(settings, port_wait, signal) : settings.port
    if (signal.aborted || port === undefined) return
    // With `reload` Vite listens on the port.
    if (serves && !reload) this.#sockets = await holdPort(port, settings.host)
    const identities = chooseIdentities(settings, [join(root, this.#options.server), join(root, 'web/dist/index.html')])
    if (identities && 'obstacle' in identities)
      say(
        `API and worker run as root, since ${identities.obstacle}; move both to where every user may go, such as /opt`,
      )
    else this.#identities = identities
    await keepPrivate(settings, this.#identities)
    const database_url = 'url' in found ? found.url : await this.#startDatabase(settings, found)
    if (await endRestores({ data_dir: settings.data_dir, database_url, say, signal }))
      await keepPrivate(settings, this.#identities)
    if (serves && !reload && !signal.aborted) await this.#options.prepareWebApp(root, say, signal)
    if (signal.aborted) return
    // An embedded database has been copied by now.
    const upgrade_copy = env.DATABASE_URL ? env.UPGRADE_COPY : 'off'
    const child_env = {
      // What API and worker have compiled, for their next start, which takes half the time.
      NODE_COMPILE_CACHE: join(settings.data_dir, 'compiled'),
      ...LITTLE_KEPT,
      ...env,
      DATABASE_URL: database_url,
      UPGRADE_COPY: upgrade_copy,
      DATA_DIR: settings.data_dir,
      PORT: String(port),
    }
    if (reload) await this.#startReloading(settings, child_env)
    else for (const role of settings.roles) await this.#startRole(role, child_env)
    const codes = outboxWords(settings)
    if (codes) say(codes)
    if (serves) await this.#announce(settings, port)
    else say(`running: ${settings.roles.join(', ')}`)
  }

  /** Like `start`, but Vite listens on the port and forwards calls to an API on another port. */
  async #startReloading(settings: Config, env: NodeJS.ProcessEnv): Promise<void> {
    const { root } = this.#options
    const api_port = await freePort('127.0.0.1')
    this.#sockets = await holdPort(api_port, '127.0.0.1')
    const public_url = settings.public_url_set ? settings.public_url : `http://localhost:${env.PORT}`
    const role_env = { ...env, HOST: '127.0.0.1', PORT: String(api_port), PUBLIC_URL: public_url }
    for (const role of settings.roles) await this.#startRole(role, role_env)
    restartOnChange(root, [...this.#processes], say, this.#ended.signal)
    if (!settings.roles.includes('api')) return
    // Vite reports an error for every call that it cannot forward yet.
    const api_origin = `http://127.0.0.1:${api_port}`
    await waitUntilHealthy(`${api_origin}/api/health`, this.#ended.signal)
    const web_env = { ...env, API_ORIGIN: api_origin, WEB_HOST: settings.host, WEB_PORT: env.PORT }
    if (!this.#ended.signal.aborted) this.#startProcess('web', ['web/dev-server.ts'], web_env)
  }

  /** @returns the place of our database, or the address of another supervisor's database */
  async #claimDatabase(settings: Config): Promise<ClusterRecord | { url: string }> {
    const place = await findCluster(settings.data_dir, postgresAccount(), say)
    const cluster = clusterOf(settings.data_dir, place)
    const claimed = await claim(cluster, settings.data_dir, settings.roles)
    if (claimed.kind === 'taken')
      throw new Error(`Footnote already runs on ${settings.data_dir} (process ${claimed.pid}).`)
    if (claimed.kind === 'shared') {
      say(`using the database that process ${claimed.pid} runs`)
      return { url: runningDatabaseUrl(settings.data_dir) }
    }
    this.#owner = claimed.owner
    return place
  }

  async #startDatabase(settings: Config, place: ClusterRecord): Promise<string> {
    const events = { say, onLost: (error: unknown) => this.fail(error) }
    this.#database = await whileWaiting('the database', () =>
      startEmbeddedDatabase(settings, place, events, this.#ended.signal),
    )
    return this.#database.url
  }

  /** Starts a role, and first the process that starts its decoders when they have an account of their own. */
  async #startRole(role: string, settings: NodeJS.ProcessEnv): Promise<void> {
    const { server } = this.#options
    const env: NodeJS.ProcessEnv = { ...PROXIES, ...settings, ROLES: role }
    if (!this.#identities) return this.#startProcess(role, [server], env)
    const socket = await makeSocketFolder(this.#identities, env.DATA_DIR ?? '', role)
    this.#spawners.push(socket)
    const { words, block } = await decoderWords(this.#identities)
    const accounts = block ? [String(block.first)] : []
    const decoders = join(import.meta.dirname, '../../platform/confinement/spawner/decoders.process.ts')
    this.#startProcess(`decoders of ${role}`, [decoders, socket, ...accounts], PROGRAM_ENVIRONMENT, words)
    const opens = role === 'api' && this.#sockets.length === 0
    const role_words = roleWords(this.#identities, block, opens ? Number(env.PORT) : null)
    const sockets = { [DECODERS_SOCKET]: socket, [DECODERS_ACCOUNTS]: accounts.join('') }
    this.#startProcess(role, [server], { ...env, ...sockets }, role_words)
  }

  #startProcess(name: string, program: readonly string[], env: NodeJS.ProcessEnv, words: readonly string[] = []): void {
    this.#processes.push(
      new SupervisedProcess({
        name,
        words,
        args: [...wordsFor(name === 'api' ? 'api' : 'worker'), ...program],
        cwd: this.#options.root,
        env,
        ...(name === 'api' ? { sockets: this.#sockets } : {}),
        say,
        onSaid: (sentence) => this.#sayOnce(sentence),
        onAsked: async (question) => {
          // Below the address, which people look for first.
          await this.#starting
          return await askAtTerminal(question, this.#ended.signal)
        },
        onGivenUp: (code) => this.stop(code),
        ended_runs: this.#owner?.left ?? [],
        onStarted: (life) => this.#owner?.note(life),
      }),
    )
  }

  async #announce(settings: Config, port: number): Promise<void> {
    const host = ['0.0.0.0', '::', ''].includes(settings.host) ? '127.0.0.1' : settings.host
    const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
    const healthy = () => waitUntilHealthy(`${origin}/api/health`, this.#ended.signal)
    if (!(await whileWaiting('the API, which prepares the database and the search', healthy))) return
    say(`ready at ${settings.public_url_set ? settings.public_url : origin.replace('127.0.0.1', 'localhost')}`)
    const open = openToStrangers(settings)
    if (open) say(open)
  }

  /** API and worker report the same facts. */
  #sayOnce(sentence: string): void {
    if (!this.#said.has(sentence)) say(sentence)
    this.#said.add(sentence)
  }

  /** Prints the reason, and stops with exit code 1, or 78 for unusable settings. */
  fail(error: unknown): void {
    if (this.#ended.signal.aborted) return
    console.error(error instanceof Error ? error.message : String(error))
    this.stop(error instanceof ConfigError || error instanceof UpgradeRefused ? EXIT_CONFIG : 1)
  }

  /** Stops everything in order and exits. Later calls change nothing. */
  stop(exit_code: number): void {
    this.#stopping ??= this.#stop().finally(() => process.exit(exit_code))
  }

  async #stop(): Promise<void> {
    this.#ended.abort()
    // Callers learn at once that nobody will answer.
    for (const socket of this.#sockets) socket.close()
    await this.#starting?.catch(() => undefined)
    // Processes that still read from decoders end first.
    const starters = this.#processes.filter(({ name }) => name.startsWith('decoders'))
    const roles = this.#processes.filter((running) => !starters.includes(running))
    await Promise.all(roles.map((running) => running.stop(GRACE_MS)))
    await Promise.all(starters.map((running) => running.stop(GRACE_MS)))
    for (const socket of this.#spawners) rmSync(dirname(socket), { recursive: true, force: true })
    await this.#database?.stop()
    this.#owner?.release()
  }
}

/** From here on only the product's account may read what is written, not its group. */
async function keepPrivate({ data_dir }: Config, identities: Identities | null): Promise<void> {
  process.umask(0o077)
  const changed = await makePrivate(data_dir, identities?.product)
  if (changed > 0) say(`made ${changed} files and folders of ${data_dir} private`)
}

/** Prints a sentence: for people at a terminal, as a line of the log elsewhere. */
function say(sentence: string): void {
  if (isPretty(process.env.LOG_FORMAT)) console.log(printable(`footnote: ${sentence}`))
  else openLog('info').info({ from: 'supervisor' }, sentence)
}

/** Says what a long step waits for. */
async function whileWaiting<T>(what: string, work: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => say(`waiting for ${what}`), PATIENCE_MS)
  return await work().finally(() => clearTimeout(timer))
}
