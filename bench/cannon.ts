import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Seconds of requests that do not count. */
const WARM_UP = 3

export interface Load {
  /** Requests a second, however long the answers take. */
  readonly rate: number
  readonly connections: number
  /** How long, in whole seconds. */
  readonly seconds: number
}

/** The fields of autocannon's report that are used; latencies in milliseconds. */
export interface Report {
  readonly duration: number
  readonly errors: number
  readonly timeouts: number
  readonly non2xx: number
  readonly requests: { readonly total: number }
  readonly latency: { readonly p50: number; readonly p99: number; readonly max: number }
}

/** Whether every request of a load was answered, and as many as it offers. */
export const isFlawless = ({ errors, timeouts, non2xx, requests, duration }: Report, { rate }: Load): boolean =>
  errors + timeouts + non2xx === 0 && requests.total >= 0.99 * rate * Math.floor(duration)

/**
 * Sends GET requests at a fixed rate from a process of its own, after a short warm-up that does not count. Latencies
 * count from the time when a request was due, so that a slow server does not look fast.
 */
export async function cannon(address: string, headers: Readonly<Record<string, string>>, load: Load): Promise<Report> {
  await run(address, headers, { ...load, seconds: WARM_UP })
  return await run(address, headers, load)
}

async function run(
  address: string,
  headers: Readonly<Record<string, string>>,
  { rate, connections, seconds }: Load,
): Promise<Report> {
  const program = fileURLToPath(import.meta.resolve('autocannon'))
  const options = ['--overallRate', rate, '--connections', connections, '--duration', seconds, '--json'].map(String)
  for (const [name, value] of Object.entries(headers)) options.push('--headers', `${name}=${value}`)
  const child = spawn(process.execPath, [program, ...options, address], { stdio: ['ignore', 'pipe', 'inherit'] })
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  const [status] = await once(child, 'close')
  if (status !== 0) throw new Error(`The load generator ended with ${status}.`)
  return JSON.parse(Buffer.concat(parts).toString()) as Report
}
