import { readStretch, type Stretch } from '../../../media/pictures/stretch.ts'
import { KEPT_SIDE } from '../../../media/pictures/thumbnail.ts'
import { type PictureInfo, probePicture } from '../../../media/probe.ts'
import type { MediaJob } from '../../../media/sandbox.ts'
import { atMost } from '../../../platform/at-most.ts'
import { withJobFolder } from '../../../platform/confinement/job-folder.ts'
import { listVideosById, type VideoRow } from '../../library/videos/queries.ts'
import type { Services } from '../../services.ts'

/** Decoding takes a process; a person waits for it. */
const inTurn = atMost(2)
const PATIENCE_MS = 20_000
/** A file in an object store is copied for its frames up to this size, in bytes: a few seconds of a fast line. */
const COPIED_BYTES = 256 * 2 ** 20

/** The file of a video that people see, and how to read it. */
export interface VideoFile {
  readonly job: MediaJob
  /** Absolute path. */
  readonly input: string
  readonly picture: PictureInfo
}

/**
 * Calls `act` with the file of a video, a few at a time.
 * @param folder absolute path of the job's own folder
 * @returns null for a large file in an object store
 * @throws MediaError, what `act` throws, or the reason of a signal after 20 seconds
 */
export function withVideoFile<Answer>(
  { storage, tools }: Pick<Services, 'storage' | 'tools'>,
  folder: string,
  { rendition_key, storage_key, file_size }: VideoRow,
  act: (file: VideoFile) => Promise<Answer>,
): Promise<Answer | null> {
  return inTurn(async () => {
    if (storage.kind !== 'disk' && (file_size ?? Number.POSITIVE_INFINITY) > COPIED_BYTES) return null
    const job = { tools, folder, signal: AbortSignal.timeout(PATIENCE_MS) }
    const input = await storage.local(rendition_key ?? storage_key, folder)
    return await act({ job, input, picture: await probePicture(job, input) })
  })
}

/** Frames of a stretch of a video, as large as kept pictures; none if its file cannot be read here. */
export async function framesBetween(
  services: Pick<Services, 'db' | 'storage' | 'tools' | 'log' | 'work_dir'>,
  video_id: string,
  stretch: Stretch,
  most: number,
): Promise<readonly Buffer[]> {
  const [video] = await listVideosById(services.db, [video_id])
  if (!video) return []
  try {
    return await withJobFolder(services.work_dir, async (folder) => {
      const read = ({ job, input, picture }: VideoFile) =>
        readStretch(job, input, picture, stretch, { side: KEPT_SIDE, most })
      return (await withVideoFile(services, folder, video, read)) ?? []
    })
  } catch (error) {
    services.log.warn({ video_id, err: error }, 'frames between two samples could not be decoded')
    return []
  }
}
