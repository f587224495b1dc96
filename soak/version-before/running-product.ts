import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  type Account,
  type Bearer,
  changePlan,
  createAccount,
  createApiKey,
  createCollection,
  createComment,
  createShareLink,
  startSession,
  uploadVideo,
  videosOf,
} from '../../e2e/calls.ts'
import { newPlace, type Product, startProduct } from '../../e2e/product.ts'
import { send } from '../../server/src/app/supervisor/processes.ts'
import { cancelSamples, indexed } from '../filling.ts'
import { makeFilm } from '../films.ts'
import { familyOf } from '../processes.ts'

/** Milliseconds in which a refused product has ended. */
const PATIENCE = 120_000
/** Exit code of a product that somebody must act upon before it can start. */
const REFUSED = 78

/** What somebody has made with the version before. */
interface Work {
  readonly film: string
  readonly admin: Account
  readonly key: Bearer
  readonly collection: string
  readonly video: string
}

/** A machine with the version before, on a database that other machines use, too. */
export class RunningProduct {
  readonly #product: Product
  readonly #folder: string
  readonly #work: Work

  private constructor(product: Product, folder: string, work: Work) {
    this.#product = product
    this.#folder = folder
    this.#work = work
  }

  /**
   * Starts it. Somebody signs up, and has a video indexed.
   * @param root folder of the version
   */
  static async start(root: string, database_url: string): Promise<RunningProduct> {
    const folder = await mkdtemp(path.join(tmpdir(), 'footnote-soak-'))
    const place = { ...(await newPlace()), root }
    const settings = { DATABASE_URL: database_url, RATE_LIMITS: 'off' }
    const product = await startProduct(settings, [], place).catch(async (error: unknown) => {
      await removeAll([folder, place.data_dir])
      throw error
    })
    try {
      await cancelSamples(database_url)
      const film = await makeFilm(folder, 0)
      const admin = await createAccount(product)
      await changePlan(product, admin, 'TEAM')
      const key = await createApiKey(product, admin)
      const collection = await createCollection(product, key, 'Rushes')
      const video = await uploadVideo(product, key, collection, film)
      await indexed(product, key, collection, [video])
      return new RunningProduct(product, folder, { film, admin, key, collection, video })
    } catch (error) {
      await product.stop()
      await removeAll([folder, place.data_dir])
      throw error
    }
  }

  /** People go on with their work. @throws Error when a call is refused, or indexing fails */
  async goOn(): Promise<void> {
    const product = this.#product
    const { film, admin, key, collection, video } = this.#work
    await startSession(product, admin)
    const [earlier] = await videosOf(product, key, collection)
    if (earlier?.status !== 'SUCCESS') throw new Error(`The earlier video is ${earlier?.status}.`)
    const comment = { content: 'Hold this shot longer', start_time: 1, end_time: 2 }
    const parent_comment_id = await createComment(product, admin, video, comment)
    await createComment(product, admin, video, { content: 'Two seconds?', parent_comment_id })
    await createShareLink(product, admin, video, 'commenter')
    const next = await uploadVideo(product, key, collection, film, video)
    await indexed(product, key, collection, [next])
  }

  /** Kills its API, which its supervisor starts again. @returns how it did not end as a refused one; null if it did */
  async restart(): Promise<string | null> {
    const child = this.#product.process
    const api = (await familyOf(child.pid!)).find(({ program }) => program === 'api')
    if (!api) return 'no API ran'
    const ended = once(child, 'exit', { signal: AbortSignal.timeout(PATIENCE) })
    send(api.pid, 'SIGKILL')
    try {
      const [code] = await ended
      return code === REFUSED ? null : `it ended with ${code}: ${this.#product.printed()}`
    } catch {
      return `it still ran after ${PATIENCE / 1_000} s: ${this.#product.printed()}`
    }
  }

  async remove(): Promise<void> {
    await this.#product.stop()
    await removeAll([this.#folder, this.#product.data_dir])
  }
}

async function removeAll(folders: readonly string[]): Promise<void> {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
}
