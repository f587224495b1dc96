import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Requests a second, however long the answers take. */
const RATE = 200
/**
 * As many as an answer that takes as long as the bound keeps busy at this rate (Little's law); autocannon sends on all
 * of them at once.
 */
const CONNECTIONS = 5
/** Seconds. */
const [WARM_UP, DURATION] = [3, 20]
/** Milliseconds. */
const BOUND = 25

/** The fields of autocannon's report that are used; latencies in milliseconds. */
interface Report {
  readonly duration: number
  readonly errors: number
  readonly timeouts: number
  readonly non2xx: number
  readonly requests: { readonly total: number }
  readonly latency: { readonly p50: number; readonly p99: number; readonly max: number }
}

/**
 * Measures the list of comments at a fixed rate, and a bare Fastify route that answers the same bytes, and prints both.
 * Latencies count from the time when a request was due, so that a slow server does not look fast.
 * @param origin address of the product, which must run without rate limits
 * @returns whether the list keeps its bound and every request was answered
 */
export async function measureList(origin: string, access: string, video_id: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${access}` }
  const list = `${origin}/api/quick-review/comments/${video_id}`
  const cases = {
    'first page': list,
    'page 20, latest': `${list}?page=20&sort=latest`,
    'page of 100': `${list}?page_size=100`,
  }
  const rows: Record<string, string | number>[] = []
  let kept = true
  for (const [name, address] of Object.entries(cases)) {
    const answer = await fetch(address, { headers })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (!answer.ok) throw new Error(`The list was answered ${answer.status}: ${bytes}`)
    const product = await cannon(address, headers)
    const bare = await beside(bytes, (bareAddress) => cannon(bareAddress, headers))
    rows.push(row(`list-comments, ${name}`, bytes, product), row('bare route, same bytes', bytes, bare))
    kept &&= product.latency.p99 <= BOUND && [product, bare].every(flawless)
  }
  console.log(`list-comments at ${RATE} requests/s, held for ${DURATION} s; p99 at most ${BOUND} ms`)
  console.table(rows)
  return kept
}

const flawless = ({ errors, timeouts, non2xx, requests, duration }: Report): boolean =>
  errors + timeouts + non2xx === 0 && requests.total >= 0.99 * RATE * Math.floor(duration)

const row = (name: string, bytes: Buffer, { latency, requests, duration, ...report }: Report) => ({
  route: name,
  KiB: (bytes.length / 1024).toFixed(1),
  'offered/s': RATE,
  'served/s': (requests.total / duration).toFixed(1),
  'p50 ms': latency.p50,
  'p99 ms': latency.p99,
  'max ms': latency.max,
  errors: report.errors + report.timeouts + report.non2xx,
})

/** Sends requests at the fixed rate from a process of its own, after a short warm-up that does not count. */
async function cannon(address: string, headers: Readonly<Record<string, string>>): Promise<Report> {
  await run(address, headers, WARM_UP)
  return await run(address, headers, DURATION)
}

async function run(address: string, headers: Readonly<Record<string, string>>, seconds: number): Promise<Report> {
  const program = fileURLToPath(import.meta.resolve('autocannon'))
  const options = ['--overallRate', RATE, '--connections', CONNECTIONS, '--duration', seconds, '--json'].map(String)
  for (const [name, value] of Object.entries(headers)) options.push('--headers', `${name}=${value}`)
  const child = spawn(process.execPath, [program, ...options, address], { stdio: ['ignore', 'pipe', 'inherit'] })
  const printed = await textOf(child)
  return JSON.parse(printed) as Report
}

/** Serves the bytes from a bare Fastify in a process of its own while `act` runs. */
async function beside<T>(bytes: Buffer, act: (address: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'footnote-bench-review-'))
  const file = path.join(folder, 'answer.json')
  await writeFile(file, bytes)
  const program = fileURLToPath(new URL('bare-route.ts', import.meta.url))
  const child = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [line] = await once(child.stdout, 'data')
    return await act(String(line).trim())
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    await rm(folder, { recursive: true })
  }
}

async function textOf(child: ChildProcess): Promise<string> {
  const parts: Buffer[] = []
  child.stdout?.on('data', (part: Buffer) => parts.push(part))
  const [status] = await once(child, 'close')
  if (status !== 0) throw new Error(`The load generator ended with ${status}.`)
  return Buffer.concat(parts).toString()
}
