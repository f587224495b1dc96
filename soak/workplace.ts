import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Bearer, createAccount, createApiKey, createCollection, uploadVideo, videosOf } from '../e2e/calls.ts'
import { inDatabase } from '../e2e/database.ts'
import { fillFolder, newPlace, type Product, type ProductFolder, startProduct } from '../e2e/product.ts'
import { indexedRows } from '../server/test/indexed-rows.ts'
import { makeFilm } from './films.ts'

const ENDED: readonly string[] = ['SUCCESS', 'FAILED', 'ERROR', 'OVER_LIMIT']
/** Milliseconds in which a busy machine indexes a short video, even if parts of the product are killed. */
const PATIENCE = 600_000

/** A product with one person, a collection and films to upload. It can be killed and started again. */
export interface Workplace {
  readonly product: Product
  readonly key: Bearer
  readonly collection: string
  /** Paths. */
  readonly films: readonly string[]
  /** A video of each film, indexed without disturbance unless `wait_for_indexing` is false. */
  readonly undisturbed: readonly string[]
  /** Starts the product again with the same data. */
  restart(): Promise<void>
  /** Number of videos that are neither indexed nor failed. */
  underWay(): Promise<number>
  /** Waits until all these videos are finished. @returns the status of each @throws Error when it takes too long */
  settled(videos: Iterable<string>, patience?: number): Promise<Map<string, string>>
  /** All rows of a video's index, without the values that differ between two videos of the same film. */
  rows(video_id: string): Promise<Readonly<Record<string, unknown>>>
  close(): Promise<void>
}

export interface WorkplaceOptions {
  readonly films: number
  /** False to begin while they are still being indexed. */
  readonly wait_for_indexing?: boolean
  /** The product's empty data folder; its own by default. */
  readonly data_dir?: string
}

/** Starts a product, and indexes each film once. */
export async function openWorkplace({
  films: count,
  wait_for_indexing = true,
  data_dir,
}: WorkplaceOptions): Promise<Workplace> {
  const folder = await mkdtemp(path.join(tmpdir(), 'footnote-soak-'))
  await chmod(folder, 0o755)
  const own = await newPlace()
  const place: ProductFolder = data_dir ? { ...own, data_dir } : own
  await fillFolder(place.data_dir, 'cancelled')
  const settings = { RATE_LIMITS: 'off' }
  let product = await startProduct(settings, [], place)
  const close = async () => {
    await product.stop()
    await rm(folder, { recursive: true, force: true })
    await rm(own.data_dir, { recursive: true, force: true })
  }
  try {
    const account = await createAccount(product)
    const key = await createApiKey(product, account)
    const collection = await createCollection(product, account, 'Rushes')
    const films = await Promise.all(Array.from({ length: count }, (_, number) => makeFilm(folder, number)))
    const statuses = async () => {
      const videos = await videosOf(product, key, collection)
      return new Map(videos.map(({ id, status }) => [id, status as string]))
    }
    const settled: Workplace['settled'] = async (videos, patience = PATIENCE) => {
      const ids = [...videos]
      for (const end = Date.now() + patience; ; await wait(500)) {
        // A product that was just killed does not answer.
        const now = await statuses().catch(() => new Map<string, string>())
        const found = new Map(ids.map((id) => [id, now.get(id) ?? 'unknown']))
        if ([...found.values()].every((status) => ENDED.includes(status)) || Date.now() > end) return found
      }
    }
    const undisturbed: string[] = []
    for (const film of films) undisturbed.push(await uploadVideo(product, key, collection, film))
    for (const [id, status] of wait_for_indexing ? await settled(undisturbed) : [])
      if (status !== 'SUCCESS') throw new Error(`Undisturbed, the video ${id} ended as ${status}.`)
    return {
      get product() {
        return product
      },
      key,
      collection,
      films,
      undisturbed,
      async restart() {
        product = await startProduct(settings, [], place)
      },
      underWay: async () => [...(await statuses()).values()].filter((status) => !ENDED.includes(status)).length,
      settled,
      async rows(video_id) {
        let rows: Readonly<Record<string, unknown>> = {}
        await inDatabase(product, async (db) => {
          rows = await indexedRows(db, video_id)
        })
        return rows
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
