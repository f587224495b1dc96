import { setTimeout as wait } from 'node:timers/promises'
import type { Person } from '../seed/rows/senders.ts'
import { type Product, startProduct } from '../server/test/product.ts'
import { startTestPostgres } from '../server/test/test-postgres.ts'
import { soak } from './run.ts'

/** Milliseconds within which addresses of a removed person stop working. */
const DEAD_WITHIN = 60_000

/** Ends a person's access. */
type End = (api: Product, admin: Person, member: Person) => Promise<{ status: number }>

const ENDS: Readonly<Record<string, End>> = {
  'removal from the company': (api, admin, member) =>
    api.post('/api/company/delete_user', { email: member.email }, admin),
  'signing out everywhere': (api, _admin, member) => api.post('/api/sign_out_everywhere', {}, member),
}

/** Media addresses of a person who is then removed, or signs out everywhere. */
export const removedMember = soak({
  shows:
    'The addresses of media that a person was given are dead within 60 s of their removal or of signing out everywhere.',
  sizes: { rounds: 3 },
  async run({ rounds }, log) {
    const postgres = await startTestPostgres()
    const failures: string[] = []
    const counts: Record<string, string> = {}
    try {
      const api = await startProduct({
        settings: { MODEL_HUB_URL: 'off' },
        database_url: await postgres.createDatabase(),
      })
      try {
        // In parallel, because nearly all of the time is waiting.
        await Promise.all(
          Object.entries(ENDS).map(async ([name, end]) => {
            const seconds: string[] = []
            for (let round = 1; round <= rounds; round += 1) {
              const alive = await aliveFor(api, end)
              seconds.push((alive / 1000).toFixed(1))
              log(`${name}: dead after ${seconds.at(-1)} s`)
              if (alive > DEAD_WITHIN) failures.push(`After ${name} an address worked for ${seconds.at(-1)} s.`)
            }
            counts[`dead after ${name}, s`] = seconds.join(', ')
          }),
        )
      } finally {
        await api.close()
      }
    } finally {
      await postgres.stop()
    }
    return { counts, failures }
  },
})

/** @returns how long the last of the addresses worked, in milliseconds */
async function aliveFor(api: Product, end: End): Promise<number> {
  const admin = await api.person(undefined, 'TEAM')
  const member = await api.person(admin)
  const { video_id } = await api.aCollectionWithVideo(admin)
  const details = await api.get(`/api/get_video_details/${video_id}`, member)
  const download = await api.get(`/api/generate-download-url/${video_id}`, member)
  const addresses = [details.json.stream_url, details.json.file_url, download.json.url].filter(Boolean) as string[]
  const works = async (address: string) => (await fetch(new URL(address, api.base))).ok
  for (const address of addresses) if (!(await works(address))) throw new Error(`${address} did not work at first.`)
  const { status } = await end(api, admin, member)
  if (status >= 300) throw new Error(`It was not ended: ${status}.`)
  const began = Date.now()
  while ((await Promise.all(addresses.map(works))).some(Boolean)) {
    if (Date.now() - began > 2 * DEAD_WITHIN) return Number.POSITIVE_INFINITY
    await wait(500)
  }
  return Date.now() - began
}
