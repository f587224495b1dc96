import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Account, ask, createReviewCollection } from '../e2e/calls.ts'
import { inDatabase } from '../e2e/database.ts'
import type { Product } from '../e2e/product.ts'
import { storeVideo } from './review-discussion.ts'

/** Milliseconds in which nine of ten rooms open. */
const BOUND = 300
const ROOM = 200
/** Videos of the company that no link shows. */
const OTHERS = 10_000
const OPENINGS = 40

/**
 * Measures how long the room of a link with 200 videos takes to open among 10,000 others, by each kind of link that can
 * show so many, and prints it beside a link of one video.
 * @returns whether the bound is kept
 */
export async function measureRooms(product: Product, account: Account): Promise<boolean> {
  const [shown, others] = await Promise.all(
    ['Shown', 'Others'].map((name) => createReviewCollection(product, account, name)),
  )
  const ids: string[] = []
  await inDatabase(product, async (db) => {
    for (let video = 0; video < ROOM; video += 1) ids.push(await storeVideo(db, shown!, account.user_id))
    const other = await storeVideo(db, others!, account.user_id)
    await sql`insert into videos select (jsonb_populate_record(null::videos, to_jsonb(v) || jsonb_build_object(
        'id', gen_random_uuid(), 'stack_id', gen_random_uuid(), 'storage_key', number::text))).*
      from videos v, generate_series(2, ${OTHERS}) number where v.id = ${other}`.execute(db)
    // Autovacuum does the same soon after so many new rows.
    await sql`vacuum analyze videos`.execute(db)
  })
  const links = { set: ids, collection: [shown!], version: [ids[0]!] }
  const rows: Record<string, string | number>[] = []
  let kept = true
  for (const [kind, named] of Object.entries(links)) {
    const body = { kind, ids: named, permission: 'commenter' }
    const { share_url } = await ask<{ share_url: string }>(product, account, 'sharing_router/links', body)
    const headers = { 'x-share-token': share_url.split('/').at(-1)! }
    const times: number[] = []
    for (let opening = 0; opening < OPENINGS; opening += 1) {
      const start = performance.now()
      const answer = await fetch(`${product.origin}/api/sharing_router/room`, { headers })
      const { videos } = (await answer.json()) as { videos: unknown[] }
      times.push(performance.now() - start)
      if (videos.length !== (kind === 'version' ? 1 : ROOM)) throw new Error(`The room shows ${videos.length} videos.`)
      await wait(20)
    }
    times.sort((one, other) => one - other)
    const at = (share: number) => Math.round(times[Math.ceil(share * times.length) - 1]!)
    rows.push({ link: kind, 'p50 ms': at(0.5), 'p90 ms': at(0.9), 'longest ms': at(1) })
    kept &&= at(0.9) <= BOUND
  }
  console.log(`rooms of ${ROOM} videos among ${OTHERS} others; p90 at most ${BOUND} ms`)
  console.table(rows)
  return kept
}
