import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = path.resolve(import.meta.dirname, '..')

/** A version of the product, as far as indexing needs it. */
export interface Product {
  /** Name in the printed tables. */
  readonly name: string
  /** Path of its main program. */
  readonly main: string
  readonly openDatabase: typeof import('../server/src/platform/db/database.ts').openDatabase
  readonly migrate: typeof import('../server/src/platform/db/migrate.ts').migrate
  readonly openQueue: typeof import('../server/src/platform/queue/pg-boss.ts').openQueue
  readonly DiskStorage: typeof import('../server/src/platform/storage/disk.ts').DiskStorage
}

/** The product in this working tree. */
export const thisProduct = (): Promise<Product> => productIn(ROOT, 'this tree')

/** The product at a commit, with this tree's packages. @param folder for its files; it must not exist yet */
export async function productAt(commit: string, folder: string): Promise<Product> {
  await mkdir(folder)
  const archive = `${folder}.tar`
  await run('git', ['-C', ROOT, 'archive', '--output', archive, commit])
  await run('tar', ['-xf', archive, '-C', folder])
  await rm(archive)
  const [from, to] = [path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules')]
  await mkdir(path.join(to, '@footnote'), { recursive: true })
  for (const entry of await readdir(from))
    if (entry !== '@footnote' && entry !== '.bin') await symlink(path.join(from, entry), path.join(to, entry))
  for (const part of ['contract', 'server', 'web'])
    await symlink(path.join(folder, part), path.join(to, '@footnote', part))
  return await productIn(folder, commit)
}

async function productIn(root: string, name: string): Promise<Product> {
  const source = path.join(root, 'server/src')
  // Versions from before the layers have these folders beside `main.ts`.
  const inLayers = existsSync(path.join(source, 'platform'))
  const part = (file: string) => import(pathToFileURL(path.join(source, inLayers ? 'platform' : '', file)).href)
  const parts = await Promise.all(['db/database.ts', 'db/migrate.ts', 'queue/pg-boss.ts', 'storage/disk.ts'].map(part))
  return {
    name,
    main: path.join(source, inLayers ? 'app' : '', 'main.ts'),
    ...(Object.assign({}, ...parts) as Omit<Product, 'name' | 'main'>),
  }
}
