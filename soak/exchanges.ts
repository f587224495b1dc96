import { chmod, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Account, createAccount } from '../e2e/calls.ts'
import { inDatabase } from '../e2e/database.ts'
import { type Product, startProduct } from '../e2e/product.ts'
import { exchangedFolder, FILM } from '../server/test/exchanged-folder.ts'
import { typeCommand } from '../server/test/typed-command.ts'
import { soak } from './run.ts'

/** Milliseconds in which the worker tries another file of a watched folder. */
const PATIENCE = 300_000
/** Imports of a folder, each of which tries about half of what the one before did not take. */
const MOST_RUNS = 40
const WAYS = ['--copy', '--link', '--move'] as const

/** What became of the exchanged names of an entrance. */
interface ExchangeCounts {
  /** How often a file was taken, or was refused because something else was in its place. */
  readonly tries: number
  readonly refused: number
  /** How often a link took a name meanwhile. */
  readonly swaps: number
}

/**
 * Imports files while another process exchanges their names, and those of their folders, for links to what the product
 * may read and the other may not.
 */
export const exchanges = soak({
  shows: 'No import takes a file that its folder does not have, however fast names are exchanged for links meanwhile.',
  sizes: { names: 500, watch: true },
  async run({ names, watch }, log) {
    const above = await mkdtemp(path.join(tmpdir(), 'footnote-soak-exchanges-'))
    // A product that root started reads it as another account.
    await chmod(above, 0o755)
    const watched = path.join(above, 'watched')
    await mkdir(watched)
    const product = await startProduct({ BILLING: 'off', MODELS: 'off', WATCH_DIR: watched })
    try {
      const account = await createAccount(product)
      const counts: Record<string, number> = {}
      const failures: string[] = []
      const note = async (entrance: string, folder: string, { tries, refused, swaps }: ExchangeCounts) => {
        const { taken, foreign } = await contentsOf(product, folder)
        Object.assign(counts, { [`${entrance}, tries`]: tries, [`${entrance}, refused`]: refused })
        Object.assign(counts, { [`${entrance}, swaps`]: swaps })
        Object.assign(counts, { [`${entrance}, taken`]: taken, [`${entrance}, taken from elsewhere`]: foreign })
        if (foreign > 0) failures.push(`${entrance} took ${foreign} files that its folder does not have.`)
        if (tries < names) failures.push(`${entrance} tried ${tries} of ${names} files.`)
        if (swaps < names) failures.push(`Only ${swaps} names were exchanged while ${entrance} ran.`)
        log(`${entrance}: ${swaps} swaps, ${tries} tries, ${refused} refused, ${foreign} from elsewhere`)
      }
      for (const way of WAYS) {
        const folder = path.join(above, way.slice(2))
        await note(`import ${way}`, folder, await importAll(product, account, folder, { names, way }))
      }
      if (watch) await note('the watched folder', watched, await watchAll(product, watched, names))
      return { counts, failures }
    } finally {
      await product.stop()
      await rm(above, { recursive: true, force: true })
    }
  },
})

async function exchangeIn({ data_dir }: Product, folder: string, files: number): Promise<() => Promise<number>> {
  // The product's account may link and remove its own files only.
  const owner = await stat(path.join(data_dir, 'files'))
  return await exchangedFolder({ folder, files, key: path.join(data_dir, 'secret.key'), owner })
}

interface ImportRun {
  readonly names: number
  readonly way: (typeof WAYS)[number]
}

/** Imports a folder until it has tried as many files as it has. */
async function importAll(
  product: Product,
  { email }: Account,
  folder: string,
  { names, way }: ImportRun,
): Promise<ExchangeCounts> {
  const stop = await exchangeIn(product, folder, names)
  const words = ['import', folder, '--by-folder', '--owner', email, '--json', way]
  let [tries, refused, swaps] = [0, 0, 0]
  try {
    for (let run = 0; run < MOST_RUNS && tries < names; run += 1) {
      const { out } = await typeCommand(words, { DATA_DIR: product.data_dir })
      const outcome: { taken: number; failed: { error: string }[] } = JSON.parse(out)
      const exchanged = outcome.failed.filter(({ error }) => error.includes('meanwhile')).length
      tries += outcome.taken + exchanged
      refused += exchanged
    }
  } finally {
    swaps = await stop()
  }
  return { tries, refused, swaps }
}

/** Waits until the worker has tried as many files of the watched folder as it has, or tries none for a long time. */
async function watchAll(product: Product, folder: string, names: number): Promise<ExchangeCounts> {
  const stop = await exchangeIn(product, folder, names)
  // A row is forgotten when the next look finds a link in place of the file.
  const [tries, refusals] = [new Set<string>(), new Set<string>()]
  let swaps = 0
  try {
    for (let until = Date.now() + PATIENCE; tries.size < names && Date.now() < until; await wait(200)) {
      const before = tries.size
      await inDatabase(product, async (db) => {
        const rows = await db.selectFrom('imported_files').select(['path', 'error', 'at']).execute()
        for (const { path: place, error, at } of rows.filter((row) => row.path.startsWith(folder + path.sep))) {
          tries.add(`${place} ${at.getTime()}`)
          if (error !== null) refusals.add(`${place} ${at.getTime()}`)
        }
      })
      if (tries.size > before) until = Date.now() + PATIENCE
    }
  } finally {
    swaps = await stop()
  }
  return { tries: tries.size, refused: refusals.size, swaps }
}

/** The videos of a folder, and how many of them have the content of another file. */
async function contentsOf(product: Product, folder: string): Promise<{ taken: number; foreign: number }> {
  let keys: string[] = []
  await inDatabase(product, async (db) => {
    const rows = await db
      .selectFrom('imported_files')
      .innerJoin('videos', 'videos.id', 'video_id')
      .select(['path', 'storage_key'])
      .execute()
    keys = rows.filter((row) => row.path.startsWith(folder + path.sep)).map(({ storage_key }) => storage_key)
  })
  const contents = await Promise.all(keys.map((key) => readFile(path.join(product.data_dir, 'files', key), 'utf8')))
  return { taken: keys.length, foreign: contents.filter((content) => !content.startsWith(FILM)).length }
}
