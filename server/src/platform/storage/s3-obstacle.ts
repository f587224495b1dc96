import type { S3Client } from '@aws-sdk/client-s3'
import type { Config } from '../config.ts'
import { isBrokenConnection, isNoRoom, type Obstacle, UnreachableError } from '../errors.ts'

/**
 * A store that does not take a connection within the first time is away, and a connection on which nothing moves for the
 * second is given up; milliseconds.
 */
export const STORE_TIMEOUTS = { connectionTimeout: 5_000, socketTimeout: 120_000 }

/** As the SDK's errors carry what the store answered. */
interface StoreError extends Error {
  readonly $metadata?: { readonly httpStatusCode?: number }
}

/** Names of errors of a store, and the setting that each is about. */
const REFUSALS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'S3_BUCKET',
  InvalidBucketName: 'S3_BUCKET',
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY',
  PermanentRedirect: 'S3_REGION',
  AuthorizationHeaderMalformed: 'S3_REGION',
}

/** Whether an error says that the store could not be reached or does not work, as against that it refused. */
function isStoreAway(error: unknown): boolean {
  if (!(error instanceof Error) || isNoRoom(error)) return false
  const status = (error as StoreError).$metadata?.httpStatusCode
  if (status !== undefined && status !== 0) return status >= 500 && status !== 501
  return isBrokenConnection(error) || error.name === 'TimeoutError'
}

/** Throws an error again: as UnreachableError where it says that the store is away. */
export function throwNamed(error: unknown): never {
  throw isStoreAway(error) ? new UnreachableError('storage', error) : error
}

/** Lets every call of a client throw UnreachableError where the store is away. */
export function nameUnreachable(client: S3Client): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args)
      } catch (error) {
        return throwNamed(error)
      }
    },
    { step: 'initialize', name: 'nameUnreachable' },
  )
}

/** What an error of the store means for whoever set it up. */
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
