import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { cannon, isFlawless, type Report } from './cannon.ts'

/**
 * Requests a second, on as many connections as an answer that takes as long as the bound keeps busy at this rate
 * (Little's law); autocannon sends on all of them at once.
 */
const LOAD = { rate: 200, connections: 5, seconds: 20 }
/** Milliseconds. */
const BOUND = 25

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
    const product = await cannon(address, headers, LOAD)
    const bare = await beside(bytes, (bareAddress) => cannon(bareAddress, headers, LOAD))
    rows.push(row(`list-comments, ${name}`, bytes, product), row('bare route, same bytes', bytes, bare))
    kept &&= product.latency.p99 <= BOUND && [product, bare].every((report) => isFlawless(report, LOAD))
  }
  console.log(`list-comments at ${LOAD.rate} requests/s, held for ${LOAD.seconds} s; p99 at most ${BOUND} ms`)
  console.table(rows)
  return kept
}

const row = (name: string, bytes: Buffer, { latency, requests, duration, ...report }: Report) => ({
  route: name,
  KiB: (bytes.length / 1024).toFixed(1),
  'offered/s': LOAD.rate,
  'served/s': (requests.total / duration).toFixed(1),
  'p50 ms': latency.p50,
  'p99 ms': latency.p99,
  'max ms': latency.max,
  errors: report.errors + report.timeouts + report.non2xx,
})

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
