import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Account, createAccount } from '../e2e/calls.ts'
import { inDatabase } from '../e2e/database.ts'
import { type Product, startProduct } from '../e2e/product.ts'
import { ffmpeg } from '../server/test/made-media.ts'
import { typeCommand } from '../server/test/typed-command.ts'
import { type Outcome, soak } from './run.ts'

/** Files in a sub-folder. */
const IN_A_FOLDER = 100
/** Milliseconds until the worker has validated a few of many videos. */
const PATIENCE = 120_000

/** Imports a folder twice beside a running product; the first import is killed in the middle and goes on. */
export const importing = soak({
  shows: 'A folder that is imported twice, and once killed meanwhile, becomes each of its files once, byte for byte.',
  sizes: { files: 2_000 },
  async run({ files }, log) {
    const folder = await mkdtemp(path.join(tmpdir(), 'footnote-soak-import-'))
    // A product that root started reads it as another account.
    await chmod(folder, 0o755)
    const product = await startProduct({ BILLING: 'off', MODELS: 'off' })
    try {
      const hashes = await makeFiles(folder, files)
      log(`${files} files made`)
      const account = await createAccount(product)
      return await importTwice(product, account, folder, hashes)
    } finally {
      await product.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
})

/** Makes films that differ in their last bytes. @returns the SHA-256 of each */
async function makeFiles(folder: string, count: number): Promise<string[]> {
  const film = path.join(folder, 'film.mp4')
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=10:duration=1', '-pix_fmt', 'yuv420p', film)
  const content = await readFile(film)
  await rm(film)
  const hashes: string[] = []
  const earlier = new Date(Date.now() - 60_000)
  for (let number = 0; number < count; number += 1) {
    const inner = path.join(folder, `Day ${Math.floor(number / IN_A_FOLDER)}`)
    await mkdir(inner, { recursive: true })
    const bytes = Buffer.concat([content, freeBox(number)])
    const file = path.join(inner, `shot ${number}.mp4`)
    await writeFile(file, bytes)
    await utimes(file, earlier, earlier)
    hashes.push(createHash('sha256').update(bytes).digest('hex'))
  }
  return hashes
}

/** A box of MP4 that players skip. */
function freeBox(number: number): Buffer {
  const box = Buffer.from('\0\0\0\u000cfree\0\0\0\0', 'latin1')
  box.writeUInt32BE(number, 8)
  return box
}

async function importTwice(product: Product, { email }: Account, folder: string, hashes: string[]): Promise<Outcome> {
  const settings = { DATA_DIR: product.data_dir }
  const words = ['import', folder, '--by-folder', '--owner', email, '--json']
  const kill = new AbortController()
  const killed = typeCommand(words, settings, { signal: kill.signal })
  while ((await stateOf(product)).rows.length < hashes.length / 2) await wait(20)
  kill.abort()
  const { code } = await killed
  const at_kill = (await stateOf(product)).rows.length
  const begun = Date.now()
  const first = await typeCommand(words, settings)
  const seconds = (Date.now() - begun) / 1000
  const second = await typeCommand(words, settings)
  const { rows, uploads } = await stateOf(product)
  const stored = await Promise.all(
    rows.map(async ({ storage_key }) =>
      createHash('sha256')
        .update(await readFile(path.join(product.data_dir, 'files', storage_key)))
        .digest('hex'),
    ),
  )
  const validated = await someValidated(product)
  const taken = first.code === 0 ? JSON.parse(first.out).taken : 0
  const again = second.code === 0 ? JSON.parse(second.out) : { taken: second.error, before: 0 }
  const same = JSON.stringify(stored.toSorted()) === JSON.stringify(hashes.toSorted())
  const failures = [
    ...(code === null ? [] : [`The import ended with ${code} before it could be killed.`]),
    ...(first.code === 0 ? [] : [`The next import ended with ${first.code}: ${first.error}`]),
    ...(rows.length === hashes.length ? [] : [`${rows.length} videos of ${hashes.length} files.`]),
    ...(same ? [] : ['The stored files are not those of the folder.']),
    ...(again.taken === 0 && again.before === hashes.length ? [] : [`Imported again: ${JSON.stringify(again)}.`]),
    ...(uploads <= 1 ? [] : [`${uploads} uploads are left of one kill.`]),
    ...(validated.every((sha256) => hashes.includes(sha256)) ? [] : ['A worker found another SHA-256.']),
  ]
  return {
    counts: {
      files: hashes.length,
      'videos when it was killed': at_kill,
      'taken by the next import': taken,
      'seconds of that import': seconds,
      'videos after another import': rows.length,
      'uploads left by the kill': uploads,
      'hashes compared with those of the worker': validated.length,
    },
    failures,
  }
}

async function stateOf(product: Product): Promise<{ rows: { storage_key: string }[]; uploads: number }> {
  let [rows, uploads]: [{ storage_key: string }[], number] = [[], 0]
  await inDatabase(product, async (db) => {
    rows = await db.selectFrom('videos').select('storage_key').where('source', 'is not', null).execute()
    uploads = (await db.selectFrom('uploads').select('id').execute()).length
  })
  return { rows, uploads }
}

/** Waits until the worker has validated a few of the videos. @returns their SHA-256 */
async function someValidated(product: Product): Promise<string[]> {
  let found: string[] = []
  for (const end = Date.now() + PATIENCE; found.length < 3 && Date.now() < end; await wait(200))
    await inDatabase(product, async (db) => {
      const videos = db.selectFrom('videos').select('sha256').where('source', 'is not', null)
      const rows = await videos.where('sha256', 'is not', null).$narrowType<{ sha256: string }>().execute()
      found = rows.map(({ sha256 }) => sha256)
    })
  if (found.length < 3) throw new Error('The worker validated no imported video.')
  return found
}
