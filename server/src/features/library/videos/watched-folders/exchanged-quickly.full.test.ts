import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { exchangedFolder, FILM } from '../../../../../test/exchanged-folder.ts'
import { importHere } from '../../../../../test/import-here.ts'
import { silentLog, startProduct } from '../../../../../test/product.ts'
import { temporaryFolder } from '../../../../../test/temporary-folder.ts'
import { watchFolder } from './watch-folder.ts'

const FILES = 100
/** Each run tries the names that are no link at its look. */
const MOST_RUNS = 40

const product = await startProduct()
afterAll(() => product.close())
const { db, config } = product
const key = path.join(config.data_dir, 'secret.key')
await writeFile(key, 'the key that signs every session', { mode: 0o600 })

const ending: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
  vi.useRealTimers()
})

/** Takes what a folder has, and ends when as many files were tried as it has. @returns the number of tries */
type Entrance = (folder: string, email: string) => Promise<number>

const ENTRANCES: Readonly<Record<string, Entrance>> = {
  async 'the watched folder'(folder, owner) {
    vi.useFakeTimers({ toFake: ['Date'] })
    let tries = 0
    const count = () => {
      tries += 1
    }
    ending.push(
      watchFolder({ ...product, log: { ...silentLog, info: count, warn: count } }, { folder, owner, pause: 10 }),
    )
    while (tries < FILES) {
      await wait(20)
      // So that nobody seems to have written for eleven seconds at the next look.
      vi.setSystemTime(Date.now() + 11_000)
    }
    return tries
  },
  ...Object.fromEntries(
    ['--copy', '--link', '--move'].map((way): [string, Entrance] => [
      `footnote import ${way}`,
      async (folder, email) => {
        let tries = 0
        for (let run = 0; run < MOST_RUNS && tries < FILES; run += 1) {
          const { taken, failed } = await importHere(config, folder, '--by-folder', '--owner', email, way)
          tries += taken + failed.filter(({ error }) => error.includes('meanwhile')).length
        }
        return tries
      },
    ]),
  ),
}

// `npm run soak -- exchanges` does the same with 500 names against the running product.
test.each(Object.entries(ENTRANCES))(
  '%s takes nothing from elsewhere while another process exchanges names for links',
  async (entrance, take) => {
    const folder = path.join(await temporaryFolder('exchanged-quickly'), 'folder')
    const person = await product.person()
    const { email } = await db.selectFrom('users').select('email').where('id', '=', person.id).executeTakeFirstOrThrow()
    const stop = await exchangedFolder({ folder, files: FILES, key })
    let [tries, swaps] = [0, 0]
    try {
      tries = await take(folder, email)
    } finally {
      swaps = await stop()
    }
    const videos = await db.selectFrom('videos').select('storage_key').where('user_id', '=', person.id).execute()
    const contents = await Promise.all(
      videos.map(({ storage_key }) => readFile(path.join(product.files, storage_key), 'utf8')),
    )
    console.log(`${entrance}: ${swaps} swaps, ${tries} tries, ${contents.length} taken`)
    expect(contents.filter((content) => !content.startsWith(FILM))).toEqual([])
    expect(tries).toBeGreaterThanOrEqual(FILES)
    expect(swaps).toBeGreaterThanOrEqual(FILES)
  },
)
