import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../server/src/supervisor/network.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

/** A product that runs, wherever it was started. */
export interface RunningProduct {
  readonly origin: string
  readonly data_dir: string
  /** The newest code that was mailed to an address. Waits for it. */
  code(email: string): Promise<string>
  /** The newest link that was mailed to an address. Waits for it. */
  link(email: string): Promise<string>
  /** The newest link that was mailed to an address to end mails of a kind. Waits for it. */
  unsubscribeLink(email: string): Promise<string>
}

/** The product as a person starts it: `npm start` on a free port with a folder of its own. */
export interface Product extends RunningProduct {
  readonly process: ChildProcess
  stop(): Promise<void>
}

/** The product that another process has started. */
export const connectProduct = ({ origin, data_dir }: Pick<Product, 'origin' | 'data_dir'>): RunningProduct => ({
  origin,
  data_dir,
  code: (email) => newestCode(data_dir, email),
  link: (email) => newestSecret(data_dir, email, /^X-Footnote-Link: (\S+)$/m),
  unsubscribeLink: (email) => newestSecret(data_dir, email, /^Get no more mails of this kind: (\S+)\s*$/m),
})

/**
 * Starts the product and waits until it answers.
 * @param settings environment variables besides PORT, HOST and DATA_DIR
 * @throws Error with what it printed when it does not answer within three minutes
 */
export async function startProduct(settings: NodeJS.ProcessEnv = {}): Promise<Product> {
  const data_dir = await mkdtemp(path.join(tmpdir(), 'footnote-product-'))
  await chmod(data_dir, 0o755)
  const port = await freePort('127.0.0.1')
  const origin = `http://localhost:${port}`
  const child = spawn(process.execPath, ['bin/start.mjs'], {
    cwd: ROOT,
    env: {
      ...process.env,
      LOG_LEVEL: 'warn',
      // What a journey shows does not depend on whether a hub can be reached.
      MODEL_HUB_URL: 'off',
      ...settings,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: data_dir,
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      printed = (printed + part).slice(-20_000)
    })
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    await rm(data_dir, { recursive: true, force: true })
  }
  const deadline = Date.now() + 180_000
  while (!(await answers(`http://127.0.0.1:${port}/api/health`))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`The product did not start:\n${printed}`)
    }
    await wait(200)
  }
  return { ...connectProduct({ origin, data_dir }), process: child, stop }
}

const answers = (address: string): Promise<boolean> =>
  fetch(address).then(
    (answer) => answer.ok,
    () => false,
  )

/** The newest code that was mailed to an address, from the outbox. Waits for it. */
export const newestCode = (dataDir: string, email: string): Promise<string> =>
  newestSecret(dataDir, email, /^X-Footnote-Code: (\d{6})$/m)

async function newestSecret(dataDir: string, email: string, secret: RegExp): Promise<string> {
  const folder = path.join(dataDir, 'outbox')
  for (let tries = 0; tries < 100; tries += 1) {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
    for (const name of names.reverse()) {
      const mail = await readFile(path.join(folder, name), 'utf8')
      const found = secret.exec(mail)?.[1]
      if (found && mail.includes(`To: ${email}`)) return found
    }
    await wait(100)
  }
  throw new Error(`Nothing that was looked for was mailed to ${email}`)
}
