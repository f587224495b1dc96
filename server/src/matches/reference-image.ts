import { SEARCH, TEXT } from '@footnote/contract/limits.ts'
import type { FastifyRequest } from 'fastify'
import { invalidField, ProductError } from '../errors.ts'
import { fetchReferenceImage, readReferenceImage } from '../search/reference-image.ts'

const ONE = 'Send exactly one of image and image_url'

/**
 * The picture of a search by image: a file or an address in a multipart form.
 * @param work_dir absolute path of the folder that jobs have their private folders in
 * @returns a JPEG of at most 1280 px
 * @throws ProductError validation_failed | too_large | unsupported_media | image_url_refused | unavailable
 */
export async function receiveReferenceImage(request: FastifyRequest, work_dir: string): Promise<Buffer> {
  if (!request.isMultipart()) throw invalidField('image', ONE)
  try {
    const { file, address } = await readForm(request)
    if (file && !address) return await readReferenceImage(file, work_dir)
    if (address && !file) return await fetchReferenceImage(address, work_dir)
    throw invalidField('image', ONE)
  } finally {
    // The rest of a refused form is let go by, so that the connection can be used again.
    request.raw.unpipe().resume()
  }
}

async function readForm(request: FastifyRequest): Promise<{ file: Buffer | undefined; address: string | undefined }> {
  let file: Buffer | undefined
  let address: string | undefined
  const limits = { files: 2, fields: 8, fileSize: SEARCH.image_max_bytes, fieldSize: TEXT.url }
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        if (part.fieldname !== 'image' || file) throw invalidField('image', ONE)
        file = await part.toBuffer()
      } else if (part.fieldname === 'image_url') {
        if (address !== undefined || typeof part.value !== 'string') throw invalidField('image_url', ONE)
        if (part.valueTruncated) throw invalidField('image_url', 'This address is too long')
        address = part.value.trim()
      }
    }
  } catch (error) {
    if (error instanceof ProductError) throw error
    if (error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE')
      throw new ProductError('too_large', { detail: 'Pictures up to 10 MB can be searched with.' })
    throw invalidField('image', 'The form could not be read to its end.')
  }
  return { file, address }
}
