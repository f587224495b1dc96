import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { type ErrorCode, ProductError } from '../errors.ts'

const TITLES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/** Turns whatever was thrown into problem+json (RFC 9457). Unknown errors are logged and say nothing. */
export function answerError(thrown: FastifyError | ProductError, request: FastifyRequest, reply: FastifyReply) {
  const error = asProductError(thrown)
  if (error.status >= 500) request.log.error({ err: thrown }, 'request failed')
  if (error.retry_after !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(error.retry_after)))
  return reply
    .status(error.status)
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send({
      type: `/problems/${error.code}`,
      title: TITLES[error.status] ?? 'Error',
      status: error.status,
      detail: error.message,
      code: error.code,
      message: error.message,
      ...(error.fields ? { fields: error.fields } : {}),
    })
}

/** An address that nothing answers; pages of the web app are answered elsewhere. */
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

function asProductError(error: FastifyError | ProductError): ProductError {
  if (error instanceof ProductError) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields: Record<string, string> = {}
    for (const issue of error.validation) {
      const field = issue.instancePath.split('/').filter(Boolean).join('.') || 'body'
      fields[field] ??= issue.message ?? 'This value is not right'
    }
    return new ProductError('validation_failed', {
      detail: Object.values(fields)[0] ?? 'Some fields are not right.',
      fields,
    })
  }
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500) {
    const code = BY_STATUS[status] ?? 'validation_failed'
    return new ProductError(code, code === 'validation_failed' ? { detail: 'The request could not be read.' } : {})
  }
  return new ProductError('internal')
}
