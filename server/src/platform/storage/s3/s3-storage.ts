// Past 250 lines: every operation of a storage.
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { ADDRESS, UPLOAD } from '@footnote/contract/shared/limits.ts'
import type { Config } from '../../config.ts'
import { type Obstacle, ProductError } from '../../errors.ts'
import { ASK_AGAIN, mayKeep } from '../cache-control.ts'
import { attachment } from '../disposition.ts'
import { expiryOf, FileAddresses } from '../file-addresses.ts'
import type {
  AddressOptions,
  ByteRange,
  FormTerms,
  GrowingFile,
  Growth,
  KeyedFile,
  PostPolicy,
  Remains,
  StagedFile,
  Storage,
  StoredFile,
} from '../storage.ts'
import { UploadForms } from '../upload-forms.ts'
import { abandonObject, completeObject, growObject, INCOMING } from './growing-object.ts'
import { holdsParts, remainsIn } from './growing-remains.ts'
import { listPages } from './list.ts'
import { nameUnreachable, obstacleOf, STORE_TIMEOUTS, throwNamed } from './obstacle.ts'

/** Bytes of one part. A store takes up to 10,000 parts, far more than the largest upload needs. */
const PART_SIZE = 16 * 1024 ** 2
/** Parts that are sent in parallel; these and the one being filled are all that memory holds. */
const PARTS_AT_ONCE = 2
/** Deletions in parallel. */
const DELETIONS_AT_ONCE = 16
/** Number of signed addresses in the cache: signing takes half a millisecond, and a refreshed page needs them again. */
const SIGNED_KEPT = 20_000

/** Milliseconds for a check of the store. */
const LOOK_TIMEOUT = 3_000

export interface S3Options {
  readonly s3: NonNullable<Config['s3']>
  readonly secret_key: string
}

/** Files in a bucket of an S3-compatible store. An object is visible once it is complete. */
export class S3Storage implements Storage {
  readonly kind = 's3'
  readonly direct_max = UPLOAD.object_store_post_max
  readonly #client: S3Client
  /** Asks once, without further attempts. */
  readonly #looker: S3Client
  readonly #know: (found: Obstacle | null) => void
  #looking: Promise<Obstacle | null> | undefined
  readonly #settings: S3Options['s3']
  readonly #bucket: string
  readonly #forms: UploadForms
  readonly #addresses: FileAddresses
  readonly #signed = new Map<string, string>()

  constructor({ s3, secret_key }: S3Options) {
    this.#settings = s3
    this.#bucket = s3.bucket
    this.#forms = new UploadForms(secret_key)
    this.#addresses = new FileAddresses(secret_key)
    const options: S3ClientConfig = {
      region: s3.region,
      credentials: { accessKeyId: s3.access_key_id, secretAccessKey: s3.secret_access_key },
      // Many compatible stores support neither the newer checksums nor buckets as domain names.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: STORE_TIMEOUTS,
      ...(s3.endpoint ? { endpoint: s3.endpoint, forcePathStyle: true } : {}),
    }
    this.#client = new S3Client(options)
    this.#looker = new S3Client({ ...options, maxAttempts: 1 })
    this.#know = nameUnreachable(this.#client, () => this.#look())
  }

  async obstacle(): Promise<Obstacle | null> {
    const found = await this.#look()
    this.#know(found)
    return found
  }

