import { readdirSync } from 'node:fs'
import {
  cp,
  type FileHandle,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { SECRET } from '../../../../seed/rows/senders.ts'
import { emptyPlace, rowsOf, startBackups } from '../../../test/backups.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { restoreBackup } from '../command/restore-backup.ts'
import { readManifest, writeManifest } from './manifest.ts'

vi.setConfig({ testTimeout: 300_000 })

const { product, owner, folder, type, backUp, aSpokenVideo } = await startBackups()

test('verify and restore name the same cut or altered part of a backup, and restore then touches nothing', async () => {
  await writeFile(path.join(product.config.data_dir, 'secret.key'), SECRET)
  for (const text of ['The harbour at night', 'Sea gulls', 'My tax return']) await aSpokenVideo(text)
  const target = path.join(folder, 'altered')
  const { folder: whole } = await backUp(target)
  expect(await type(['verify', target])).toMatchObject({ code: 0, out: expect.stringContaining('is whole') })
  const { SECRET_KEY: _, ...place } = await emptyPlace()
  const damages: [string, (copy: string) => Promise<void>, RegExp][] = [
    ['cut table', async (copy) => truncate(path.join(copy, 'tables/cues.zst'), 20), /cues\.zst is missing or cut/],
    [
      'cut manifest',
      async (copy) => truncate(path.join(copy, 'manifest.json'), 300),
      /manifest\.json .* altered or cut/,
    ],
    [
      'linked manifest',
      (copy) => putLink(path.join(copy, 'manifest.json')),
      /manifest\.json is no file, or was exchanged/,
    ],
    ['linked files', (copy) => putLink(path.join(copy, 'files')), /is no file, or was exchanged/],
    ['no manifest', async (copy) => rm(path.join(copy, 'manifest.json')), /There is no backup in/],
    [
      'other file',
      async (copy) => writeFile(path.join(copy, 'files', (await aFile(copy)).key), 'bites'),
      /was altered/,
    ],
    ['file gone', async (copy) => rm(path.join(copy, 'files', (await aFile(copy)).key)), /is missing/],
    ['shorter list', async (copy) => truncate(path.join(copy, 'files.jsonl'), 10), /files\.jsonl was altered or cut/],
    [
      'newer',
      (copy) => rewrite(copy, (manifest) => manifest.migrations.push('999-flying-cars.sql')),
      /newer version.*999-flying-cars/,
    ],
    ['other key', async (copy) => writeFile(path.join(copy, 'secret.key'), 'another'), /secret\.key was altered/],
    ['no key', async (copy) => rm(path.join(copy, 'secret.key')), /secret\.key is missing/],
    ['changed count', async (copy) => edit(copy, (text) => text.replace(/"rows": 3/, '"rows": 4')), /altered or cut/],
  ]
  for (const [name, damage, sentence] of damages) {
    const copy = path.join(folder, `damaged ${name}`)
    await cp(whole, copy, { recursive: true })
    await damage(copy)
    const typed = await type(['restore', copy], place)
    expect([name, typed.code]).toEqual([name, 1])
    expect(typed.error).toMatch(sentence)
    expect(await type(['verify', copy], place)).toMatchObject({
      code: 1,
      error: typed.error.replace(/^footnote: checking .*\n/, ''),
    })
  }
  const other = { ...place, SECRET_KEY: 'another secret that is long enough too' }
  expect((await type(['restore', target], other)).error).toContain('belongs to another SECRET_KEY')
  expect(await readdir(place.DATA_DIR)).toEqual([])
  expect(await rowsOf(place.DATABASE_URL)).toEqual({})
  const inside = await type(['backup', path.join(product.config.data_dir, 'backups')])
  expect([inside.code, inside.error]).toEqual([1, expect.stringContaining('is in DATA_DIR')])
  expect((await type(['backup', '/proc/nowhere'])).code).toBe(1)
})

test('a thread is restored as it was', async () => {
  const video = await aSpokenVideo('The pier')
  const { id } = await product.aComment(owner, video, { content: 'Too dark' })
  await product.aComment(owner, video, { content: 'Brighter now', parent_comment_id: id })
  const { folder: made } = await backUp(path.join(folder, 'thread'))
  const place = await emptyPlace()
  expect(await type(['restore', made], place)).toMatchObject({ code: 0 })
  expect(await rowsOf(place.DATABASE_URL)).toEqual(await rowsOf(product.config.database_url))
  // Open pages know of events that the backup does not have.
  const restored = openDatabase(place.DATABASE_URL)
  onTestFinished(() => restored.destroy())
  for (const table of ['events', 'event_logs'] as const)
    expect(await restored.selectFrom(table).selectAll().execute()).toEqual([])
  expect(await product.db.selectFrom('events').selectAll().execute()).not.toEqual([])
})

test.runIf(process.platform === 'linux')(
  'a backup and a restore write their folders to the disk before they are done, and a restore its files',
  async () => {
    await aSpokenVideo('The lighthouse')
    const target = path.join(folder, 'flushed')
    const place = await emptyPlace()
    const flushed = new Set<string>()
    const handle = await open(folder)
    const sync = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync')
    sync.mockImplementation(async function (this: FileHandle) {
      flushed.add(await readlink(`/proc/self/fd/${this.fd}`))
    })
    onTestFinished(() => sync.mockRestore())
    await handle.close()
    const { folder: made } = await backUp(target)
    const named = [...flushed].map((name) => name.replace('.incomplete-', ''))
    const folders = readdirSync(made, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory())
    const all = [target, made, ...folders.map((entry) => path.join(entry.parentPath, entry.name))]
    expect(all.filter((name) => !named.includes(name))).toEqual([])
    let missed: string[] | null = null
    const say = (sentence: string) => {
      if (sentence !== 'loading the database') return
      const staged = readdirSync(place.DATA_DIR).find((name) => name.startsWith('files.restored-')) ?? ''
      const root = path.join(place.DATA_DIR, staged)
      const below = readdirSync(root, { recursive: true }).map((name) => path.join(root, String(name)))
      missed = [place.DATA_DIR, root, ...below].filter((made) => !flushed.has(made))
    }
    await restoreBackup({ env: place, target, replace: false, say })
    expect(missed).toEqual([])
  },
)

/** Puts a link to the same content in place of a name of a backup. */
async function putLink(name: string): Promise<void> {
  const elsewhere = path.join(folder, `elsewhere ${path.basename(path.dirname(name))}`)
  await rename(name, elsewhere)
  await symlink(elsewhere, name)
}

async function aFile(copy: string): Promise<{ key: string }> {
  const [line] = (await readFile(path.join(copy, 'files.jsonl'), 'utf8')).split('\n')
  return JSON.parse(line!)
}
async function edit(copy: string, change: (text: string) => string): Promise<void> {
  const file = path.join(copy, 'manifest.json')
  const [before] = [await readFile(file, 'utf8')]
  expect(change(before)).not.toBe(before)
  await writeFile(file, change(before))
}
async function rewrite(copy: string, change: (manifest: { migrations: string[] }) => void): Promise<void> {
  const manifest = await readManifest(copy)
  change(manifest as { migrations: string[] })
  await writeManifest(copy, manifest)
}
