import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { invalidField, ProductError } from '../errors.ts'
import type { Storage } from '../storage/storage.ts'
import type { UploadForms, UploadTerms } from '../storage/upload-forms.ts'
import { findOpenUpload } from '../videos/queries.ts'

type File = MultipartFile['file']

export interface UploadDependencies {
  readonly db: Database
  readonly storage: Storage
  readonly forms: UploadForms
}

/** Bytes of a form besides its file, generously: fields, boundaries, the file's name. */
const FORM_OVERHEAD = 64 * 1024
/** A sender that is silent for so long is gone, in milliseconds. */
const SILENCE = 120_000
const TOO_LARGE = 'The file is larger than announced.'
const broken = () => invalidField('file', 'The form could not be read to its end.')

/**
 * Takes a form with one file, streamed into storage as it arrives; S3's rule holds that the file comes after the fields.
 * @throws ProductError upload_refused, too_large, unsupported_media, validation_failed
 */
export async function receiveUpload(request: FastifyRequest, dependencies: UploadDependencies): Promise<void> {
  if (!request.isMultipart()) throw new ProductError('unsupported_media')
  try {
    const { fields, file } = await readForm(request)
    const terms = dependencies.forms.read(fields)
    if (!file) throw invalidField('file', 'A file is required')
    if (Number(request.headers['content-length'] ?? 0) > terms.max_bytes + FORM_OVERHEAD)
      throw new ProductError('too_large', { detail: TOO_LARGE })
    await storeUpload(dependencies, terms, bounded(file, terms.max_bytes))
  } finally {
    // The rest of a refused form is let go by: the connection would otherwise stand still, and the next request on it.
    request.raw.unpipe().resume()
  }
}

/** Reads the fields up to the file, whose bytes have not been read yet. */
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

/** Stores the file for as long as nothing has been made of the place that it was given. */
async function storeUpload(
  { db, storage }: UploadDependencies,
  { key, content_type }: UploadTerms,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  if (!(await findOpenUpload(db, key))) throw new ProductError('upload_refused')
  const staged = await storage.stage(key, content, content_type)
  try {
    await db.transaction().execute(async (transaction) => {
      // Held until the file is in place, so that no video is made of a file that is just being replaced.
      if (!(await findOpenUpload(transaction, key, 'locked'))) throw new ProductError('upload_refused')
      await staged.commit()
    })
  } catch (error) {
    await staged.discard()
    throw error
  }
}

/** Passes bytes on up to a number of them, from a sender that keeps sending. */
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
