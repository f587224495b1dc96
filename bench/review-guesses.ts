import { type Account, ask, createReviewCollection, startSession } from '../e2e/calls.ts'
import { inDatabase } from '../e2e/database.ts'
import { type Product, startProduct } from '../e2e/product.ts'
import { accountWithoutWorker } from './account.ts'
import { storeVideo } from './review-discussion.ts'

const GUESSES = 1_000
const ADDRESSES = 50
/** Logins of each measurement, one after the other. */
const LOGINS = 100
/** The longest of 99 of 100 logins while somebody guesses, as a multiple of the same alone. */
const BOUND = 2

/**
 * Starts the product with rate limits, measures logins alone and while 50 addresses send 1,000 wrong passwords of a link,
 * in turns, and prints both.
 * @returns whether guesses hold up no login
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
  const times: Record<'alone' | 'beside guesses', number[]> = { alone: [], 'beside guesses': [] }
  const answers: Record<number, number> = {}
  for (let turn = 0; turn < 2; turn += 1) {
    times.alone.push(...(await logIn(product, account, LOGINS / 2)))
    const body = { kind: 'version', ids, permission: 'viewer', password: 'autumn leaves' }
    const { share_url } = await ask<{ share_url: string }>(product, account, 'sharing_router/links', body)
    const guesses = guess(product, share_url.split('/').at(-1)!, answers)
    times['beside guesses'].push(...(await logIn(product, account, LOGINS / 2)))
    await guesses
  }
  const p99 = (list: readonly number[]) => [...list].sort((one, other) => one - other)[Math.ceil(0.99 * LOGINS) - 1]!
  const p50 = (list: readonly number[]) => [...list].sort((one, other) => one - other)[LOGINS / 2]!
  console.log(`logins; p99 beside guesses at most ${BOUND} times that alone. Guesses were answered`, answers)
  console.table(
    Object.entries(times).map(([logins, list]) => ({
      logins,
      'p50 ms': Math.round(p50(list)),
      'p99 ms': Math.round(p99(list)),
    })),
  )
  return p99(times['beside guesses']) <= BOUND * p99(times.alone)
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

async function guess(product: Product, token: string, answers: Record<number, number>): Promise<void> {
  await Promise.all(
    Array.from({ length: ADDRESSES }, async (_, address) => {
      for (let round = 0; round < GUESSES / ADDRESSES; round += 1) {
        const { status } = await fetch(`${product.origin}/api/sharing_router/unlock/${token}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': `198.51.100.${address}`,
            'x-guest-key': `browser ${address}`,
          },
          body: JSON.stringify({ password: `guess ${round}` }),
        })
        answers[status] = (answers[status] ?? 0) + 1
      }
    }),
  )
}
