import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../server/src/app/supervisor/network.ts'
import { compileOnce } from '../server/test/kept-folder.ts'
import { copyMadeData } from '../server/test/made-data.ts'
import { makeOpenFolder } from '../server/test/open-folder.ts'
import { readableMail } from '../server/test/readable-mail.ts'
import { noteStart } from '../server/test/starts.ts'
import { copyIndexedData } from './indexed-data.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

/** A running product, whoever started it. */
export interface RunningProduct {
  readonly origin: string
  readonly data_dir: string
  /** The newest code in mails to an address. Waits for it. */
  code(email: string): Promise<string>
  /** The newest link in mails to an address. Waits for it. */
  link(email: string): Promise<string>
  /** The newest link that unsubscribes an address from a kind of mail. Waits for it. */
  unsubscribeLink(email: string): Promise<string>
  /** The address after these words in the newest mail to somebody that has them. Waits for it. */
  mailed(email: string, words: string): Promise<string>
  /** The address below a line that ends with these words, in the newest such mail to somebody. Waits for it. */
  mailedBelow(email: string, words: string): Promise<string>
}

/** A product started as a person does it: `npm start`, on a free port with its own folder. */
export interface Product extends RunningProduct {
  readonly process: ChildProcess
  readonly port: number
  /** The last output. */
  printed(): string
  /** Stops it, and removes its folder if `startProduct` created that. */
  stop(): Promise<void>
}

const started = new Set<Product>()

/** Products that this process has started and not stopped. */
export const startedProducts = (): readonly Product[] => [...started]

/** Data folder and port of a product, to start it again. */
export interface ProductFolder {
  readonly data_dir: string
  readonly port: number
  /** Folder of the version to start; this one by default. */
  readonly root?: string
}

/**
 * The sample films in a data folder: `new`, so that a first start makes the database and indexes them; `cancelled`, in a
 * made database; or `indexed`. The latter two are copied, which takes a second.
 */
export type Samples = 'new' | 'cancelled' | 'indexed'

/** A product that another process has started. */
export const connectProduct = ({ origin, data_dir }: Pick<Product, 'origin' | 'data_dir'>): RunningProduct => ({
  origin,
  data_dir,
  code: (email) => newestCode(data_dir, email),
  link: (email) => newestSecret(data_dir, email, /^X-Footnote-Link: (\S+)$/m),
  mailed: (email, words) => newestSecret(data_dir, email, new RegExp(`^${words}: (\\S+)\\s*$`, 'm')),
  mailedBelow: (email, words) => newestSecret(data_dir, email, new RegExp(`${words}\\r?\\n\\s*(\\S+)\\s*$`, 'm')),
  unsubscribeLink: (email) => newestSecret(data_dir, email, /^Unsubscribe from mails of this kind: (\S+)\s*$/m),
})

/**
 * Runs the launcher on this machine's own address, and ends nothing.
 * @param settings environment variables
 * @param how the folder of the version, and words before the command: a program that runs it
 * @returns its process, and the last 20,000 characters that it has printed
 */
export function launch(
  settings: NodeJS.ProcessEnv,
  { root = ROOT, words = [] }: { root?: string; words?: readonly string[] } = {},
): { child: ChildProcess; printed: () => string } {
  const [first = '', ...rest] = [...words, process.execPath, 'bin/start.mjs']
  noteStart('products')
  const child = spawn(first, rest, {
    cwd: root,
    env: {
      ...process.env,
      ...compileOnce(),
      LOG_LEVEL: 'warn',
      // Journeys must not depend on whether a hub can be reached.
      MODEL_HUB_URL: 'off',
      ...settings,
      HOST: '127.0.0.1',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      printed = (printed + part).slice(-20_000)
    })
  return { child, printed: () => printed }
}

/**
 * Starts the product without waiting for it.
 * @param settings environment variables besides PORT, HOST and DATA_DIR
 * @param words words before the command: a program that runs it
 */
export function launchProduct(
  { data_dir, port, root = ROOT }: ProductFolder,
  settings: NodeJS.ProcessEnv = {},
  words: readonly string[] = [],
): Product {
  const { child, printed } = launch({ ...settings, PORT: String(port), DATA_DIR: data_dir }, { root, words })
  const stop = async () => {
    started.delete(product)
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  const running = connectProduct({ origin: `http://localhost:${port}`, data_dir })
  const product = { ...running, process: child, port, printed, stop }
  started.add(product)
  return product
}

/**
 * Starts the product and waits until it answers.
 * @param settings as for `launchProduct`
 * @param words as for `launchProduct`
 * @param place a folder and a port to keep afterwards, or the sample films in new ones
 * @throws Error with its output when it does not answer within three minutes
 */
export async function startProduct(
  settings: NodeJS.ProcessEnv = {},
  words: readonly string[] = [],
  place: ProductFolder | Samples = 'cancelled',
): Promise<Product> {
  const keep = typeof place === 'object'
  const { data_dir, port, ...version } = keep ? place : await newPlace(place)
  const product = launchProduct({ data_dir, port, ...version }, settings, words)
  const stop = async () => {
    await product.stop()
    if (!keep) await rm(data_dir, { recursive: true, force: true })
  }
  const deadline = Date.now() + 180_000
  while (!(await answers(`http://127.0.0.1:${port}/api/health`))) {
    if (product.process.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`The product did not start:\n${product.printed()}`)
    }
    await wait(200)
  }
  return { ...product, stop }
}

/** A free port, and a folder that everybody may enter, because the database runs as its own user. */
export async function newPlace(samples: Samples = 'new'): Promise<ProductFolder> {
  const data_dir = await makeOpenFolder('product')
  await fillFolder(data_dir, samples)
  return { data_dir, port: await freePort('127.0.0.1') }
}

/** Prepares the start of a product in an empty folder. */
export async function fillFolder(data_dir: string, samples: Samples): Promise<void> {
  if (samples === 'cancelled') await copyMadeData(data_dir)
  if (samples === 'indexed') await copyIndexedData(data_dir)
}

const answers = (address: string): Promise<boolean> =>
  fetch(address).then(
    (answer) => answer.ok,
    () => false,
  )

/** The newest code in the outbox for an address. Waits for it. */
export const newestCode = (dataDir: string, email: string): Promise<string> =>
  newestSecret(dataDir, email, /^X-Footnote-Code: (\d+)$/m)

/** Milliseconds for a mail on a busy machine. */
const MAIL = 300_000

async function newestSecret(dataDir: string, email: string, secret: RegExp): Promise<string> {
  const folder = path.join(dataDir, 'outbox')
  const others = new Set<string>()
  for (const deadline = Date.now() + MAIL; Date.now() < deadline; await wait(100)) {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml') && !others.has(name))
    for (const name of names.sort().reverse()) {
      const mail = readableMail(await readFile(path.join(folder, name), 'utf8'))
      const found = secret.exec(mail)?.[1]
      if (found && mail.includes(`To: ${email}`)) return found
      others.add(name)
    }
  }
  throw new Error(`Nothing that was looked for was mailed to ${email}`)
}
