import {
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type MultipartUpload,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { KeyedFile } from '../storage.ts'

/** Complete objects whose keys begin with a prefix, a page at a time. */
export async function* listPages(client: S3Client, bucket: string, prefix: string): AsyncGenerator<KeyedFile[]> {
  let token: string | undefined
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }),
    )
    yield (page.Contents ?? []).flatMap(({ Key, Size = 0, LastModified = new Date(0) }) =>
      Key === undefined ? [] : { key: Key, size: Size, modified: LastModified },
    )
    token = page.NextContinuationToken
  } while (token)
}

/** Uploads in parts that did not end, with keys that begin with a prefix. Empty when the store has no list of them. */
export async function listUnfinished(client: S3Client, bucket: string, prefix = ''): Promise<MultipartUpload[]> {
  try {
    const listed: MultipartUpload[] = []
    const asked = { Bucket: bucket, Prefix: prefix }
    for (let next = {}; ; ) {
      const page = await client.send(new ListMultipartUploadsCommand({ ...asked, ...next }))
      for (const upload of page.Uploads ?? []) listed.push(upload)
      if (!page.IsTruncated) return listed
      next = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
    }
  } catch (error) {
    if (error instanceof S3ServiceException && error.name === 'NotImplemented') return []
    throw error
  }
}
