import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ProductError } from '../../../platform/errors.ts'
import { ASK_AGAIN, mayKeep } from '../../../platform/storage/cache-control.ts'
import { attachment } from '../../../platform/storage/disposition.ts'
import type { AddressedFile } from '../../../platform/storage/file-addresses.ts'
import type { ByteRange, Storage, StoredFile } from '../../../platform/storage/storage.ts'

/**
 * Answers with a stored file, whole or one range (RFC 9110). Headers stop its content from running as part of the
 * product.
 * @throws ProductError not_found, range_unsatisfiable
 */
export async function answerFile(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Storage,
  { key, content_type, download_name, expires, holder }: AddressedFile,
) {
  const file = await storage.stat(key)
  if (!file) throw new ProductError('not_found')
  const tag = tagOf(key, file)
  reply.headers({
    'content-type': content_type,
    'x-content-type-options': 'nosniff',
    'content-security-policy': 'sandbox',
    // The browser must ask again for files of a share link, since the link may have been revoked.
    'cache-control':
      'link_id' in holder || !mayKeep(content_type, download_name)
        ? ASK_AGAIN
        : `private, max-age=${secondsTo(expires)}`,
    'accept-ranges': 'bytes',
    'last-modified': file.modified.toUTCString(),
    etag: tag,
    ...(download_name === null ? {} : { 'content-disposition': attachment(download_name) }),
  })
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()

  const range = rangeOf(request, tag, file.size)
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${file.size}`)
    throw new ProductError('range_unsatisfiable')
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : file.size)
  if (request.method === 'HEAD' || file.size === 0) return reply.send()
  return reply.send(await storage.read(key, range ?? undefined))
}

/** Seconds until the address expires: caches keep the file no longer. @param moment seconds since 1970 */
const secondsTo = (moment: number): number => Math.max(0, moment - Math.ceil(Date.now() / 1000))

const tagOf = (key: string, { size, modified }: StoredFile): string =>
  `"${createHash('sha256').update(`${key} ${size} ${modified.getTime()}`).digest('base64url').slice(0, 22)}"`

/**
 * The single range that the request asks for. Null means the whole file: for several ranges, for a malformed range, and
 * for a range of an older version of the file.
 */
function rangeOf(request: FastifyRequest, tag: string, size: number): ByteRange | null | 'unsatisfiable' {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range?.trim() ?? '')
  const condition = request.headers['if-range']
  if (!asked || (condition !== undefined && condition !== tag)) return null
  const [, first = '', last = ''] = asked
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length > 0 ? { start: size - length, end: size - 1 } : 'unsatisfiable'
  }
  if (last !== '' && Number(last) < Number(first)) return null
  if (Number(first) >= size) return 'unsatisfiable'
  return { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
