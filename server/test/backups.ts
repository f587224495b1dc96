import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished } from 'vitest'
import { SECRET } from '../../seed/rows/senders.ts'
import { openDatabase } from '../src/platform/db/database.ts'
import { type Product, startProduct } from './product.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { createEmptyDatabase } from './test-database.ts'
import { runWords } from './typed-command.ts'

/** The environment of a command for a product. */
export const settingsOf = ({ config }: Pick<Product, 'config'>) => ({
  DATABASE_URL: config.database_url,
  DATA_DIR: config.data_dir,
  SECRET_KEY: SECRET,
})
/** An empty installation. */
export async function emptyPlace() {
  const data_dir = await mkdtemp(path.join(tmpdir(), 'footnote-restored-'))
  onTestFinished(() => rm(data_dir, { recursive: true, force: true }))
  return { DATABASE_URL: await createEmptyDatabase(), DATA_DIR: data_dir, SECRET_KEY: SECRET }
}

/** Each table's rows, in an order of their own, without those of backups, and of logs, which a restore begins again. */
export async function rowsOf(database_url: string): Promise<Record<string, string>> {
  const db = openDatabase(database_url)
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'
      and tablename not in ('migrations', 'backups', 'events', 'event_logs', 'presence', 'presence_processes') order by 1`.execute(
    db,
  )
  const found: Record<string, string> = {}
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ text: string }>`
      select count(*) || ' ' || md5(coalesce(string_agg(t::text, E'\\n' order by t::text), '')) as text
      from ${sql.table(name)} t`.execute(db)
    found[name] = rows[0]?.text ?? ''
  }
  await db.destroy()
  return found
}

/** Every file below a folder, with its content. */
export async function filesOf(place: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const entry of await readdir(place, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isFile() && !file.includes('.incoming')) found[path.relative(place, file)] = await readFile(file, 'utf8')
  }
  return found
}

/** Starts a product for backups, and makes an empty folder for them. */
export async function startBackups() {
  const product = await startProduct()
  const owner = await product.person(null, 'TEAM')
  const collection = await product.aCollection(owner)
  afterAll(() => product.close())
  const type = (words: string[], settings: Record<string, string> = settingsOf(product)) => runWords(words, settings)

  async function backUp(
    target: string,
    ...more: string[]
  ): Promise<{ folder: string; new_files: number; files: number; rows: number }> {
    const typed = await type(['backup', target, '--json', ...more])
    expect([typed.code, typed.error.includes('cannot')]).toEqual([0, false])
    return JSON.parse(typed.out)
  }

  /** Adds a video in which one line is said. */
  async function aSpokenVideo(text: string): Promise<string> {
    const id = await product.aVideo(owner, collection, { duration: 60, playback: 'READY' })
    const line = {
      video_id: id,
      engine: 'test',
      number: 0,
      start_time: 1,
      end_time: 2,
      text,
      language: 'en',
      words: '[]',
    }
    await product.db.insertInto('cues').values(line).execute()
    return id
  }

  /** What a person sees of an installation. */
  async function answersOf(at: Product, who: typeof owner): Promise<unknown[]> {
    const answers: unknown[] = []
    for (const query of ['harbour', 'sea gulls', '"tax return"', 'nothing of the kind'])
      answers.push(
        (await at.post('/api/get_matches', { index_id: collection, query }, who)).json.matches?.map(
          (match: { video_id: string; start_time: number }) => [match.video_id, match.start_time],
        ),
      )
    return answers
  }

  // On one file system, outside the product's data.
  return { product, owner, collection, folder: await temporaryFolder('backup'), type, backUp, aSpokenVideo, answersOf }
}
