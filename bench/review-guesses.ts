import { type Account, ask, createReviewCollection, startSession } from '../e2e/calls.ts'
import { inDatabase } from '../e2e/database.ts'
import { type Product, startProduct } from '../e2e/product.ts'
import { accountWithoutWorker } from './account.ts'
import { storeVideo } from './review-discussion.ts'

const CALLS = 1_000
const ADDRESSES = 50
/** Logins of each measurement, one after the other. */
const LOGINS = 100

/**
 * Starts the product with rate limits, and measures logins in turns: alone, and while 50 addresses call it 1,000 times as
 * fast as it answers, with wrong passwords of a link or only to read the link. Prints all three.
 * @returns whether guesses hold up logins no longer than as many calls that hash nothing
 */
export async function measureGuesses(): Promise<boolean> {
  const product = await startProduct({ ROLES: 'api' })
  try {
    const account = await accountWithoutWorker(product)
    const collection_id = await createReviewCollection(product, account, 'Measured')
    const video_ids: string[] = []
    await inDatabase(product, async (db) => video_ids.push(await storeVideo(db, collection_id, account.user_id)))
    return await measure(product, account, video_ids)
  } finally {
    await product.stop()
  }
}

async function measure(product: Product, account: Account, ids: readonly string[]): Promise<boolean> {
  const times = { alone: [] as number[], 'beside reads': [] as number[], 'beside guesses': [] as number[] }
  const answers: Record<number, number> = {}
  for (let turn = 0; turn < 2; turn += 1) {
    times.alone.push(...(await logIn(product, account, LOGINS / 2)))
    const body = { kind: 'version', ids, permission: 'viewer', password: 'autumn leaves' }
    const { share_url } = await ask<{ share_url: string }>(product, account, 'sharing_router/links', body)
    const token = share_url.split('/').at(-1)!
    const reads = flood(`${product.origin}/api/sharing_router/validate-share-token/${token}`, null, {})
    times['beside reads'].push(...(await logIn(product, account, LOGINS / 2)))
    await reads
    const password = JSON.stringify({ password: 'a guess' })
    const guesses = flood(`${product.origin}/api/sharing_router/unlock/${token}`, password, answers)
    times['beside guesses'].push(...(await logIn(product, account, LOGINS / 2)))
    await guesses
  }
  const sorted = Object.entries(times).map(([logins, list]) => ({ logins, list: list.toSorted((a, b) => a - b) }))
  console.log('logins; p99 beside guesses at most that beside reads. Guesses were answered', answers)
  console.table(
    sorted.map(({ logins, list }) => ({
      logins,
      'p50 ms': Math.round(list[LOGINS / 2]!),
      'p99 ms': Math.round(list[Math.ceil(0.99 * LOGINS) - 1]!),
    })),
  )
  const [, reads, guesses] = sorted.map(({ list }) => list[Math.ceil(0.99 * LOGINS) - 1]!)
  return guesses! <= reads!
}

/** @returns milliseconds of each */
async function logIn(product: Product, account: Account, count: number): Promise<number[]> {
  const times: number[] = []
  for (let login = 0; login < count; login += 1) {
    const start = performance.now()
    await startSession(product, account)
    times.push(performance.now() - start)
  }
  return times
}

/** Calls an address from many addresses, each as fast as it is answered. @param body null for a GET */
async function flood(url: string, body: string | null, answers: Record<number, number>): Promise<void> {
  await Promise.all(
    Array.from({ length: ADDRESSES }, async (_, address) => {
      const headers = {
        ...(body && { 'content-type': 'application/json' }),
        'x-forwarded-for': `198.51.100.${address}`,
        'x-guest-key': `browser ${address}`,
      }
      for (let call = 0; call < CALLS / ADDRESSES; call += 1) {
        const { status } = await fetch(url, { method: body ? 'POST' : 'GET', headers, body })
        answers[status] = (answers[status] ?? 0) + 1
      }
    }),
  )
}
