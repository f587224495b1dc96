import { statfs } from 'node:fs/promises'
import { UntriedError } from '../platform/confinement/confine.ts'
import { isNoRoom } from '../platform/errors.ts'
import { MediaError } from './media-error.ts'

/** @throws MediaError media_no_room when the disk of a folder has fewer free bytes than this */
export async function refuseWithoutRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes) throw new MediaError('media_no_room', `${bavail * bsize} bytes free`)
}

/**
 * The sentence for people while work waits for something that the machine lacks; null for an error of the work itself.
 */
export function reasonToWait(error: unknown): string | null {
  if (isNoRoom(error))
    return 'Waiting for room on the disk of this server. The work goes on by itself once there is some.'
  if (error instanceof MediaError && error.code === 'media_tools_missing')
    return 'Waiting for ffmpeg, which this server cannot start. The work goes on by itself once it can.'
  if (error instanceof UntriedError)
    return 'Waiting until this server can confine the programs that read videos. The work goes on by itself once it can.'
  return null
}
