import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import * as z from 'zod/mini'
import { ProductError } from '../../errors.ts'
import { releaseMemory } from '../../release-memory.ts'
import type { GrowingFile, Growth } from '../storage.ts'
import { gather } from './gather.ts'
import { listPages, listUnfinished } from './list.ts'

/** Folder of the ends of growing objects. Lists leave it out. */
export const INCOMING = 'incoming/'
/** Smallest part that an object store takes, in bytes, but for the last one. */
const LEAST_PART = 5 * 1024 ** 2

/** A growing object: parts of one multipart upload, and an end that is too small for a part as an object. */
export const State = z.object({
  upload_id: z.string(),
  parts: z.array(z.object({ etag: z.string(), number: z.number() })),
  tail: z.nullable(z.string()),
  /** The end before, which the next growth removes: until this state is recorded, the state before needs it. */
  spent: z.nullable(z.string()),
})
export type State = z.infer<typeof State>

export interface Bucket {
  readonly client: S3Client
  readonly bucket: string
}

/** Folder of the ends of one growing object. */
export const tailsOf = (key: string): string => `${INCOMING}${key.replaceAll('/', '_')}/`

/**
 * Adds content to a growing object: as a part, or as an object while it is too small for one. A request that is cut by a
 * kill leaves the recorded state as it was.
 * @throws ProductError upload_expired when the store has neither the parts nor the complete object
 */
export async function growObject(
  place: Bucket,
  file: GrowingFile,
  content: AsyncIterable<Uint8Array>,
): Promise<Growth> {
  const added = await gather(content, file.size - file.received)
  try {
    return added.length === 0 ? { received: file.received, state: file.state } : await grown(place, file, added)
  } finally {
    releaseMemory(added.buffer)
  }
}

async function grown(place: Bucket, file: GrowingFile, added: Buffer): Promise<Growth> {
  const received = file.received + added.length
  const state = file.state ? State.parse(file.state) : await begin(place, file)
  if (state.spent) await remove(place, state.spent)
  try {
    const body = state.tail ? Buffer.concat([await read(place, state.tail), added]) : added
    const grown =
      body.length >= LEAST_PART || received === file.size
        ? { ...state, parts: [...state.parts, await send(place, file, state, body)], tail: null }
        : { ...state, tail: await store(place, file.key, body) }
    return { received, state: { ...grown, spent: state.tail } }
  } catch (error) {
    // A kill came between the completion of the object and the commit of its video.
    if (isGone(error) && (await sizeOf(place, file.key)) === file.size) return { received: file.size, state }
    throw isGone(error) ? new ProductError('upload_expired') : error
  }
}

/** Makes a growing object complete; may be repeated. @throws ProductError upload_expired when its parts are gone */
export async function completeObject(place: Bucket, { key, size, state }: GrowingFile): Promise<void> {
  const { upload_id, parts } = State.parse(state)
  const Parts = parts.map(({ etag, number }) => ({ ETag: etag, PartNumber: number }))
  try {
    await place.client.send(
      new CompleteMultipartUploadCommand({
        Bucket: place.bucket,
        Key: key,
        UploadId: upload_id,
        MultipartUpload: { Parts },
      }),
    )
  } catch (error) {
    // Stores answer differently for an upload that they have completed already.
    if ((await sizeOf(place, key)) !== size) throw isGone(error) ? new ProductError('upload_expired') : error
  }
  await removeRemains(place, key)
}

/** Removes a growing object, and a complete one with its key. */
export async function abandonObject(place: Bucket, { key, state }: Pick<GrowingFile, 'key' | 'state'>): Promise<void> {
  // Its store may have no list of them.
  if (state) await abort(place, key, State.parse(state).upload_id)
  await removeRemains(place, key)
  await remove(place, key)
}

/** Removes ends and multipart uploads of a key, also those of attempts that were never recorded. */
async function removeRemains(place: Bucket, key: string): Promise<void> {
  for await (const tails of listPages(place.client, place.bucket, tailsOf(key)))
    for (const tail of tails) await remove(place, tail.key)
  for (const { Key, UploadId } of await listUnfinished(place.client, place.bucket, key))
    if (Key === key && UploadId) await abort(place, key, UploadId)
}

/** Ends an upload in parts, unless it has ended. */
export async function abort({ client, bucket }: Bucket, key: string, upload_id: string): Promise<void> {
  try {
    await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId: upload_id }))
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

async function begin({ client, bucket }: Bucket, { key, content_type }: GrowingFile): Promise<State> {
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand({ Bucket: bucket, Key: key, ContentType: content_type }),
  )
  if (!UploadId) throw new Error('The object store began an upload without an id.')
  return { upload_id: UploadId, parts: [], tail: null, spent: null }
}

async function send({ client, bucket }: Bucket, { key }: GrowingFile, { upload_id, parts }: State, body: Buffer) {
  const number = (parts.at(-1)?.number ?? 0) + 1
  const { ETag } = await client.send(
    new UploadPartCommand({
      Bucket: bucket,
      Key: key,
      UploadId: upload_id,
      PartNumber: number,
      Body: body,
      ContentLength: body.length,
    }),
  )
  if (!ETag) throw new Error('The object store stored a part without a tag.')
  return { number, etag: ETag }
}

async function store({ client, bucket }: Bucket, key: string, body: Buffer): Promise<string> {
  const tail = `${tailsOf(key)}${randomUUID()}`
  await client.send(new PutObjectCommand({ Bucket: bucket, Key: tail, Body: body, ContentLength: body.length }))
  return tail
}

async function read({ client, bucket }: Bucket, key: string): Promise<Buffer> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
  // In Node the body of an answer is always a Readable.
  return await buffer(Body as NodeJS.ReadableStream)
}

export async function remove({ client, bucket }: Bucket, key: string): Promise<void> {
  await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
}

/** Bytes of an object; null when there is none. */
export async function sizeOf({ client, bucket }: Bucket, key: string): Promise<number | null> {
  try {
    return (await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))).ContentLength ?? 0
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null
    throw error
  }
}

export const isGone = (error: unknown): boolean =>
  error instanceof S3ServiceException && ['NoSuchUpload', 'NoSuchKey', 'NotFound'].includes(error.name)
