import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { NOT_INDEXED } from '../../server/src/features/library/videos/commands.ts'
import type { Videos } from '../../server/src/platform/db/schema.ts'
import { VIDEO } from '../answers/videos.ts'

/** Bytes of the files of videos that no test plays. */
export const FILE = Buffer.from('bytes')

/**
 * The row of an indexed video, which plays `FILE`.
 * @param values columns that differ from the defaults
 */
export function videoRow(collection_id: string, values: Partial<Insertable<Videos>> = {}): Insertable<Videos> {
  const { id = randomUUID() } = values
  const file = { file_name: 'match.mp4', file_size: FILE.length, storage_key: `videos/${id}/original.mp4` }
  return { ...NOT_INDEXED, ...VIDEO, ...file, id, collection_id, user_id: null, ...values }
}
