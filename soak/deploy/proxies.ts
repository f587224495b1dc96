import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Product, type RunningProduct, startProduct } from '../../e2e/product.ts'
import { freePort } from '../../server/src/app/supervisor/network.ts'
import { makeSpokenFilm } from '../../server/test/made-media.ts'
import { soak } from '../run.ts'
import { type Passage, passThrough } from './through-proxy.ts'
import { resumeThrough } from './tus-through-proxy.ts'

const EXAMPLES = join(import.meta.dirname, '../../deploy/proxies')

/** How to run a proxy on a free port of this machine with the example that the documentation shows. */
interface Proxy {
  readonly name: 'nginx' | 'caddy' | 'haproxy'
  readonly example: string
  /** The example with this machine's addresses. */
  place(example: string, port: number, upstream: string): string
  words(file: string, folder: string): string[]
  /** Lines of the example that change what the proxy does with bodies by default. */
  readonly about_bodies?: RegExp
}

const PROXIES: readonly Proxy[] = [
  {
    name: 'nginx',
    example: 'nginx.conf',
    place: (example, port, upstream) =>
      `daemon off; pid FOLDER/nginx.pid; error_log stderr; events {} http { access_log off; client_body_temp_path FOLDER/body;
      proxy_temp_path FOLDER/proxy; fastcgi_temp_path FOLDER/fastcgi; uwsgi_temp_path FOLDER/uwsgi; scgi_temp_path FOLDER/scgi;
      ${example.replace('listen 80;', `listen 127.0.0.1:${port};`).replace('127.0.0.1:3000', upstream)} }`,
    words: (file) => ['nginx', '-c', file],
    about_bodies: /^ *(?:client_max_body_size|proxy_request_buffering|proxy_buffering) .*$/gm,
  },
  {
    name: 'caddy',
    example: 'Caddyfile',
    place: (example, port, upstream) =>
      `{\n\tadmin off\n}\n${example.replace('{$SITE:localhost}', `http://127.0.0.1:${port}`).replace('{$UPSTREAM:127.0.0.1:3000}', upstream)}`,
    words: (file) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
  },
  {
    name: 'haproxy',
    example: 'haproxy.cfg',
    place: (example, port, upstream) =>
      example.replace('bind :80', `bind 127.0.0.1:${port}`).replace('127.0.0.1:3000', upstream),
    words: (file) => ['haproxy', '-db', '-f', file],
  },
]

/** The examples of docs/deploy.md, run as they are with the proxies that this machine has. */
export const proxies = soak({
  shows:
    'Uploads, ranges, events and limits work through nginx, Caddy and HAProxy as docs/deploy.md sets them up, and uploads that resume through them at their own limits of bodies.',
  sizes: { only: '' },
  async run({ only }, log) {
    const chosen = PROXIES.filter(({ name }) => only === '' || name === only)
    const missing = chosen.filter(({ name }) => spawnSync(name, ['-v']).error)
    if (missing.length > 0)
      throw new Error(`Type: apt-get install ${missing.map(({ name }) => name).join(' ')}, or name one with --only=`)
    const folder = await mkdtemp(join(tmpdir(), 'footnote-proxies-'))
    await chmod(folder, 0o755)
    const film = join(folder, 'film.mp4')
    await makeSpokenFilm(film, { seconds: 4, said: 'Good morning', written: 'Harvest ledger', rate: 25 })
    const product = await startProduct({ RATE_LIMITS: 'on', BILLING: 'off' })
    const counts: Record<string, string> = {}
    const failures: string[] = []
    try {
      for (const proxy of chosen) {
        const through = async (given: Proxy, pass: (product: RunningProduct) => Promise<Passage>) => {
          const passed = await throughProxy(given, folder, product, pass)
          for (const [name, value] of Object.entries(passed.counts)) counts[`${proxy.name}: ${name}`] = value
          for (const failure of passed.failures) failures.push(`${proxy.name}: ${failure}`)
          log(`${proxy.name}: ${passed.failures.length} failures`)
        }
        await through(proxy, (reached) => passThrough(reached, film, folder))
        await through(atDefaults(proxy), resumeThrough)
      }
    } finally {
      await product.stop()
      await rm(folder, { recursive: true, force: true })
    }
    return { counts, failures }
  },
})

/** The proxy with its own limits of bodies. */
const atDefaults = (proxy: Proxy): Proxy => ({
  ...proxy,
  place: (example, ...where) =>
    proxy.place(proxy.about_bodies ? example.replace(proxy.about_bodies, '') : example, ...where),
})

async function throughProxy(
  proxy: Proxy,
  folder: string,
  product: Product,
  pass: (product: RunningProduct) => Promise<Passage>,
): Promise<Passage> {
  const running = await start(proxy, folder, `127.0.0.1:${product.port}`)
  try {
    return await pass({ ...product, origin: running.origin })
  } finally {
    running.child.kill('SIGTERM')
    await once(running.child, 'exit')
  }
}

async function start(proxy: Proxy, folder: string, upstream: string): Promise<{ child: ChildProcess; origin: string }> {
  const port = await freePort('127.0.0.1')
  const file = join(folder, proxy.example)
  const example = await readFile(join(EXAMPLES, proxy.example), 'utf8')
  await writeFile(file, proxy.place(example, port, upstream).replaceAll('FOLDER', folder))
  const [program = '', ...words] = proxy.words(file, folder)
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(program, words, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr?.on('data', (part: Buffer) => {
    said = (said + part).slice(-4_000)
  })
  const origin = `http://127.0.0.1:${port}`
  for (const end = Date.now() + 20_000; Date.now() < end; await wait(100)) {
    if (child.exitCode !== null) break
    if ((await fetch(`${origin}/api/health`).catch(() => null))?.ok) return { child, origin }
  }
  child.kill('SIGKILL')
  throw new Error(`${proxy.name} did not answer: ${said}`)
}
