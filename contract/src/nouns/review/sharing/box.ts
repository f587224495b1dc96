import * as z from 'zod/mini'
import { endpointsOf } from '../../../calls/endpoint.ts'
import { Id, Timestamp } from '../../../calls/fields.ts'
import { ResumableMetadata } from '../../library/uploads.ts'

/** The header Upload-Metadata of a file for a box, decoded: the box knows the rest. */
export const BoxMetadata = z.pick(ResumableMetadata, { filename: true, filetype: true, fingerprint: true, ends: true })

/** A file that the guest who asks has sent, or is sending. */
export const SentFile = z.object({
  /** Id of its upload at `/api/tus`. */
  file_id: z.string(),
  file_name: z.string(),
  /** Bytes. */
  file_size: z.number(),
  /** Bytes that have arrived, and that survive a crash. */
  received: z.number(),
  /** SHA-256 of both ends of the file, as its sender stated it. */
  ends: z.nullable(z.string()),
  /** When bytes of it arrived last, while it is under way; null before the first. */
  moved_at: z.nullable(Timestamp),
  /** Null until its last byte is here. */
  arrived_at: z.nullable(Timestamp),
})
export type SentFile = z.infer<typeof SentFile>

/** A file of a box, as the people who asked for it see it. */
export const ReceivedFile = z.object({
  /** Id of the video that it becomes. */
  file_id: z.string(),
  file_name: z.string(),
  /** Bytes. */
  file_size: z.number(),
  /** Who sent it; null for somebody whose name is no longer kept. */
  guest_name: z.nullable(z.string()),
  /** As they typed it; null for none. */
  email: z.nullable(z.string()),
  /** Null until its last byte is here. */
  arrived_at: z.nullable(Timestamp),
})
export type ReceivedFile = z.infer<typeof ReceivedFile>

/** What a guest may know of a box: what is asked for, how much more it takes, and what they have sent themselves. */
export const Box = z.object({
  /** Given by its maker; null for none. */
  name: z.nullable(z.string()),
  /** Name of the person who made it. */
  sender: z.string(),
  /** Their company; null for one without a name. */
  company: z.nullable(z.string()),
  message: z.string(),
  expires_at: Timestamp,
  max_files: z.number(),
  max_bytes: z.number(),
  left: z.object({ files: z.number(), bytes: z.number() }),
  /** The name under which the guest sends; null before they gave one. */
  guest_name: z.nullable(z.string()),
  files: z.array(SentFile),
})
export type Box = z.infer<typeof Box>

/** What the guests of a box do, besides sending files by tus. */
export const boxes = endpointsOf('Sharing', {
  read: {
    method: 'GET',
    path: '/api/sharing_router/box',
    access: 'link',
    summary: 'What a box asks for, how much it still takes, and the files that this guest has sent',
    response: Box,
  },
  takeBack: {
    method: 'DELETE',
    path: '/api/sharing_router/box/files/:file_id',
    access: 'link',
    summary: 'Take a file back that this guest has sent, or stop sending it',
    status: 204,
    params: z.object({ file_id: Id }),
  },
})
