import type { Socket } from 'node:net'
import type { Problem } from '@footnote/contract/calls/problems.ts'
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import {
  BusyError,
  type ErrorCode,
  isNoRoom,
  isStatementEnded,
  PassingError,
  ProductError,
  UnreachableError,
} from '../../platform/errors.ts'

const UNREADABLE = 'The request could not be read.'
const TITLES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  423: 'Locked',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
  507: 'Insufficient Storage',
}

/** Turns any thrown value into problem+json (RFC 9457). It logs unknown errors and hides their content. */
export function answerError(
  thrown: FastifyError | ProductError | UnreachableError | BusyError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const error = asProductError(thrown)
  // A stack trace does not help when a part is unreachable or still starting; another log line names the part.
  if (isExpected(thrown)) request.log.warn({ reason: thrown.message }, 'request not served')
  else if (error.status >= 500) request.log.error({ err: thrown }, 'request failed')
  if (error.retry_after !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(error.retry_after)))
  return reply.status(error.status).type('application/problem+json').serializer(JSON.stringify).send(problemOf(error))
}

const isExpected = (error: Error): boolean =>
  error instanceof PassingError || (error instanceof ProductError && error.status === 503)

const problemOf = (error: ProductError): Problem => ({
  type: `/problems/${error.code}`,
  title: TITLES[error.status] ?? 'Error',
  status: error.status,
  detail: error.message,
  code: error.code,
  message: error.message,
  ...(error.fields ? { fields: error.fields } : {}),
  ...(error.signup ? { signup: error.signup } : {}),
})

/** Milliseconds to keep reading after a request was refused, so that the sender receives the reason. */
const LINGER = 2_000

/** Answers bytes that are not HTTP, and headers beyond all limits: neither yields a request to answer. */
export function answerUnreadable(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    // Discards what still arrives while the answer is sent.
    if (!socket.writableEnded) socket.destroy()
    return
  }
  const problem = problemOf(unreadable(error))
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  setTimeout(() => socket.destroy(), LINGER).unref()
}

function unreadable({ code }: ConnectionError): ProductError {
  if (code === 'HPE_HEADER_OVERFLOW') return new ProductError('too_large')
  if ((code as string) === 'ERR_HTTP_REQUEST_TIMEOUT') return new ProductError('too_slow')
  return new ProductError('validation_failed', { detail: UNREADABLE })
}

/** Answers for an address of the API that does not exist; the web app answers its own pages. */
export function answerUnknownAddress(request: FastifyRequest, reply: FastifyReply) {
  return answerError(new ProductError('not_found'), request, reply)
}

const BY_STATUS: Record<number, ErrorCode> = {
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_media',
  429: 'rate_limited',
  503: 'unavailable',
}

const UNREACHABLE = {
  database: 'Footnote cannot reach its database at the moment. Please try again shortly.',
  storage: 'Footnote cannot reach its files at the moment. Please try again shortly.',
  'mail server': 'Footnote cannot reach its mail server at the moment. Please try again shortly.',
} as const

const TOO_LONG = 'This took too long. Ask for less at once, or try again shortly.'

/** Wrong fields that an answer names at most: a small request must not cause a huge answer. */
const NAMED_FIELDS = 50

/** Of calls about many `items`: names the one that a message is about, by its number from 1. */
function numbered(path: string, message: string): string {
  const [, place] = /^\/items\/(\d+)(?:\/|$)/.exec(path) ?? []
  return place === undefined ? message : `Item ${Number(place) + 1}: ${message}`
}

/** The error of the closed list that a thrown value means; `internal` for one that nobody expected. */
export function asProductError(error: FastifyError | ProductError | UnreachableError | BusyError): ProductError {
  if (error instanceof ProductError) return error
  if (error instanceof UnreachableError) return new ProductError('unavailable', { detail: UNREACHABLE[error.part] })
  if (error instanceof BusyError) return new ProductError('busy')
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields: Record<string, string> = {}
    for (const issue of error.validation.slice(0, NAMED_FIELDS)) {
      const field = issue.instancePath.split('/').filter(Boolean).join('.') || 'body'
      const message = issue.message ?? 'This value is not right'
      fields[field] ??= numbered(issue.instancePath, message)
    }
    return new ProductError('validation_failed', {
      detail: Object.values(fields)[0] ?? 'Some fields are not right.',
      fields,
    })
  }
  if (isStatementEnded(error)) return new ProductError('unavailable', { detail: TOO_LONG })
  if (isNoRoom(error)) return new ProductError('storage_full')
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500) {
    const code = BY_STATUS[status] ?? 'validation_failed'
    return new ProductError(code, code === 'validation_failed' ? { detail: UNREADABLE } : {})
  }
  return new ProductError('internal')
}
