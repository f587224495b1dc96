import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, copyFile, mkdir, open, opendir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ProductError } from '../errors.ts'
import { FileAddresses } from './file-addresses.ts'
import { type GrowingPlaces, growFile, holdsReceived } from './growing-file.ts'
import { shareFile } from './local/share-file.ts'
import { flush, isSystemError, moveInto } from './moving.ts'
import type {
  AddressOptions,
  ByteRange,
  FormTerms,
  GrowingFile,
  Growth,
  KeyedFile,
  OpenFile,
  PostPolicy,
  Remains,
  StagedFile,
  Storage,
  StoredFile,
} from './storage.ts'
import { UploadForms } from './upload-forms.ts'

/** Folder for files that are still arriving; on the same file system, so that renaming them is atomic. */
const INCOMING = '.incoming'
/** Mode of stored files, whatever their mode was before. */
const PRIVATE = 0o600
/** Bytes to buffer before the disk: small pieces are then written several at a time. */
const WRITE_BUFFER = 1024 ** 2
const KEY = /^[a-z0-9-]+(?:\/[a-z0-9-][a-z0-9.-]*)*\/?$/

export interface DiskOptions {
  /** Folder of the files; created if missing. */
  readonly folder: string
  readonly secret_key: string
}

/** Files under a folder of this machine. A file is either complete or missing. */
export class DiskStorage implements Storage {
  readonly kind = 'disk'
  readonly direct_max = 0
  readonly #folder: string
  readonly #addresses: FileAddresses
  readonly #forms: UploadForms

  constructor({ folder, secret_key }: DiskOptions) {
    this.#folder = folder
    this.#addresses = new FileAddresses(secret_key)
    this.#forms = new UploadForms(secret_key)
  }

  /** The start has already checked that the folder can be used. */
  async obstacle(): Promise<null> {
    return null
  }

  async stage(key: string, content: AsyncIterable<Uint8Array>): Promise<StagedFile> {
    const target = this.#path(key)
    const incoming = await this.#incomingFile()
    // Open it before the first byte: a stream that opens its own file could create it after the cleanup of a failure.
    const file = await open(incoming, 'wx', PRIVATE)
    try {
      await pipeline(content, file.createWriteStream({ flush: true, highWaterMark: WRITE_BUFFER }))
      const { size } = await stat(incoming)
      return {
        size,
        commit: () => moveInto(incoming, target),
        discard: () => rm(incoming, { force: true }),
      }
    } catch (error) {
      await rm(incoming, { force: true })
      throw error
    }
  }

  async write(key: string, content: AsyncIterable<Uint8Array>): Promise<number> {
    const staged = await this.stage(key, content)
    try {
      await staged.commit()
    } catch (error) {
      await staged.discard()
      throw error
    }
    return staged.size
  }

  async writeFile(key: string, file: string): Promise<void> {
    const target = this.#path(key)
    await flush(file)
    try {
      await chmod(file, PRIVATE)
      await moveInto(file, target)
    } catch (error) {
      // Another disk, or a file of another account.
      if (!isSystemError(error, 'EXDEV', 'EPERM')) throw error
      const incoming = await this.#incomingFile()
      try {
        await copyFile(file, incoming)
        await chmod(incoming, PRIVATE)
        await flush(incoming)
        await moveInto(incoming, target)
      } catch (failure) {
        // On a full disk the partial copy would take the room that others need.
        await rm(incoming, { force: true })
        throw failure
      }
      await rm(file, { force: true })
    }
  }

  async share(key: string, file: OpenFile): Promise<boolean> {
    const incoming = await this.#incomingFile()
    try {
      if (!(await shareFile(file, incoming, PRIVATE))) return false
      await flush(incoming)
      await moveInto(incoming, this.#path(key))
      return true
    } finally {
      // Nothing is there any more after success.
      await rm(incoming, { force: true })
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    if (!(await this.stat(key))) throw new ProductError('not_found')
    return createReadStream(this.#path(key), range ?? {})
  }

  async stat(key: string): Promise<StoredFile | null> {
    try {
      const found = await stat(this.#path(key))
      return found.isFile() ? { size: found.size, modified: found.mtime } : null
    } catch (error) {
      if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return null
      throw error
    }
  }

  async *list(prefix: string): AsyncGenerator<KeyedFile> {
    const folder = prefix.includes('/') ? prefix.slice(0, prefix.lastIndexOf('/')) : ''
    const entries = await opendir(path.join(this.#folder, folder)).catch((error: unknown) => {
      if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return []
      throw error
    })
    for await (const entry of entries) {
      const key = folder ? `${folder}/${entry.name}` : entry.name
      if (entry.name === INCOMING || !(key.startsWith(prefix) || prefix.startsWith(`${key}/`))) continue
      if (entry.isDirectory()) yield* this.list(`${key}/`)
      else {
        // It may have been removed meanwhile.
        const found = await this.stat(key).catch(() => null)
        if (found) yield { key, ...found }
      }
    }
  }

  async local(key: string): Promise<string> {
    if (!(await this.stat(key))) throw new ProductError('not_found')
    return this.#path(key)
  }

  async remove(key: string): Promise<void> {
    await rm(this.#path(key), { force: true })
  }

  async removeAll(prefix: string): Promise<void> {
    await rm(this.#path(prefix), { recursive: true, force: true })
  }

  append(file: GrowingFile, content: AsyncIterable<Uint8Array>): Promise<Growth> {
    return growFile(this.#growing(file.key), file, content)
  }

  async complete(file: GrowingFile): Promise<void> {
    const { growing, target } = this.#growing(file.key)
    const arrived = await stat(growing).catch(() => null)
    // An earlier attempt has moved it.
    if (!arrived && (await this.stat(file.key))?.size === file.size) return
    if (arrived?.size !== file.size) throw new ProductError('upload_expired')
    await moveInto(growing, target)
  }

  async abandon({ key }: Pick<GrowingFile, 'key'>): Promise<void> {
    const { growing, target } = this.#growing(key)
    await rm(growing, { force: true })
    await rm(target, { force: true })
  }

  hasReceived(file: GrowingFile): Promise<boolean> {
    return holdsReceived(this.#growing(file.key), file)
  }

  async *remains(growing: ReadonlySet<string>): AsyncGenerator<Remains> {
    const folder = path.join(this.#folder, INCOMING)
    const names = await readdir(folder).catch(() => [])
    const kept = new Set([...growing].map(growingName))
    for (const name of names) {
      if (kept.has(name)) continue
      const file = path.join(folder, name)
      const found = await stat(file).catch(() => null)
      const remove = () => rm(file, { force: true })
      if (found) yield { key: `${INCOMING}/${name}`, modified: found.mtime, remove }
    }
  }

  async address(key: string, options: AddressOptions): Promise<string> {
    return this.#addresses.create(key, options)
  }

  async uploadForm(key: string, terms: FormTerms): Promise<PostPolicy> {
    return this.#forms.create(key, terms)
  }

  #growing(key: string): GrowingPlaces {
    return { growing: path.join(this.#folder, INCOMING, growingName(key)), target: this.#path(key) }
  }

  #path(key: string): string {
    if (!KEY.test(key)) throw new ProductError('not_found')
    return path.join(this.#folder, key)
  }

  async #incomingFile(): Promise<string> {
    const folder = path.join(this.#folder, INCOMING)
    await mkdir(folder, { recursive: true })
    return path.join(folder, randomUUID())
  }
}

/** Name, among arriving files, of a growing one. */
const growingName = (key: string): string => key.replaceAll('/', '_')
