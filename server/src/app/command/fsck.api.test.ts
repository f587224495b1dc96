import { readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { SECRET } from '../../../../seed/rows/senders.ts'
import { startProduct } from '../../../test/product.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { runWords } from '../../../test/typed-command.ts'
import { allowEngine } from '../../features/library/indexing/examinations/commands.ts'

const product = await startProduct()
afterAll(() => product.close())
const { db, storage, config } = product
const settings = { DATABASE_URL: config.database_url, DATA_DIR: config.data_dir, SECRET_KEY: SECRET }
const type = (...words: string[]) => runWords(words, settings)
const OLD = new Date(Date.now() - 48 * 3_600_000)

const place = (key: string) => path.join(product.files, key)
async function store(key: string, modified = OLD): Promise<void> {
  await storage.write(key, Readable.from([Buffer.from('bytes')]), 'image/webp')
  await utimes(place(key), modified, modified)
}

test('fsck finds 22 planted differences and no other, and removes the orphans that are still orphans', async () => {
  const owner = await product.person(null, 'TEAM')
  const collection = await product.aCollection(owner)
  const videos: string[] = []
  for (let number = 0; number < 16; number += 1) {
    const id = await product.aVideo(owner, collection)
    const key = `videos/${id}/poster.webp`
    await store(key)
    await utimes(place(`videos/${id}/original.mp4`), OLD, OLD)
    await db.updateTable('videos').set({ thumbnail_key: key }).where('id', '=', id).execute()
    videos.push(id)
  }
  const [v0, v1, v2, v3, v4, v5, v6] = videos as [string, string, string, string, string, string, string]
  // Two sheets of a storyboard: 101 tiles.
  for (const id of [v0, v5, v6]) {
    const sheets = { key: `videos/${id}/storyboard/`, interval: 5, count: 101, columns: 10, tiles: 100 }
    for (const number of [0, 1]) if (id !== v6) await store(`${sheets.key}${number}.webp`)
    await db
      .updateTable('videos')
      .set({ storyboard_sheets: JSON.stringify(sheets) })
      .where('id', '=', id)
      .execute()
  }
  // Nothing is wrong with files of the last day, one of an upload, and those of a video in deletion.
  await store('videos/arrived/original.mp4', new Date())
  await store('videos/arrived/yesterday.mp4', new Date(Date.now() - 23 * 3_600_000))
  const upload = { storage_key: 'videos/upload/original.mp4', file_extension: 'mp4', content_type: 'video/mp4' }
  await db
    .insertInto('uploads')
    .values({ collection_id: collection, user_id: owner.id, max_bytes: 5, expires_at: new Date(), ...upload })
    .execute()
  await store('videos/upload/original.mp4')
  await db.updateTable('videos').set({ status: 'DELETING' }).where('id', '=', v6).execute()
  await rm(place(`videos/${v6}/poster.webp`))
  expect(await type('fsck')).toMatchObject({ code: 0, out: 'Rows and files agree.\n' })

  const backups = await temporaryFolder('fsck')
  expect((await type('backup', backups)).code).toBe(0)
  const planted: string[] = []
  const plant = (kind: string, key: string) => void planted.push(`${kind} ${key}`)
  for (const id of [v0, v1, v2, v3, v4]) {
    await rm(place(`videos/${id}/poster.webp`))
    plant('missing', `videos/${id}/poster.webp`)
  }
  for (const id of [v0, v1]) {
    await rm(place(`videos/${id}/original.mp4`))
    plant('missing', `videos/${id}/original.mp4`)
  }
  for (const id of [v2, v3, v4]) {
    await truncate(place(`videos/${id}/original.mp4`), 3)
    plant('altered', `videos/${id}/original.mp4`)
  }
  for (const id of [v5, ...videos.slice(7, 10)]) {
    // As a disk does: neither size nor time changes.
    await writeFile(place(`videos/${id}/original.mp4`), 'bites')
    await utimes(place(`videos/${id}/original.mp4`), OLD, OLD)
    plant('altered', `videos/${id}/original.mp4`)
  }
  await rm(place(`videos/${v0}/storyboard/1.webp`))
  plant('missing', `videos/${v0}/storyboard/1.webp`)
  const orphans = [1, 2, 3].flatMap((number) => [`videos/nobody/${number}.webp`, `exports/nobody-${number}.zip`])
  orphans.push(`videos/${v5}/storyboard/2.webp`)
  for (const key of orphans) {
    await store(key)
    plant('orphaned', key)
  }
  expect(planted.length).toBe(22)
  const found = await type('fsck', '--json', '--against', backups)
  expect(found.code).toBe(1)
  const { findings } = JSON.parse(found.out) as { findings: { kind: string; key: string }[] }
  expect(findings.map(({ kind, key }) => `${kind} ${key}`).sort()).toEqual(planted.sort())

  // Without a terminal nobody can agree.
  expect(JSON.parse((await type('fsck', '--json', '--repair')).out).removed).toEqual([])
  expect(await readFile(place(orphans[0]!), 'utf8')).toBe('bytes')
  const repaired = await type('fsck', '--json', '--repair', '--yes')
  expect(JSON.parse(repaired.out).removed.sort()).toEqual(orphans.sort())
  expect(await storage.stat(orphans[0]!)).toBeNull()
  expect(await storage.stat(`videos/${v5}/poster.webp`)).not.toBeNull()
})

test('doctor reports each check, and fails without a database', async () => {
  const healthy = JSON.parse((await type('doctor', '--json')).out) as { checks: { name: string; state: string }[] }
  const names = healthy.checks.map(({ name }) => name)
  const of_database = ['database', 'queue', 'models', 'backup', 'restore']
  expect(names).toEqual(['version', 'programs', 'decoders', 'encoder', 'disk', 'files', 'mail', ...of_database])
  expect(healthy.checks.filter(({ state }) => state === 'fail')).toEqual([])
  const away = await runWords(['doctor'], { ...settings, DATABASE_URL: 'postgresql://a:b@127.0.0.1:1/none' })
  expect([away.code, away.out]).toEqual([1, expect.stringMatching(/fail {2}database: Footnote cannot reach/)])
})

test('doctor says that the rules of sorting moved, and what it says to type mends it', async () => {
  const database = async () => {
    const { checks } = JSON.parse((await type('doctor', '--json')).out) as { checks: Record<string, string>[] }
    return checks.find(({ name }) => name === 'database')
  }
  await sql`create collation sorted (provider = icu, locale = 'de-DE')`.execute(db)
  await sql`create table sorted (name text collate sorted primary key)`.execute(db)
  await sql`update pg_collation set collversion = '100.1' where collname = 'sorted'`.execute(db)
  await sql`update pg_database set datcollversion = '0.9' where datname = current_database()`.execute(db)
  const moved = await database()
  expect(moved).toMatchObject({ state: 'fail', sentence: expect.stringContaining('version 0.9 when it was made') })
  expect(moved?.sentence).toContain('version 100.1 when it was made')
  const statements = moved?.sentence?.split('psql: ')[1]?.split(/(?<=;) /) ?? []
  expect(statements).toHaveLength(3)
  for (const statement of statements) await sql.raw(statement).execute(db)
  expect(await database()).toMatchObject({ state: 'ok' })
  await sql`drop table sorted`.execute(db)
  await sql`drop collation sorted`.execute(db)
})

test('doctor names the figures of examined models, and warns of a refused one that nobody uses', async () => {
  const models = async () => {
    const { checks } = JSON.parse((await type('doctor', '--json')).out) as { checks: Record<string, string>[] }
    return checks.find(({ name }) => name === 'models')
  }
  expect(await models()).toMatchObject({ state: 'ok', sentence: 'No downloaded one was examined yet.' })
  const seen = { kind: 'visual', name: 'Seeing', answers: JSON.stringify([{ wrong: 1, of: 12 }]) } as const
  const before = { before_name: 'Old', before_wrong: 2, before_of: 12 }
  await product.db
    .insertInto('engine_examinations')
    .values([
      { engine: 'seeing-1', fingerprint: 'a', ...seen, ...before, state: 'passed' },
      {
        engine: 'reading-1',
        fingerprint: 'a',
        ...seen,
        name: 'Reading',
        state: 'refused',
        reason: 'Reading read nothing.',
      },
      { engine: 'old-1', fingerprint: 'a', ...seen, name: 'Old', state: 'measured' },
    ])
    .execute()
  const figures = 'Seeing: Examined: 11 of 12 answers; Old, the engine before it, 10 of 12 answers.'
  expect(await models()).toMatchObject({ state: 'warn', sentence: `Reading read nothing. ${figures}` })
  await allowEngine(product.db, 'reading-1', true)
  const sentence = `Reading read nothing. It is used all the same. ${figures}`
  expect(await models()).toMatchObject({ state: 'ok', sentence })
})

test('a created account signs in with its password, and a reset one only with the new', async () => {
  const made = JSON.parse((await type('user', 'create', 'Grace@Example.org', '--company', 'Harbour', '--json')).out)
  const login = (password: string) => product.post('/api/login', { email: 'grace@example.org', password })
  expect((await login(made.password)).status).toBe(200)
  expect(await type('user', 'create', 'grace@example.org')).toMatchObject({
    code: 1,
    error: expect.stringContaining('has an account already'),
  })
  const again = JSON.parse((await type('user', 'reset-password', 'grace@example.org', '--json')).out)
  expect([(await login(made.password)).status, (await login(again.password)).status]).toEqual([401, 200])
  expect((await type('user', 'reset-password', 'nobody@example.org')).code).toBe(1)
  expect((await type('user', 'create', 'no address')).code).toBe(1)
})
