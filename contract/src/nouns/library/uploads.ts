import * as z from 'zod/mini'
import { endpointsOf } from '../../calls/endpoint.ts'
import { fileName, filePath, Id, requiredLines, Timestamp } from '../../calls/fields.ts'
import { UPLOAD } from '../../shared/limits.ts'

/**
 * Uploads that resume, by tus 1.0 (https://tus.io/protocols/resumable-upload) with the extensions creation,
 * creation-with-upload, expiration and termination: POST creates one here; HEAD, PATCH and DELETE have its id behind.
 */
export const RESUMABLE_PATH = '/api/tus'
/** Header of the answer to the last byte, and to HEAD afterwards: the id of the video that the file has become. */
export const VIDEO_HEADER = 'Footnote-Video'

/**
 * Header of answers to HEAD and PATCH: ranges of bytes that have arrived, such as `0-1000,5000-6000`, ends exclusive. A
 * client that continues an upload with a file that was chosen again sends their SHA-256 with its first PATCH, in the
 * same order, in `DIGESTS_HEADER`. Other bytes get 412, before one of them is joined.
 */
export const ARRIVED_HEADER = 'Footnote-Arrived'
/** Header of a PATCH: SHA-256, in hex and with commas, of the ranges in `ARRIVED_HEADER`. */
export const DIGESTS_HEADER = 'Footnote-Digests'

/**
 * SHA-256, in hex, of a file's name, size, time of its last change, first and last MiB: whether a file of a folder is
 * the one that became a video. Only clients compute and compare it.
 */
const Fingerprint = z
  .string()
  .check(z.regex(/^[0-9a-f]{64}$/, 'A fingerprint is a SHA-256 in hex: 64 digits, in lower case'))
export const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'A SHA-256 in hex has 64 digits, in lower case'))

/** Where a file is within a folder that a person chose. */
const RelativePath = filePath('A path has at least one character', UPLOAD.relative_path)

/** The header Upload-Metadata of a new upload, decoded. */
export const ResumableMetadata = z.object({
  index_id: Id,
  filename: fileName('A file name is required'),
  // Any text: a type that the product does not accept has an error of its own.
  filetype: requiredLines('A file type is required', 200),
  fingerprint: z.optional(Fingerprint),
  /** SHA-256 of the first and the last `RESUMABLE.ends` bytes, each byte once. The last byte is refused if it differs. */
  ends: z.optional(Sha256),
  relative_path: z.optional(RelativePath),
  /** A video of the same collection, of which the new one becomes the newest version. */
  version_of: z.optional(Id),
})

/** A file before it is sent, and the collection that it goes to. */
export const FindUploaded = z.object({
  index_id: Id,
  fingerprint: Fingerprint,
  /** Bytes. */
  file_size: z.coerce.number().check(z.int(), z.gte(1)),
  /** Its place within a folder. */
  relative_path: z.optional(RelativePath),
  /** Of its whole content. Asked for by an earlier answer, because a large file takes a while to read. */
  sha256: z.optional(Sha256),
})

/** What a collection has of a file. */
export const FoundUploaded = z.object({
  /** The video of the same file, if any. */
  video: z.nullable(
    z.object({
      id: z.string(),
      file_name: z.string(),
      /** Whether it came from the same place of the folder. */
      same_place: z.boolean(),
    }),
  ),
  /** Whether a video has the same size, so that only the whole content decides: ask again with its SHA-256. */
  compares: z.boolean(),
})

/** An upload of one's own that can be resumed. */
export const OpenUpload = z.object({
  file_id: z.string(),
  index_id: z.string(),
  collection_name: z.string(),
  file_name: z.string(),
  /** Bytes. */
  file_size: z.number(),
  /** Bytes that have arrived, and that survive a crash. */
  received: z.number(),
  fingerprint: z.nullable(z.string()),
  /** SHA-256 of both ends of the file, as its client stated it. */
  ends: z.nullable(z.string()),
  expires_at: Timestamp,
})
export type OpenUpload = z.infer<typeof OpenUpload>

export const uploads = endpointsOf('Videos', {
  list: {
    method: 'GET',
    path: '/api/uploads',
    access: 'user',
    summary: "Uploads of one's own that can be resumed, newest first",
    response: z.object({ uploads: z.array(OpenUpload) }),
  },
  find: {
    method: 'GET',
    path: '/api/uploads/find',
    access: 'user',
    summary: 'Find the video of a collection that a file has become earlier',
    query: FindUploaded,
    response: FoundUploaded,
  },
})
