import { type Kysely, type RawBuilder, sql } from 'kysely'
import { opaqueIds } from '../arrays.ts'
import type { Tables } from '../schema.ts'
import { BestRows, type Candidate } from './best-rows.ts'
import { inBlocks, SignProducts } from './sign-products.ts'
import { type Page, readPages } from './vector-pages.ts'

/** Ids of the videos whose vectors a search compares. */
export type VideoChoice = readonly string[] | 'all'

const chosen = (number: number | RawBuilder<unknown>, video_ids: VideoChoice) =>
  sql`set_number = ${number} and ${video_ids === 'all' ? sql`true` : sql`video_id = any(${opaqueIds(video_ids)})`}`

/**
 * An SQL value: a hash over the versions of a set's pages of some videos, which changes when any of them changes.
 * @param number an SQL value, the number of the set
 */
export const sumOfPages = (number: RawBuilder<unknown>, video_ids: VideoChoice) => sql`(
  select count(*) || ' ' || sum(uuid_hash_extended(video_id, version)) from vector_pages where ${chosen(number, video_ids)})`

/** A search in the pages of a set. */
interface PageSearch {
  readonly number: number
  readonly video_ids: VideoChoice
  /** See `sumOfPages`. */
  readonly sum: string
  /** A row counts for its largest product with one of them. */
  readonly queries: readonly Float32Array[]
  /** Scale for signatures without one. */
  readonly typical_scale: number
  readonly most: number
}

/** Bytes of pages in a process's memory; a million vectors of 512 dimensions take 76 million. */
const MOST_KEPT = 256 * 1024 * 1024
/** Selections of pages in memory: many searches ask for the same videos. */
const MOST_SELECTIONS = 20
/** Pages per database query. */
const PAGES_A_READ = 500
/** Signatures to compare before other work of the process gets a turn; they take some 5 ms. */
const WITHOUT_BREAK = 250_000

const kept_of = new WeakMap<Kysely<Tables>, KeptPages>()

/**
 * The rows with the largest estimated dot products with one of some queries. Signatures stay in this process's memory; those
 * of pages that have changed are read again.
 * @returns in no order
 */
export async function findCandidates(db: Kysely<Tables>, search: PageSearch): Promise<Candidate[]> {
  const kept = kept_of.get(db) ?? new KeptPages()
  kept_of.set(db, kept)
  const pages = await kept.read(db, search)
  const products = search.queries.map((query) => new SignProducts(query))
  const best = new BestRows(search.most)
  let compared = 0
  for (const [video_id, { row_ids, blocks, scales }] of pages) {
    estimateAll(products, blocks, row_ids.length, scales ?? search.typical_scale, (estimates, first, count) => {
      let { least } = best
      // By index: an iterator takes as long as the estimates.
      for (let at = 0; at < count; at++) {
        const estimate = estimates[at] as number
        if (estimate < least) continue
        best.offer(estimate, row_ids[first + at] as number, video_id)
        least = best.least
      }
    })
    compared += row_ids.length * products.length
    if (compared < WITHOUT_BREAK) continue
    compared = 0
    await new Promise(setImmediate)
  }
  return best.rows
}

type Report = Parameters<SignProducts['estimate']>[3]

/** Reports the largest estimate of each row: see `estimate` of `SignProducts`. */
function estimateAll(
  [first, ...others]: readonly SignProducts[],
  blocks: Uint8Array,
  rows: number,
  scales: Float32Array | number,
  report: Report,
): void {
  if (others.length === 0) {
    first?.estimate(blocks, rows, scales, report)
    return
  }
  const largest = new Float32Array(rows)
  first?.estimate(blocks, rows, scales, (estimates, from, count) => largest.set(estimates.subarray(0, count), from))
  for (const other of others)
    other.estimate(blocks, rows, scales, (estimates, from, count) => {
      for (let at = 0; at < count; at++)
        if ((estimates[at] as number) > (largest[from + at] as number)) largest[from + at] = estimates[at] as number
    })
  report(largest, 0, rows)
}

/** The signatures of one video's vectors in memory. */
interface KeptPage extends Omit<Page, 'bits'> {
  /** See `inBlocks`. */
  readonly blocks: Uint8Array
}

function keptPage({ bits, ...page }: Page): KeptPage {
  return { ...page, blocks: inBlocks(bits, bits.length / page.row_ids.length) }
}

type Pages = ReadonlyMap<string, KeptPage>

/** The pages of one set and some videos. */
interface Selection {
  /** See `sumOfPages`. */
  readonly sum: string
  readonly pages: Pages
}

/** The pages of one database in a process's memory; the least recently used are dropped first. */
class KeptPages {
  readonly #pages = new Map<string, KeptPage>()
  /** The latest selections, by set and videos. */
  readonly #selections = new Map<string, Selection>()
  #bytes = 0

  /** The current pages of some videos, by video. */
  async read(db: Kysely<Tables>, { number, video_ids, sum }: PageSearch): Promise<Pages> {
    const name = `${number} ${video_ids}`
    const known = this.#selections.get(name)
    const pages = known?.sum === sum ? known.pages : await this.#readAgain(db, number, video_ids)
    for (const [video_id, page] of pages) this.#keep(`${number} ${video_id}`, page)
    const [first] = pages.keys()
    // The first page is dropped first, if memory does not suffice for all of them.
    if (this.#pages.has(`${number} ${first}`)) this.#select(name, { sum, pages })
    return pages
  }

  /** Reads the versions of pages, and then the pages that have changed. */
  async #readAgain(db: Kysely<Tables>, number: number, video_ids: VideoChoice): Promise<Pages> {
    const { rows } = await sql<{ video_id: string; version: number }>`
      select video_id, version from vector_pages where ${chosen(number, video_ids)} order by video_id`.execute(db)
    const pages = new Map<string, KeptPage>()
    const changed: string[] = []
    for (const { video_id, version } of rows) {
      const page = this.#pages.get(`${number} ${video_id}`)
      if (page?.version === version) pages.set(video_id, page)
      else changed.push(video_id)
    }
    for (let start = 0; start < changed.length; start += PAGES_A_READ) {
      const read = await readPages(db, number, changed.slice(start, start + PAGES_A_READ))
      for (const [video_id, page] of read) pages.set(video_id, keptPage(page))
    }
    return pages
  }

  #select(name: string, selection: Selection): void {
    this.#selections.delete(name)
    this.#selections.set(name, selection)
    for (const oldest of this.#selections.keys()) {
      if (this.#selections.size <= MOST_SELECTIONS) break
      this.#selections.delete(oldest)
    }
  }

  #keep(key: string, page: KeptPage): void {
    this.#drop(key)
    this.#pages.set(key, page)
    this.#bytes += bytesIn(page)
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= MOST_KEPT) break
      this.#drop(oldest)
      this.#selections.clear()
    }
  }

  #drop(key: string): void {
    const page = this.#pages.get(key)
    if (!page) return
    this.#pages.delete(key)
    this.#bytes -= bytesIn(page)
  }
}

const bytesIn = ({ row_ids, blocks, scales }: KeptPage): number =>
  row_ids.byteLength + blocks.byteLength + (scales?.byteLength ?? 0)
