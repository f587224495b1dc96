import { SEARCH } from '@footnote/contract/limits.ts'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { ProductError } from '../errors.ts'
import { type FetchLimits, fetchPublic, isPublicAddress } from './public-fetch.ts'

const TYPES = new Set(['image/jpeg', 'image/png', 'image/webp'])
/** Pixels that a picture may decode to: more would let a small file take gigabytes. */
const MAX_PIXELS = 25_000_000
/** Longest side in pixels that the engines look at. */
const LONGEST_SIDE = 1_280

export const FETCH_LIMITS: FetchLimits = {
  max_bytes: SEARCH.image_max_bytes,
  timeout: 10_000,
  max_redirects: 5,
  allows: isPublicAddress,
}

/** Reads a picture by its address. @throws ProductError image_url_refused | unsupported_media | too_large */
export async function fetchReferenceImage(address: string, limits: FetchLimits = FETCH_LIMITS): Promise<Buffer> {
  return await readReferenceImage(await fetchPublic(address, limits))
}

/**
 * Checks a picture by its first bytes, decodes it within bounds and turns it upright.
 * @param content the file, at most 10 MB
 * @returns a JPEG of at most 1280 px
 * @throws ProductError unsupported_media | too_large
 */
export async function readReferenceImage(content: Buffer): Promise<Buffer> {
  const type = await fileTypeFromBuffer(content)
  const unsupported = new ProductError('unsupported_media', {
    detail: 'Only JPEG, PNG and WebP pictures can be searched with.',
  })
  if (!type || !TYPES.has(type.mime)) throw unsupported
  try {
    return await sharp(content, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .rotate()
      .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 90 })
      .toBuffer()
  } catch (error) {
    if (error instanceof Error && /pixel limit/i.test(error.message))
      throw new ProductError('too_large', { detail: 'Pictures up to 25 megapixels can be searched with.' })
    throw unsupported
  }
}
