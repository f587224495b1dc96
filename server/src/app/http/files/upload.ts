import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import {
  type Arrival,
  dropArrival,
  growArrival,
  noteArrival,
  openArrival,
  placeArrival,
} from '../../../features/library/uploads/commands.ts'
import type { Services } from '../../../features/services.ts'
import { whenReachable } from '../../../platform/db/connections.ts'
import { invalidField, ProductError } from '../../../platform/errors.ts'
import type { UploadForms, UploadTerms } from '../../../platform/storage/upload-forms.ts'

type File = MultipartFile['file']

type UploadServices = Pick<Services, 'db' | 'storage' | 'config'>

/** Upper bound for the bytes of a form besides its file: fields, boundaries, the file's name. */
const FORM_OVERHEAD = 64 * 1024
/** A sender that is silent this long has gone, in milliseconds. */
const SILENCE = 120_000
/** Bytes to reserve at a time when the sender announced no size. */
const STEP = 16 * 1024 ** 2
/** Longest time between two signs of life of a running upload, in milliseconds. */
const NOTED = 20_000
/** Milliseconds that an upload waits for an unreachable database. */
const PATIENCE = 30_000
const TOO_LARGE = 'The file is larger than announced.'
const broken = () => invalidField('file', 'The form could not be read to its end.')

/**
 * Receives a form with one file and streams it into storage. As in S3, the file must come after the fields.
 * @throws ProductError upload_refused, limit_storage, too_large, unsupported_media, validation_failed
 */
export async function receiveUpload(
  request: FastifyRequest,
  services: UploadServices,
  forms: UploadForms,
): Promise<void> {
  if (!request.isMultipart()) throw new ProductError('unsupported_media')
  try {
    const { fields, file } = await readForm(request)
    const terms = forms.read(fields)
    if (!file) throw invalidField('file', 'A file is required')
    const length = Number(request.headers['content-length'] ?? Number.NaN)
    await storeUpload(services, terms, file, length)
  } finally {
    // Discards the rest of a refused form. Otherwise the connection blocks, and with it the next request.
    request.raw.unpipe().resume()
  }
}

/** Reads the fields up to the file, and leaves the file's bytes unread. */
async function readForm(request: FastifyRequest): Promise<{ fields: Record<string, string>; file: File | null }> {
  const fields: Record<string, string> = {}
  const limits = { fields: 20, fieldSize: FORM_OVERHEAD, files: 1, fileSize: Number.MAX_SAFE_INTEGER }
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') return { fields, file: part.file }
      fields[part.fieldname] = String(part.value)
    }
  } catch {
    throw broken()
  }
  return { fields, file: null }
}

/**
 * Stores the file, unless a video already uses this upload.
 * @param length bytes of the whole form; NaN when the sender did not say
 */
async function storeUpload(
  services: UploadServices,
  { key, content_type, max_bytes }: UploadTerms,
  file: File,
  length: number,
): Promise<void> {
  const { db, storage, config } = services
  const arrival = await whenReachable(() => openArrival(db, key, config.billing), PATIENCE)
  try {
    if (length > max_bytes + FORM_OVERHEAD) throw new ProductError('too_large', { detail: TOO_LARGE })
    const most = length > 0 ? Math.min(length, max_bytes) : max_bytes
    const content = counted(services, arrival, bounded(file, max_bytes), most)
    const staged = await storage.stage(key, content, content_type)
    try {
      await placeArrival(db, key, arrival, staged)
    } catch (error) {
      await staged.discard()
      throw error
    }
  } catch (error) {
    // Without the database the arrival counts until its signs of life are too old.
    await dropArrival(db, arrival).catch(() => undefined)
    throw error
  }
}

/** Passes bytes on while there is room, and records signs of life. @param most bytes of the file */
async function* counted(
  { db, config }: UploadServices,
  opened: Arrival,
  content: AsyncIterable<Buffer>,
  most: number,
): AsyncGenerator<Buffer> {
  let arrival = opened
  let bytes = 0
  let noted = Date.now()
  for await (const chunk of content) {
    bytes += chunk.length
    if (bytes > arrival.bytes) {
      const further = { least: bytes, most: Math.max(bytes, Math.min(most, arrival.bytes + STEP)) }
      arrival = await whenReachable(() => growArrival(db, arrival, further, config.billing), PATIENCE)
      noted = Date.now()
    } else if (Date.now() - noted > NOTED) {
      noted = Date.now()
      await noteArrival(db, arrival.id).catch(() => undefined)
    }
    yield chunk
  }
}

/** Passes on at most `maxBytes`, and fails when the sender falls silent. */
async function* bounded(file: File, maxBytes: number): AsyncGenerator<Buffer> {
  const silence = setTimeout(() => file.destroy(new Error('The sender fell silent.')), SILENCE)
  let bytes = 0
  try {
    for await (const chunk of file as AsyncIterable<Buffer>) {
      silence.refresh()
      bytes += chunk.length
      if (bytes > maxBytes) throw new ProductError('too_large', { detail: TOO_LARGE })
      yield chunk
    }
  } catch (error) {
    throw error instanceof ProductError ? error : broken()
  } finally {
    clearTimeout(silence)
  }
}
