import type { Readable } from 'node:stream'
import { RESUMABLE } from '@footnote/contract/nouns/library/uploads/upload-limits.ts'
import { ResumableMetadata } from '@footnote/contract/nouns/library/uploads.ts'
import { BoxMetadata } from '@footnote/contract/nouns/review/sharing/box.ts'
import { DataStore, Upload } from '@tus/server'
import {
  createResumable,
  type Progress,
  progressOf,
  type ResumableServices,
  receivePart,
  removeResumable,
} from '../../../features/library/uploads/resumable/commands.ts'
import type { ArrivedRange } from '../../../platform/db/schema.ts'
import { invalidField, ProductError } from '../../../platform/errors.ts'

type Sender = Parameters<typeof createResumable>[1]
/** Who sends, and where to. */
export interface UploadPlace {
  readonly sender: Sender
  readonly collection_id: string | null
}

/** The uploads of one sender during one request, for `@tus/server`, which knows the protocol. */
export class UploadStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'expiration', 'termination']
  /** The video that the upload has become, if the request shows it. */
  video_id: string | null = null
  /** What has arrived first and last. */
  arrived: readonly ArrivedRange[] = []
  readonly #services: ResumableServices
  readonly #place: UploadPlace | null
  readonly #content: AsyncIterable<Uint8Array>
  readonly #digests: readonly string[] | null
  #upload: Upload | undefined

  /**
   * @param place the sender, and the collection of the box that they send to; null for who asks what the server can do
   * @param content of the request; read here, since the library's web streams cost memory and time
   * @param digests what the request says of the bytes that have arrived
   */
  constructor(
    services: ResumableServices,
    place: UploadPlace | null,
    content: AsyncIterable<Uint8Array>,
    digests: readonly string[] | null,
  ) {
    super()
    this.#content = content
    this.#digests = digests
    this.#services = services
    this.#place = place
  }

  override async create(upload: Upload): Promise<Upload> {
    const { size } = upload
    if (!size) throw invalidField('Upload-Length', 'This file is empty.')
    const read = this.#read(upload.metadata ?? {})
    if (!read.success) {
      const { path, message } = read.error.issues[0]!
      throw invalidField(String(path[0] ?? 'Upload-Metadata'), message)
    }
    upload.id = await createResumable(this.#services, this.#sender, read.data, size)
    this.#upload = upload
    expireAt(upload, new Date(Date.now() + this.getExpiration()))
    return upload
  }

  get #sender(): Sender {
    if (!this.#place) throw new ProductError('unauthenticated')
    return this.#place.sender
  }

  #read(metadata: object) {
    const box = this.#place?.collection_id ?? null
    if (box === null) return ResumableMetadata.safeParse(metadata)
    const read = BoxMetadata.safeParse(metadata)
    return read.success ? { success: true as const, data: { ...read.data, index_id: box } } : read
  }

  override async getUpload(id: string): Promise<Upload> {
    return this.#shown(id, await progressOf(this.#services, this.#sender, id))
  }

  override async write(empty: Readable, id: string, offset: number): Promise<number> {
    empty.resume()
    // A client repeats its last request when it did not receive the answer.
    if (this.video_id) return offset
    const part = { offset, content: this.#content, digests: this.#digests }
    const progress = await receivePart(this.#services, this.#sender, id, part)
    this.#shown(id, progress)
    return progress.received
  }

  override async remove(id: string): Promise<void> {
    await removeResumable(this.#services, this.#sender, id)
  }

  override getExpiration(): number {
    return RESUMABLE.lifetime * 1000
  }

  #shown(id: string, { upload, size, received, video_id }: Progress): Upload {
    this.video_id = video_id
    this.arrived = upload?.arrived ?? []
    // The library asks for the upload before it writes, and reads its expiry afterwards from the same object.
    const shown = this.#upload ?? new Upload({ id, size, offset: received })
    this.#upload = shown
    shown.offset = received
    if (upload) expireAt(shown, upload.expires_at)
    return shown
  }
}

/** The library counts a fixed time from the creation; ours counts from the last byte. */
function expireAt(upload: Upload, expires: Date): void {
  upload.creation_date = new Date(expires.getTime() - RESUMABLE.lifetime * 1000).toISOString()
}

/** What the library refuses, by status, in the words of the product. */
export function refusalOf(status: number, sentence: string): ProductError {
  if (status === 404) return new ProductError('not_found')
  if (status === 409) return new ProductError('offset_mismatch')
  if (status === 410) return new ProductError('upload_expired')
  if (status === 412) return new ProductError('tus_version')
  if (status === 413) return new ProductError('too_large', { detail: 'These are more bytes than the upload may have.' })
  return new ProductError('validation_failed', { detail: sentence.trim() })
}