  /** One look for all who ask meanwhile. */
  #look(): Promise<Obstacle | null> {
    this.#looking ??= this.#ask().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #ask(): Promise<Obstacle | null> {
    try {
      const abortSignal = AbortSignal.timeout(LOOK_TIMEOUT)
      // An empty folder: the answer is short however much the bucket contains.
      const look = new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: 'health/', MaxKeys: 1 })
      await this.#looker.send(look, { abortSignal })
      return null
    } catch (error) {
      return obstacleOf(error, this.#settings)
    }
  }

  async stage(key: string, content: AsyncIterable<Uint8Array>, contentType: string): Promise<StagedFile> {
    const body = new PassThrough()
    const upload = this.#upload(key, body, contentType)
    const done = upload.done()
    const failed = new AbortController()
    done.catch(() => failed.abort())
    let size = 0
    try {
      for await (const chunk of content) {
        size += chunk.length
        // A failed part closes the body, maybe before this: it never drains then, and the upload reports the reason.
        if (!body.write(chunk)) await once(body, 'drain', { signal: failed.signal }).catch(() => done)
      }
    } catch (error) {
      await abandon(upload, body)
      throw error
    }
    return {
      size,
      // The store completes the object when the stream ends; until then it is invisible.
      commit: async () => {
        body.end()
        await done
      },
      discard: () => abandon(upload, body),
    }
  }

  async write(key: string, content: AsyncIterable<Uint8Array>, contentType: string): Promise<number> {
    const staged = await this.stage(key, content, contentType)
    await staged.commit()
    return staged.size
  }

  async writeFile(key: string, file: string, contentType: string): Promise<void> {
    await this.#upload(key, createReadStream(file), contentType).done()
    await rm(file, { force: true })
  }

  async share(): Promise<false> {
    return false
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const Range = range ? `bytes=${range.start}-${range.end}` : undefined
    try {
      const { Body } = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key, Range }))
      // In Node the body of an answer is always a Readable.
      return Body as Readable
    } catch (error) {
      throw isMissing(error) ? new ProductError('not_found') : error
    }
  }

  async stat(key: string): Promise<StoredFile | null> {
    try {
      const head = await this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: key }))
      return { size: head.ContentLength ?? 0, modified: head.LastModified ?? new Date(0) }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  async local(key: string, folder: string): Promise<string> {
    const content = await this.read(key)
    await mkdir(folder, { recursive: true })
    const file = path.join(folder, path.basename(key))
    await pipeline(content, createWriteStream(file)).catch(throwNamed)
    return file
  }

  async remove(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: key }))
  }

  async removeAll(prefix: string): Promise<void> {
    for await (const files of listPages(this.#client, this.#bucket, prefix))
      for (let start = 0; start < files.length; start += DELETIONS_AT_ONCE)
        await Promise.all(files.slice(start, start + DELETIONS_AT_ONCE).map(({ key }) => this.remove(key)))
  }

  async *list(prefix: string): AsyncGenerator<KeyedFile> {
    for await (const files of listPages(this.#client, this.#bucket, prefix))
      yield* files.filter(({ key }) => !key.startsWith(INCOMING))
  }

  append(file: GrowingFile, content: AsyncIterable<Uint8Array>): Promise<Growth> {
    return growObject(this.#place, file, content)
  }

  complete(file: GrowingFile): Promise<void> {
    return completeObject(this.#place, file)
  }

  abandon(file: Pick<GrowingFile, 'key' | 'state'>): Promise<void> {
    return abandonObject(this.#place, file)
  }

  hasReceived(file: GrowingFile): Promise<boolean> {
    return holdsParts(this.#place, file)
  }

  remains(growing: ReadonlySet<string>): AsyncGenerator<Remains> {
    return remainsIn(this.#place, growing)
  }

  async address(key: string, options: AddressOptions): Promise<string> {
    // The store does not check share links, which may be revoked at any time.
    if (options.viewer.kind === 'share') return this.#addresses.create(key, options)
    // A store's address cannot be revoked: downloads expire as soon as media there.
    const bounded = { ...options, lifetime: Math.min(options.lifetime, ADDRESS.media) }
    const expires = expiryOf(Date.now(), bounded)
    if (options.download_name !== undefined) return await this.#sign(key, bounded, expires)
    const name = `${key} ${options.content_type} ${bounded.lifetime} ${expires}`
    const known = this.#signed.get(name)
    if (known) return known
    const address = await this.#sign(key, bounded, expires)
    if (this.#signed.size >= SIGNED_KEPT) this.#signed.clear()
    this.#signed.set(name, address)
    return address
  }

  async uploadForm(key: string, terms: FormTerms): Promise<PostPolicy> {
    if (!terms.direct) return this.#forms.create(key, terms)
    const { content_type, max_bytes, lifetime } = terms
    return await createPresignedPost(this.#client, {
      Bucket: this.#bucket,
      Key: key,
      Fields: { 'Content-Type': content_type },
      Conditions: [['content-length-range', 0, max_bytes], { 'Content-Type': content_type }],
      Expires: lifetime,
    })
  }

  async #sign(key: string, { lifetime, content_type, download_name }: AddressOptions, expires: number) {
    const command = new GetObjectCommand({
      Bucket: this.#bucket,
      Key: key,
      ResponseContentType: content_type,
      ...(mayKeep(content_type, download_name ?? null)
        ? { ResponseCacheControl: 'private', ResponseExpires: new Date(expires * 1000) }
        : { ResponseCacheControl: ASK_AGAIN }),
      ...(download_name === undefined ? {} : { ResponseContentDisposition: attachment(download_name) }),
    })
    const signingDate = new Date((expires - lifetime) * 1000)
    return await getSignedUrl(this.#client, command, { expiresIn: lifetime, signingDate })
  }

  get #place() {
    return { client: this.#client, bucket: this.#bucket }
  }

  #upload(key: string, body: Readable, contentType: string): Upload {
    return new Upload({
      client: this.#client,
      params: { Bucket: this.#bucket, Key: key, Body: body, ContentType: contentType },
      partSize: PART_SIZE,
      queueSize: PARTS_AT_ONCE,
    })
  }
}

/** Aborts an upload. Its failure does not matter: a later sweep removes the remains. */
async function abandon(upload: Upload, body: PassThrough): Promise<void> {
  await upload.abort().catch(() => undefined)
  body.destroy()
}

const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404
