import * as z from 'zod/mini'
import { endpointsOf } from '../../calls/endpoint.ts'
import { Id, requiredText, Timestamp } from '../../calls/fields.ts'
import { Message } from '../../calls/problems.ts'
import { TEXT } from '../../shared/limits.ts'

/** What a key may do: `read` allows calls that only show (GET), `write` allows the others. */
export const KeyScope = z.enum(['read', 'write'], { error: 'The scopes are read and write' })
export type KeyScope = z.infer<typeof KeyScope>

export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(KeyScope),
  /** First characters of the key, so that its owner recognises it. */
  prefix: z.string(),
  created_at: Timestamp,
  last_used_at: z.nullable(Timestamp),
})
export type ApiKey = z.infer<typeof ApiKey>

export const apiKeys = endpointsOf('API keys', {
  list: {
    method: 'GET',
    path: '/api/api_keys',
    access: 'session',
    summary: 'Your API keys, newest first',
    response: z.object({ api_keys: z.array(ApiKey) }),
  },
  create: {
    method: 'POST',
    path: '/api/api_keys',
    access: 'session',
    summary: 'Make an API key; only this answer shows it',
    body: z.object({
      name: requiredText('A name is required', TEXT.name),
      scopes: z
        .array(KeyScope, { error: 'Choose at least one scope' })
        .check(z.minLength(1, 'Choose at least one scope'), z.maxLength(10, 'The scopes are read and write')),
    }),
    response: z.object({ ...ApiKey.shape, key: z.string() }),
  },
  revoke: {
    method: 'DELETE',
    path: '/api/api_keys/:id',
    access: 'session',
    summary: 'Revoke an API key immediately',
    params: z.object({ id: Id }),
    response: Message,
  },
})
