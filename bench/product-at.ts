import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { EarlierVersion } from '../soak/earlier-version.ts'

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

/** @param version checked out, with packages of its own */
export const productAt = ({ root, commit }: EarlierVersion): Promise<Product> => productIn(root, commit)

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
