import { type Region, readRegion } from '@footnote/contract/nouns/output/search/region.ts'
import { RegionText } from '@footnote/contract/nouns/output/search.ts'
import { SEARCH, TEXT } from '@footnote/contract/shared/limits.ts'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { invalidField, ProductError } from '../../../platform/errors.ts'
import { fetchReferenceImage, readReferenceImage } from '../../../retrieval/vectors/reference-image.ts'

const ONE = 'Send exactly one of image, image_url, and video_id with time'

/** A frame in a search request, instead of a picture. Time in seconds. */
export interface AskedFrame {
  readonly video_id: string
  readonly time: number
  /** The part to search for; null for the whole frame. */
  readonly region: Region | null
}

/**
 * Reads the reference of a search by image from a multipart form: a file, an address, or a frame of a video.
 * @param work_dir absolute path of the folder for jobs' private folders
 * @returns a JPEG of at most 1280 px, or the named frame
 * @throws ProductError validation_failed | too_large | unsupported_media | image_url_refused | unavailable
 */
export async function receiveReference(request: FastifyRequest, work_dir: string): Promise<Buffer | AskedFrame> {
  if (!request.isMultipart()) throw invalidField('image', ONE)
  try {
    const { file, image_url, ...named } = await readForm(request)
    const frame = named.video_id || named.time || named.region ? askedFrame(named) : undefined
    if ([file, image_url, frame].filter(Boolean).length !== 1) throw invalidField('image', ONE)
    if (frame) return frame
    return file ? await readReferenceImage(file, work_dir) : await fetchReferenceImage(image_url ?? '', work_dir)
  } finally {
    // Discards the rest of a refused form, so that the connection can be used again.
    request.raw.unpipe().resume()
  }
}

function askedFrame({ video_id, time, region }: Fields): AskedFrame {
  if (!video_id) throw invalidField('video_id', 'Name the video that the frame is of')
  if (!time || !/^\d+(\.\d+)?$/.test(time)) throw invalidField('time', 'The time of a frame is a number of seconds')
  return { video_id, time: Number(time), region: region ? askedRegion(region) : null }
}

function askedRegion(text: string): Region | null {
  const { error } = z.safeParse(RegionText, text)
  if (error) throw invalidField('region', error.issues[0]?.message ?? '')
  return readRegion(text)
}

const FIELDS = ['image_url', 'video_id', 'time', 'region'] as const
type Fields = { [Field in (typeof FIELDS)[number]]?: string }

async function readForm(request: FastifyRequest): Promise<Fields & { file?: Buffer }> {
  const form: Fields & { file?: Buffer } = {}
  const limits = { files: 2, fields: 8, fileSize: SEARCH.image_max_bytes, fieldSize: TEXT.url }
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        if (part.fieldname !== 'image' || form.file) throw invalidField('image', ONE)
        form.file = await part.toBuffer()
        continue
      }
      const field = FIELDS.find((name) => name === part.fieldname)
      if (!field) continue
      if (form[field] !== undefined || typeof part.value !== 'string') throw invalidField(field, ONE)
      if (part.valueTruncated) throw invalidField(field, 'This is too long')
      form[field] = part.value.trim()
    }
  } catch (error) {
    if (error instanceof ProductError) throw error
    if (error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE')
      throw new ProductError('too_large', { detail: 'Pictures up to 10 MB can be searched with.' })
    throw invalidField('image', 'The form could not be read to its end.')
  }
  return form
}
