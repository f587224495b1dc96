import type { Readable } from 'node:stream'
import type { Obstacle } from '../errors.ts'
import type { Viewer } from '../route.ts'

/** First and last byte, both included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** A place handed out for one file, in the form of an S3 POST policy. */
export interface PostPolicy {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

/** What a signed address answers with. */
export interface AddressOptions {
  /** Seconds that the address is valid, at most. */
  readonly lifetime: number
  readonly content_type: string
  /** Whom it is given to; it ends when they may no longer fetch. */
  readonly viewer: Viewer
  /** Makes the browser save the file under this name. */
  readonly download_name?: string
}

/** What a form accepts. */
export interface FormTerms {
  readonly content_type: string
  /** Largest file. */
  readonly max_bytes: number
  /** Seconds that the form is valid. */
  readonly lifetime: number
  /** Whether the object store takes the form itself; only for files up to `direct_max`. */
  readonly direct: boolean
}

/** A file as it stands in storage. */
export interface StoredFile {
  /** Bytes. */
  readonly size: number
  readonly modified: Date
}

/** A file that has arrived in full and is not seen under its key yet. */
export interface StagedFile {
  /** Bytes. */
  readonly size: number
  /** Puts it under its key, at once and durably. */
  commit(): Promise<void>
  discard(): Promise<void>
}

/**
 * Files by key. Keys are made by the product: lower-case letters, digits, `/`, `-`, `.`. What fails because the files cannot
 * be reached throws UnreachableError.
 */
export interface Storage {
  readonly kind: 'disk' | 's3'
  /** Looks whether files can be reached, within seconds. @returns what keeps us from them; null when nothing does */
  obstacle(): Promise<Obstacle | null>
  /**
   * Takes in a stream of any length without holding it in memory. When it fails, nothing of it is left.
   * @throws whatever the stream throws
   */
  stage(key: string, content: AsyncIterable<Uint8Array>, contentType: string): Promise<StagedFile>
  /** Stores a stream of any length without holding it in memory. @returns bytes stored */
  write(key: string, content: AsyncIterable<Uint8Array>, contentType: string): Promise<number>
  /** Stores a local file, which may be moved away. */
  writeFile(key: string, file: string, contentType: string): Promise<void>
  /** @throws ProductError not_found when there is no such file */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Null when there is no such file. */
  stat(key: string): Promise<StoredFile | null>
  /** A local path of the file: the stored file itself on disk, a copy in `folder` from an object store. Read only. */
  local(key: string, folder: string): Promise<string>
  /** Removes a file; not an error when it is gone. */
  remove(key: string): Promise<void>
  /** Removes everything under a folder of keys, for example `videos/ID/`. */
  removeAll(prefix: string): Promise<void>
  /** Removes what writes left that were cut off before this moment. */
  sweep(before: Date): Promise<void>
  /**
   * A signed address that the browser can fetch without other credentials, with ranges. An object store's own outlives what
   * its viewer may do by at most its lifetime; a share link never gets one.
   */
  address(key: string, options: AddressOptions): Promise<string>
  /** Bytes of the largest file that an object store takes in one POST without the server; 0 where the server takes all. */
  readonly direct_max: number
  /** A form that accepts one file at this key. */
  uploadForm(key: string, terms: FormTerms): Promise<PostPolicy>
}
