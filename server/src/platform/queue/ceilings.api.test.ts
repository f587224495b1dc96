import { EXPORT } from '@footnote/contract/shared/limits.ts'
import { CLIP } from '@footnote/contract/shared/review-limits.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startApiBeside } from '../../../test/api-beside.ts'
import { startProduct } from '../../../test/product.ts'

/** Two processes of one installation. */
const api = await startProduct()
const beside = await startApiBeside(api.config.database_url)
afterAll(async () => {
  await beside.stop()
  await api.close()
})

/** Makes simultaneous calls to both processes in turn. @returns how often each status was answered */
async function atOnce(times: number, path: string, body: object, { access }: { readonly access: string }) {
  const bases = [api.base, beside.base]
  const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' }
  const answers = await Promise.all(
    Array.from({ length: times }, (_, number) =>
      fetch(bases[number % bases.length] + path, { method: 'POST', headers, body: JSON.stringify(body) }),
    ),
  )
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

async function unfinished(name: string, { id }: { readonly id: string }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job where name = ${name} and data ->> 'user_id' = ${id}`.execute(api.db)
  return rows[0]?.count ?? 0
}

test.each([
  ['clips', '/api/download_clip', 'make-clip', CLIP.waiting, 120],
  ['an export', '/api/export_data', 'export-data', EXPORT.waiting, 20],
] as const)(
  'of simultaneous requests for %s to two processes, only as many as may wait are enqueued',
  async (_what, path, job, most, times) => {
    const admin = await api.person(undefined, 'TEAM')
    const other = await api.person(admin)
    const { video_id } = await api.aCollectionWithVideo(admin)
    const body = path === '/api/download_clip' ? { video_id, start_time: 1, end_time: 2 } : {}
    const { 200: accepted = 0, 429: refused = 0, 503: overloaded = 0, ...rest } = await atOnce(times, path, body, admin)
    expect(rest).toEqual({})
    expect([accepted + refused + overloaded, await unfinished(job, admin)]).toEqual([times, accepted])
    // A busy machine may have answered some with 503, which frees their places.
    if (overloaded === 0) expect(refused).toBe(times - most)
    let last = await api.post(path, body, admin)
    while (last.status === 200) last = await api.post(path, body, admin)
    expect([last.status, last.json.code, await unfinished(job, admin)]).toEqual([429, 'rate_limited', most])
    expect((await api.post(path, body, other)).status).toBe(200)
  },
  300_000,
)
