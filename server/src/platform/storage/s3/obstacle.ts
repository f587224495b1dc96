import type { S3Client } from '@aws-sdk/client-s3'
import type { Config } from '../../config.ts'
import { isBrokenConnection, isNoRoom, type Obstacle, UnreachableError } from '../../errors.ts'

/**
 * Milliseconds after which a store without a connection counts as unreachable, and after which a stalled connection is
 * dropped.
 */
export const STORE_TIMEOUTS = { connectionTimeout: 5_000, socketTimeout: 120_000 }

/** The SDK's errors contain the store's answer. */
interface StoreError extends Error {
  readonly $metadata?: { readonly httpStatusCode?: number }
}

/** Errors of a store by name, and the setting that each concerns. */
const REFUSALS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'S3_BUCKET',
  InvalidBucketName: 'S3_BUCKET',
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY',
  PermanentRedirect: 'S3_REGION',
  AuthorizationHeaderMalformed: 'S3_REGION',
}

/** Whether the store was unreachable or broken, in contrast to a refusal. */
function isStoreAway(error: unknown): boolean {
  if (!(error instanceof Error) || isNoRoom(error)) return false
  const status = (error as StoreError).$metadata?.httpStatusCode
  if (status !== undefined && status !== 0) return status >= 500 && status !== 501
  return isBrokenConnection(error) || error.name === 'TimeoutError'
}

/** Throws an error again: as UnreachableError when the store is unreachable. */
export function throwNamed(error: unknown): never {
  throw isStoreAway(error) ? new UnreachableError('storage', error) : error
}

/**
 * Makes every call of a client throw UnreachableError when the store is unreachable. While it is known to be, a call
 * first looks whether it is back: its own patience, with all attempts, is half a minute.
 * @param look finds the obstacle, within seconds
 * @returns tells the client what another look found
 */
export function nameUnreachable(
  client: S3Client,
  look: () => Promise<Obstacle | null>,
): (found: Obstacle | null) => void {
  let away = false
  const know = (found: Obstacle | null) => {
    away = found?.kind === 'away'
  }
  client.middlewareStack.add(
    (next) => async (args) => {
      if (away) know(await look())
      if (away) throw new UnreachableError('storage', new Error('it still does not answer'))
      try {
        return await next(args)
      } catch (error) {
        away = isStoreAway(error)
        return throwNamed(error)
      }
    },
    { step: 'initialize', name: 'nameUnreachable' },
  )
  return know
}

/** The meaning of a store's error for the administrator. */
export function obstacleOf(error: unknown, { endpoint, bucket, region }: NonNullable<Config['s3']>): Obstacle {
  const host = endpoint ? new URL(endpoint).host : `s3.${region}.amazonaws.com`
  const { name, message, $metadata } = error as StoreError
  const setting = REFUSALS[name]
  const status = $metadata?.httpStatusCode ?? 0
  if (!setting && (isStoreAway(error) || status < 400)) return { kind: 'away', place: `the object store at ${host}` }
  const key = setting ?? (status === 403 ? 'S3_ACCESS_KEY_ID' : 'S3_ENDPOINT')
  return {
    kind: 'setting',
    sentence: `${key}: the object store at ${host} refuses the bucket ${bucket} (${name}: ${message}).`,
  }
}
