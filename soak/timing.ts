import { performance } from 'node:perf_hooks'
import { PASSWORD } from '../seed/rows/people.ts'
import { startProduct } from '../server/test/product.ts'
import { startTestPostgres } from '../server/test/test-postgres.ts'
import { soak } from './run.ts'

/**
 * Bounds for the number of pairs, of sixty, in which the known address may be slower: chance exceeds them once in a
 * hundred runs (binomial).
 */
const BOUND = { least: 20, most: 40, of: 60 }
const CALLS: Readonly<Record<string, (email: string) => object>> = {
  '/api/signup': (email) => ({ first_name: 'Ada', last_name: 'Lovelace', email, password: PASSWORD }),
  '/api/login': (email) => ({ email, password: 'wrong' }),
  '/api/verify_code': (email) => ({ email, code: '00000000' }),
  '/api/resend_verification_code': (email) => ({ email }),
  '/api/forgot-password': (email) => ({ email }),
  '/api/reset-password': (email) => ({ email, code: '00000000', new_password: 'quite another one' }),
}

/** Sends a body as a caller does, over the network. */
const send = (url: string, body: object) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/**
 * Makes each account call for an address with an account and for one without, in turn: the response time must not tell
 * them apart.
 */
export const timing = soak({
  shows: `Of ${BOUND.of} pairs of each account call the one whose address has an account is the slower in ${BOUND.least} to ${BOUND.most}.`,
  sizes: { pairs: BOUND.of },
  async run({ pairs }, log) {
    const postgres = await startTestPostgres()
    const failures: string[] = []
    const counts: Record<string, string> = {}
    try {
      const api = await startProduct({ settings: { RATE_LIMITS: 'on' }, database_url: await postgres.createDatabase() })
      try {
        for (const [path, body] of Object.entries(CALLS)) {
          const { email: known } = await api.person()
          const took = async (email: string) => {
            await api.db.deleteFrom('rate_counters').execute()
            const began = performance.now()
            const answer = await send(api.base + path, body(email))
            await answer.text()
            const { status } = answer
            if (status === 429 || status >= 500) throw new Error(`${path} answered ${status}`)
            return performance.now() - began
          }
          const unknown = `nobody-${known}`
          for (const email of [known, unknown, known, unknown]) await took(email)
          let slower = 0
          const times = { known: 0, unknown: 0 }
          for (let pair = 0; pair < pairs; pair += 1) {
            const first = pair % 2 === 0
            const one = await took(first ? known : unknown)
            const other = await took(first ? unknown : known)
            const [with_account, without] = first ? [one, other] : [other, one]
            if (with_account > without) slower += 1
            times.known += with_account / pairs
            times.unknown += without / pairs
          }
          counts[path] =
            `slower in ${slower} of ${pairs}; ${times.known.toFixed(1)} ms with an account, ${times.unknown.toFixed(1)} ms without`
          log(`${path}: ${counts[path]}`)
          const share = slower / pairs
          if (share < BOUND.least / BOUND.of || share > BOUND.most / BOUND.of)
            failures.push(`${path}: the address with an account was slower in ${slower} of ${pairs} pairs.`)
        }
      } finally {
        await api.close()
      }
    } finally {
      await postgres.stop()
    }
    return { counts, failures }
  },
})
