/**
 * Measures how long others wait beside the most expensive requests that a person can send: `npm run bench:neighbours`.
 * Starts the product, sends those requests without a pause, and exits with 1 if others exceed the bound.
 */
import { TEXT } from '@footnote/contract/shared/limits.ts'
import { COMMENTS, MOMENTS, TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import { sql } from 'kysely'
import { createCollection } from '../e2e/calls.ts'
import { companyOf, inDatabase } from '../e2e/database.ts'
import { startProduct } from '../e2e/product.ts'
import { addIndexedVideo } from '../seed/rows/indexed-video.ts'
import { accountWithoutWorker } from './account.ts'
import { cannon, isFlawless } from './cannon.ts'

/** Requests of others. */
const LOAD = { rate: 50, connections: 10, seconds: 20 }
/** Of the expensive requests, how many are sent at once. */
const AT_ONCE = 4
/** Milliseconds that 99 of 100 requests of others may take. */
const BOUND = 200
/** Ten hours. */
const FILM = { duration: 36_000, frame_rate_num: 25, frame_rate_den: 1, width: 1920, height: 1080 } as const
/** The longest text of a comment: two letters, and blanks between them. */
const BLANKS = `x${' '.repeat(TEXT.comment - 2)}y`
/** The same for a match, of as many as a list can have. */
const BLANKS_OF_MATCH = `x${' '.repeat(MOMENTS.list / MOMENTS.most - 2)}y`

interface Expensive {
  readonly path: string
  /** Posted as JSON. */
  readonly body?: object
}

const product = await startProduct({ RATE_LIMITS: 'off', ROLES: 'api' })
try {
  const account = await accountWithoutWorker(product)
  const { access, user_id } = account
  const headers = { authorization: `Bearer ${access}` }
  const collection = await createCollection(product, account, 'Measured')
  const [discussed, spoken] = await inDatabase(product, async (db) => {
    const ids = [
      await addIndexedVideo(db, collection, {}, { user_id, ...FILM }),
      await addIndexedVideo(db, collection, {}, { user_id, ...FILM }),
    ] as const
    const company_id = await companyOf(db, { user_id })
    const count = Math.floor(COMMENTS.bytes / BLANKS.length)
    await sql`insert into comments (video_id, company_id, user_id, content, start_time)
      select ${ids[0]}, ${company_id}, ${user_id}, ${BLANKS}, i::float8 / 25 from generate_series(1, ${count}::int) i`.execute(
      db,
    )
    await sql`insert into cues (video_id, engine, number, start_time, end_time, text, language, words)
      select ${ids[1]}, 'heard-1', i, i, i + 1, repeat('word ', 10), 'en',
        (select json_agg(json_build_object('word', 'word', 'start', i + j * 0.1, 'end', i + j * 0.1 + 0.1, 'confidence', 0.8))
          from generate_series(0, 9) j)
      from generate_series(1, ${TRANSCRIPT.words / 10}::int) i`.execute(db)
    return ids
  })
  const match = { video_id: discussed, start_time: 2, end_time: 3, score: 0.9, types: ['speech'] }
  const matches = (count: number, content: string): Expensive => ({
    path: '/api/match_list',
    body: { format: 'md', items: Array(count).fill({ ...match, content }) },
  })
  const exported = (format: string): Expensive => ({ path: `/api/quick-review/export/${discussed}?format=${format}` })
  const cases: Readonly<Record<string, Expensive | null>> = {
    'nothing else': null,
    'comments of blanks for Resolve': exported('resolve'),
    'comments of blanks for Avid': exported('avid'),
    'comments of blanks for Final Cut': exported('fcpxml'),
    'matches of blanks as Markdown': matches(MOMENTS.most, BLANKS_OF_MATCH),
    'more text of matches than is allowed': matches(MOMENTS.most, BLANKS),
    'ten times as many matches': matches(10 * MOMENTS.most, BLANKS),
    'the longest transcript': { path: `/api/transcripts/${spoken}` },
  }
  const rows: Record<string, string | number>[] = []
  for (const [name, expensive] of Object.entries(cases)) {
    const ended = new AbortController()
    const sent = expensive && sendUntil(product.origin, headers, expensive, ended.signal)
    const report = await cannon(`${product.origin}/api/indexes`, headers, LOAD)
    ended.abort()
    const { p50, p99, max } = report.latency
    rows.push({ beside: name, 'expensive answers': (await sent) ?? '', 'p50 ms': p50, 'p99 ms': p99, 'max ms': max })
    if (p99 > BOUND || !isFlawless(report, LOAD)) process.exitCode = 1
  }
  console.log(
    `lists of collections at ${LOAD.rate} requests/s beside ${AT_ONCE} requests at once; p99 at most ${BOUND} ms`,
  )
  console.table(rows)
} finally {
  await product.stop()
}

/**
 * Sends expensive requests until the signal.
 * @returns how often each status was answered; a body above the limit is also refused by the end of its connection
 */
async function sendUntil(
  origin: string,
  headers: Readonly<Record<string, string>>,
  { path, body }: Expensive,
  signal: AbortSignal,
): Promise<string> {
  const answered = new Map<string, number>()
  const init = body
    ? { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
    : { headers }
  const sendOn = async () => {
    while (!signal.aborted) {
      const status = await fetch(origin + path, init).then(
        async (answer) => (await answer.arrayBuffer()) && String(answer.status),
        () => 'cut off',
      )
      answered.set(status, (answered.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendOn))
  return [...answered].map(([status, count]) => `${count} × ${status}`).join(', ')
}
