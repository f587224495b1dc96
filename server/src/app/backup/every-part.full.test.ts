import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SECRET } from '../../../../seed/rows/senders.ts'
import { emptyPlace, startBackups } from '../../../test/backups.ts'
import { drawnCases } from '../../../test/drawn-cases.ts'

const { product, folder, type, backUp, aSpokenVideo } = await startBackups()

/** Every way to damage a file of a backup. */
const DAMAGES: readonly (readonly [string, (file: string) => Promise<unknown>])[] = [
  ['gone', (file) => rm(file)],
  ['empty', (file) => truncate(file, 0)],
  ['cut', async (file) => truncate(file, (await readFile(file)).length >> 1)],
  [
    'altered',
    async (file) => {
      const content = await readFile(file)
      content[content.length >> 1]! ^= 1
      await writeFile(file, content)
    },
  ],
  [
    'a link',
    async (file) => {
      await rename(file, `${file}.kept`)
      await symlink(`${file}.kept`, file)
    },
  ],
  [
    'a folder',
    async (file) => {
      await rm(file)
      await mkdir(file)
    },
  ],
]

test('verify and restore refuse a backup for each damage of each of its files, with the same words, and restore changes nothing', async () => {
  await writeFile(path.join(product.config.data_dir, 'secret.key'), SECRET)
  for (const text of ['The harbour', 'Sea gulls']) await aSpokenVideo(text)
  const { folder: whole } = await backUp(path.join(folder, 'every-part'))
  const { SECRET_KEY: _, ...place } = await emptyPlace()
  const entries = await readdir(whole, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(whole, path.join(entry.parentPath, entry.name)))
  expect(names).toEqual(expect.arrayContaining(['manifest.json', 'files.jsonl', 'secret.key', 'tables/users.zst']))
  const cases = names.flatMap((name, number) => {
    // Tables are read in one way: each has two of the damages, and all together have each of them many times.
    const damages = name.startsWith('tables/') ? [0, 1].map((at) => DAMAGES[(number + 3 * at) % 6]!) : DAMAGES
    return damages.map(([kind, damage]) => ({ name, kind, damage }))
  })
  const passed: string[] = []
  const different: unknown[] = []
  for (const { name, kind, damage } of drawnCases(cases, { kindsOf: ({ name, kind }) => [name, kind] })) {
    const copy = path.join(folder, 'damaged')
    await cp(whole, copy, { recursive: true })
    await damage(path.join(copy, name))
    const restored = await type(['restore', copy], place)
    // Verify loads a backup that it finds nothing wrong with, which takes long.
    const verified = restored.code === 0 ? restored : await type(['verify', copy], place)
    if (verified.code === 0) passed.push(`${name} ${kind}`)
    const said = restored.error.replace(/^footnote: checking .*\n/, '')
    if (verified.error !== said) different.push([name, kind, verified.error, said])
    await rm(copy, { recursive: true })
  }
  expect([passed, different]).toEqual([[], []])
  expect(await readdir(place.DATA_DIR)).toEqual([])
})

test('a backup whose key was in the settings is whole, says so, and is restored with that key', async () => {
  await rm(path.join(product.config.data_dir, 'secret.key'), { force: true })
  const { folder: backup } = await backUp(path.join(folder, 'key-in-settings'))
  const { SECRET_KEY, ...place } = await emptyPlace()
  const without = await type(['verify', backup], place)
  expect([without.code, without.out]).toEqual([
    0,
    expect.stringContaining('where the SECRET_KEY of its settings is set'),
  ])
  expect((await type(['restore', backup], place)).error).toContain('was in its settings')
  // An empty machine has no settings, whatever is set here.
  const having = { ...place, SECRET_KEY }
  expect((await type(['verify', backup], having)).out).toBe(without.out)
  expect((await type(['restore', backup], having)).code).toBe(0)
})

test('verify says that a backup without files needs them, and removes what a killed verification left', async () => {
  const { folder: backup } = await backUp(path.join(folder, 'rows-only'), '--files', 'none')
  const host = hostname().replaceAll(/[^a-zA-Z0-9]/g, '')
  const ended = spawnSync('true').pid
  const [left, running] = [ended, process.pid].map((pid) => path.join(tmpdir(), `footnote-verify-${host}-${pid}-test`))
  for (const place of [left!, running!]) await mkdir(path.join(place, 'cluster'), { recursive: true })
  onTestFinished(() => rm(running!, { recursive: true }))
  const { code, out } = await type(['verify', backup])
  expect([code, out]).toEqual([0, expect.stringContaining('the files of DATA_DIR/files are needed as well')])
  expect([existsSync(left!), existsSync(running!)]).toEqual([false, true])
})
