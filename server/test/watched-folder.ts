import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { STILL } from '../src/features/library/videos/watched-folders/failure.ts'
import { Looks } from '../src/features/library/videos/watched-folders/watch-folder.ts'
import type { Services } from '../src/features/services.ts'
import { silentLog, startProduct } from './product.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Lets time pass between looks; nothing else moves the clock once a test watches a folder. */
export const pass = (milliseconds: number) => void vi.setSystemTime(Date.now() + milliseconds)

/** Services of looks at a folder. */
type FolderServices = Pick<Services, 'db' | 'storage' | 'queue' | 'hooks' | 'config'>

/** A folder, at which workers look when the test says so. @param owner address; null: the only person */
export async function watchedFolder(services: FolderServices, { workers = 1, owner = null as string | null } = {}) {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const folder = await temporaryFolder('watched')
  const warnings: object[] = []
  const log = { ...silentLog, warn: (details: object) => void warnings.push(details) }
  const { signal } = new AbortController()
  const logged = { ...services, log }
  const looks = Array.from({ length: workers }, () => new Looks(logged, { folder, owner }, signal))
  /** Each worker looks, one after the other. */
  const look = async () => {
    for (const looking of looks) await looking.next()
  }
  const videos = () =>
    services.db
      .selectFrom('videos')
      .innerJoin('collections', 'collections.id', 'collection_id')
      .select(['source', 'collections.name', 'storage_key', 'videos.id', 'videos.file_size', 'collection_id'])
      .where('videos.status', '!=', 'DELETING')
      .orderBy('source')
      .orderBy('videos.created_at')
      .execute()
  return {
    folder,
    services: logged,
    warnings,
    looks,
    look,
    /** Looks until files that do not change are taken. @param still milliseconds without a change */
    async settle(still = STILL) {
      await look()
      pass(still)
      await look()
    },
    videos,
    sources: async () => (await videos()).map(({ source }) => source),
    async put(within: string, content: string | Uint8Array) {
      await mkdir(path.dirname(path.join(folder, within)), { recursive: true })
      await writeFile(path.join(folder, within), content)
    },
  }
}

/** The same with a product and one person. */
export async function watchedProduct(workers = 1) {
  const product = await startProduct()
  onTestFinished(() => product.close())
  const person = await product.person()
  return { product, person, ...(await watchedFolder(product, { workers })) }
}
