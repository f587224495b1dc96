import type { Endpoint } from '@footnote/contract/calls/endpoint.ts'
import type { FastifyReply } from 'fastify'
import type { AnsweredFile } from '../../../platform/route.ts'
import { attachment } from '../../../platform/storage/disposition.ts'

/** The file in a handler's answer; null for another answer. */
export const fileIn = (answer: unknown): AnsweredFile | null =>
  typeof answer === 'object' && answer !== null && 'file' in answer ? (answer as { file: AnsweredFile }).file : null

/**
 * Sends a file that a handler answered as an attachment, so that no browser shows or runs it.
 * @throws Error for a media type that the call does not name
 */
export function sendFile(
  reply: FastifyReply,
  endpoint: Pick<Endpoint, 'path' | 'file'>,
  { name, type, body }: AnsweredFile,
): FastifyReply {
  if (!endpoint.file?.split(/,\s*/).includes(type)) throw new Error(`${endpoint.path} answers no ${type}.`)
  return reply
    .headers({
      'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
      'content-disposition': attachment(name),
      'x-content-type-options': 'nosniff',
    })
    .send(typeof body === 'string' ? Buffer.from(body) : body)
}
