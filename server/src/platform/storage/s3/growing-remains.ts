import { paginateListParts, S3ServiceException } from '@aws-sdk/client-s3'
import type { GrowingFile, Remains } from '../storage.ts'
import { abort, type Bucket, INCOMING, isGone, remove, State, sizeOf, tailsOf } from './growing-object.ts'
import { listPages, listUnfinished } from './list.ts'

/** Errors of stores that have no list of parts. */
const NO_LIST: ReadonlySet<string> = new Set(['NotImplemented', 'MethodNotAllowed'])

/** Whether a store has the received bytes of a growing object: its parts and its end, or the complete object. */
export async function holdsParts(place: Bucket, { key, size, received, state }: GrowingFile): Promise<boolean> {
  if (received === 0) return true
  if (!state) return false
  const { upload_id, parts, tail } = State.parse(state)
  const end = tail === null ? 0 : await sizeOf(place, tail)
  if (end === null) return (await sizeOf(place, key)) === size
  try {
    const sizes = await sizesOfParts(place, key, upload_id)
    return parts.reduce((sum, { number }) => sum + (sizes.get(number) ?? 0), end) === received
  } catch (error) {
    if (isGone(error)) return (await sizeOf(place, key)) === size
    if (error instanceof S3ServiceException && NO_LIST.has(error.name)) return true
    throw error
  }
}

async function sizesOfParts({ client, bucket }: Bucket, key: string, upload_id: string): Promise<Map<number, number>> {
  const sizes = new Map<number, number>()
  const asked = { Bucket: bucket, Key: key, UploadId: upload_id }
  for await (const { Parts = [] } of paginateListParts({ client }, asked))
    for (const { PartNumber, Size = 0 } of Parts) if (PartNumber !== undefined) sizes.set(PartNumber, Size)
  return sizes
}

/** Uploads in parts, and ends, that belong to no growing object. */
export async function* remainsIn(place: Bucket, growing: ReadonlySet<string>): AsyncGenerator<Remains> {
  const { client, bucket } = place
  for (const { Key, UploadId, Initiated } of await listUnfinished(client, bucket))
    if (Key && UploadId && Initiated && !growing.has(Key))
      yield { key: `${Key}?uploadId=${UploadId}`, modified: Initiated, remove: () => abort(place, Key, UploadId) }
  const folders = [...growing].map(tailsOf)
  for await (const tails of listPages(client, bucket, INCOMING))
    for (const { key, modified } of tails)
      if (!folders.some((folder) => key.startsWith(folder))) yield { key, modified, remove: () => remove(place, key) }
}
