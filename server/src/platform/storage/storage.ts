import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Download } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import type { Obstacle } from '../errors.ts'
import type { Viewer } from '../route.ts'

/** First and last byte, both included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** An upload form for one file, in the form of an S3 POST policy. */
export interface PostPolicy {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

/** Options of a signed address. */
export interface AddressOptions {
  /** Maximum seconds that the address works. */
  readonly lifetime: number
  readonly content_type: string
  /** The recipient; the address ends when they may no longer fetch the file. */
  readonly viewer: Viewer
  /** Makes the browser save the file under this name. */
  readonly download_name?: string
  /** What a share link has to allow for it, as long as the address works. */
  readonly download?: Download
}

/** Limits of a form. */
export interface FormTerms {
  readonly content_type: string
  /** Size limit of the file, in bytes. */
  readonly max_bytes: number
  /** Seconds that the form works. */
  readonly lifetime: number
  /** Whether to send the form to the object store directly; only for files up to `direct_max`. */
  readonly direct: boolean
}

/** A file of this machine that is open for reading. Something else may be at its path by now. */
export interface OpenFile {
  readonly path: string
  readonly handle: FileHandle
}

/** A stored file. */
export interface StoredFile {
  /** Bytes. */
  readonly size: number
  readonly modified: Date
}

/** A stored file and its key. */
export interface KeyedFile extends StoredFile {
  readonly key: string
}

/** A complete file that is not yet visible under its key. */
export interface StagedFile {
  /** Bytes. */
  readonly size: number
  /** Makes it visible under its key, atomically and durably. */
  commit(): Promise<void>
  discard(): Promise<void>
}

/** Bytes of a write that did not end, or not yet. */
export interface Remains {
  /** Where they are: among arriving files on disk, or in a bucket. */
  readonly key: string
  /** When they were last written to, or begun. */
  readonly modified: Date
  remove(): Promise<void>
}

/** A file that arrives in parts, over many requests and processes. */
export interface GrowingFile {
  readonly key: string
  readonly content_type: string
  /** Bytes of the whole file. */
  readonly size: number
  /** Bytes that are durable. */
  readonly received: number
  /** What the storage must know to continue: the `state` of the last growth; null before the first. */
  readonly state: object | null
}
/** What an append made durable. It counts once the caller has recorded it. */
export type Growth = Pick<GrowingFile, 'received' | 'state'>

/**
 * Files by key. The product makes the keys: lower-case letters, digits, `/`, `-`, `.`. Failures to reach the files
 * throw UnreachableError.
 */
export interface Storage {
  readonly kind: 'disk' | 's3'
  /** Checks within seconds whether files can be reached. @returns the obstacle; null if there is none */
  obstacle(): Promise<Obstacle | null>
  /**
   * Stages a stream of any length without holding it in memory. A failure leaves nothing.
   * @throws the stream's error
   */
  stage(key: string, content: AsyncIterable<Uint8Array>, contentType: string): Promise<StagedFile>
  /** Stores a stream of any length without holding it in memory. @returns bytes stored */
  write(key: string, content: AsyncIterable<Uint8Array>, contentType: string): Promise<number>
  /** Stores a local file, and may move it. */
  writeFile(key: string, file: string, contentType: string): Promise<void>
  /**
   * Gives an open file a key as well, by a copy that shares its blocks, or else by a hard link if it is of this account.
   * The file stays.
   * @returns false when the storage cannot
   */
  share(key: string, file: OpenFile): Promise<boolean>
  /** @throws ProductError not_found when there is no such file */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Null when there is no such file. */
  stat(key: string): Promise<StoredFile | null>
  /** All complete files whose keys begin with a prefix, for example `videos/`; every file for an empty one. */
  list(prefix: string): AsyncIterable<KeyedFile>
  /** A local path of the file: the stored file itself on disk, a copy in `folder` from an object store. Read only. */
  local(key: string, folder: string): Promise<string>
  /** Removes a file; ignores a missing one. */
  remove(key: string): Promise<void>
  /** Removes everything under a folder of keys, for example `videos/ID/`. */
  removeAll(prefix: string): Promise<void>
  /**
   * Adds bytes behind those that a growing file has, and makes them durable. Only one caller may do so at a time. The
   * content is held in memory by an object store, so it should have no more than `RESUMABLE.chunk` bytes or so. Each of
   * its pieces is used until the next one is asked for, and on disk it is a write.
   * @throws ProductError upload_expired when the received bytes are gone
   */
  append(file: GrowingFile, content: AsyncIterable<Uint8Array>): Promise<Growth>
  /** Makes a growing file that has all its bytes visible under its key, atomically and durably; may be repeated. */
  complete(file: GrowingFile): Promise<void>
  /** Removes a growing file, and a complete one with its key. */
  abandon(file: Pick<GrowingFile, 'key' | 'state'>): Promise<void>
  /** Whether the received bytes of a growing file are there. */
  hasReceived(file: GrowingFile): Promise<boolean>
  /**
   * What writes have left that did not end, or not yet.
   * @param growing keys of growing files, whose bytes are left out
   */
  remains(growing: ReadonlySet<string>): AsyncIterable<Remains>
  /**
   * A signed address for the browser, without other credentials, with ranges. An object store's own address may outlive
   * its viewer's rights by its lifetime; share links never get one.
   */
  address(key: string, options: AddressOptions): Promise<string>
  /**
   * Bytes of the largest file that an object store accepts in one POST without the server; 0 when all go through the
   * server.
   */
  readonly direct_max: number
  /** A form that accepts one file at this key. */
  uploadForm(key: string, terms: FormTerms): Promise<PostPolicy>
}
