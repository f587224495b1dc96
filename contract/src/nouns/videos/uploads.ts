import * as z from 'zod/mini'
import { endpointsOf } from '../../calls/endpoint.ts'
import { fileName, Id, requiredLines, Timestamp } from '../../calls/fields.ts'
import { TEXT, UPLOAD } from '../../shared/limits.ts'

/**
 * Uploads that resume, by tus 1.0 (https://tus.io/protocols/resumable-upload) with the extensions creation,
 * creation-with-upload, expiration and termination: POST creates one here; HEAD, PATCH and DELETE have its id behind.
 */
export const RESUMABLE_PATH = '/api/tus'
/** Header of the answer to the last byte, and to HEAD afterwards: the id of the video that the file has become. */
export const VIDEO_HEADER = 'Footnote-Video'

/**
 * SHA-256, in hex, of a file's name, size, time of its last change, first and last MiB: whether a chosen file is the
 * one whose upload was interrupted. Only clients compute and compare it.
 */
const Fingerprint = z
  .string()
  .check(z.regex(/^[0-9a-f]{64}$/, 'A fingerprint is a SHA-256 in hex: 64 digits, in lower case'))

/** The header Upload-Metadata of a new upload, decoded. */
export const ResumableMetadata = z.object({
  index_id: Id,
  filename: fileName('A file name is required', TEXT.file_name),
  // Any text: a type that the product does not accept has an error of its own.
  filetype: requiredLines('A file type is required', 200),
  fingerprint: z.optional(Fingerprint),
  /** Where the file is within a folder that a person chose. */
  relative_path: z.optional(fileName('A path has at least one character', UPLOAD.relative_path)),
  /** A video of the same collection, of which the new one becomes the newest version. */
  version_of: z.optional(Id),
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
})
