import path from 'node:path'
import { afterEach } from 'vitest'
import { startIndexing } from './indexing.ts'
import { makeSpokenFilm } from './made-media.ts'
import { startProduct } from './product.ts'

type Indexing = Awaited<ReturnType<typeof startIndexing>>

/** Starts indexings for the tests of a file, and closes them after each test. */
export function openIndexings(): (options?: Parameters<typeof startIndexing>[0]) => Promise<Indexing> {
  const open: Indexing[] = []
  afterEach(async () => {
    await Promise.all(open.splice(0).map((indexing) => indexing.close()))
  })
  return async (options) => {
    const indexing = await startIndexing(options)
    open.push(indexing)
    return indexing
  }
}

/** A film of eight seconds with pictures and speech. @returns its path */
export async function makeIndexedFilm(folder: string): Promise<string> {
  const film = path.join(folder, 'film.mp4')
  await makeSpokenFilm(film, { seconds: 8 })
  return film
}

/** An indexing that lasts for all tests of a file, and an API beside it with a member of its company. */
export async function startIndexingBesideApi(options?: Parameters<typeof startIndexing>[0]) {
  const indexing = await startIndexing(options)
  const api = await startProduct({ database_url: indexing.database_url, storage: indexing.storage })
  await api.db.updateTable('subscriptions').set({ plan: 'TEAM' }).execute()
  const viewer = await api.person({ company_id: indexing.company_id })
  return { indexing, api, viewer }
}
