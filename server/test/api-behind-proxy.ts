import { randomUUID } from 'node:crypto'
import type { Person } from '../../seed/rows/senders.ts'
import { startApiBeside } from './api-beside.ts'
import { startProduct } from './product.ts'
import { startProxy } from './proxy.ts'

const WRITERS = 8

/**
 * Starts the tested API as a separate process, which reaches its database through a proxy. The API of this process
 * observes.
 */
export async function startApiBehindProxy(empty_database_url?: string) {
  const api = await startProduct({ database_url: empty_database_url })
  const proxy = await startProxy(api.config.database_url)
  const beside = await startApiBeside(proxy.url)
  const person: Person = await api.person(undefined, 'TEAM')
  const { collection_id, video_id } = await api.aCollectionWithVideo(person)
  const unexpected: string[] = []

  const comment = (content: string) =>
    fetch(`${beside.base}/api/quick-review/create-comment/${video_id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.access}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content, start_time: 1 }),
    })

  /** Posts comments one after the other while `going` returns true. @returns the texts of the acknowledged ones */
  async function write(going: () => boolean): Promise<string[]> {
    const acknowledged: string[] = []
    while (going()) {
      const content = randomUUID()
      const answer = await comment(content)
      const text = await answer.text()
      if (answer.status === 200) acknowledged.push(content)
      else if (answer.status !== 503 || !(Number(answer.headers.get('retry-after')) > 0) || !/"unavailable"/.test(text))
        unexpected.push(`${answer.status} ${text}`)
    }
    return acknowledged
  }

  return {
    api,
    proxy,
    beside,
    person,
    collection_id,
    video_id,
    comment,
    /** Every answer that is neither a success nor a temporary unavailability. */
    unexpected,
    /** Lines of the API's log about its database. */
    said: () => beside.logged.filter(({ msg }) => msg?.startsWith('database')).map(({ msg }) => msg),
    /** Texts of the stored comments. */
    async stored(): Promise<string[]> {
      const rows = await api.db.selectFrom('comments').select('content').where('video_id', '=', video_id).execute()
      return rows.map(({ content }) => content)
    },
    /** Posts comments during an event. @returns the texts of the acknowledged ones */
    async writeDuring(happens: () => Promise<void>): Promise<string[]> {
      let going = true
      const writers = Array.from({ length: WRITERS }, () => write(() => going))
      await happens().finally(() => {
        going = false
      })
      return (await Promise.all(writers)).flat()
    },
    async close(): Promise<void> {
      await beside.stop()
      await proxy.stop()
      await api.close()
    },
  }
}
export type ApiBehindProxy = Awaited<ReturnType<typeof startApiBehindProxy>>
