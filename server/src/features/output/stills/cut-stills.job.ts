import { createWriteStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Drawing } from '@footnote/contract/shared/drawing/drawing.ts'
import { frameAt } from '@footnote/contract/shared/frames.ts'
import { JOBS, STILLS } from '@footnote/contract/shared/limits.ts'
import { formatPosition } from '@footnote/contract/shared/timecode.ts'
import sharp from 'sharp'
import { readFilm } from '../../../media/film.ts'
import { MediaError } from '../../../media/media-error.ts'
import { cutStill } from '../../../media/pictures/still.ts'
import type { MediaInfo } from '../../../media/probe.ts'
import type { MediaJob } from '../../../media/sandbox.ts'
import { refuseWithoutRoom } from '../../../media/waiting.ts'
import type { JobHandler, Jobs } from '../../../platform/queue/jobs.ts'
import { fileNameOf, type ZipEntry, zipped } from '../../../platform/storage/zip.ts'
import { answerWithFile, type RequestedVideo, Unmakeable } from '../../library/videos/clips/commands.ts'
import { readDrawing } from '../../review/comments/queries.ts'
import type { Services } from '../../services.ts'
import { drawingSvg } from './drawing-svg.ts'
import { type AskedComment, askedComments } from './queries.ts'

const DELETED = 'The comments were deleted before the stills were made.'
const TOO_LARGE = 'The stills would be larger than 3 GB. Choose fewer comments.'
/** Name of the file that lists the comments without a picture. */
const MISSING = 'without a picture.txt'

/** Makes the ZIP, stores it and notifies the requester once per request, on success and on failure. */
export const cutStills =
  (services: Pick<Services, 'db' | 'storage' | 'queue' | 'tools' | 'work_dir' | 'config'>): JobHandler<'cut-stills'> =>
  async (request, context) => {
    await answerWithFile(
      services,
      request,
      {
        type: 'EXPORT',
        folder: 'stills',
        extension: 'zip',
        content_type: 'application/zip',
        gone: 'The video was deleted before the stills were made.',
        failed: 'Something went wrong on our side while the stills were made. Please ask for them again.',
        nameOf: ({ file_name, version }) =>
          `${fileNameOf(file_name.replace(/\.[^.]{1,8}$/, ''))} v${version} stills.zip`,
        make: (media, input, video) => makeZip(services, media, input, video, request),
      },
      context,
    )
  }

/** @returns absolute path of the ZIP @throws Unmakeable */
async function makeZip(
  { db }: Pick<Services, 'db'>,
  media: MediaJob,
  original: string,
  video: RequestedVideo,
  { comment_ids, drawings }: Jobs['cut-stills'],
): Promise<string> {
  const place = { video_id: video.id, company_id: video.company_id }
  const asked = (await askedComments(db, place, comment_ids)).slice(0, STILLS.most)
  if (asked.length === 0) throw new Unmakeable(DELETED)
  const { input, info } = await readFilm(media, original)
  const drawingOf = (comment: AskedComment) => (drawings ? readDrawing(db, comment) : null)
  const output = path.join(media.folder, 'stills.zip')
  const parts = bounded(zipped(entries(media, input, { video, info, asked, drawingOf })))
  try {
    await pipeline(Readable.from(parts), createWriteStream(output))
  } catch (error) {
    // Why the work ends says the signal, not the stream that it broke.
    media.signal?.throwIfAborted()
    throw error
  }
  return output
}

interface StillRequest {
  readonly video: RequestedVideo
  readonly info: MediaInfo
  readonly asked: readonly AskedComment[]
  readonly drawingOf: (comment: AskedComment) => Promise<Drawing | null> | null
}

/** A picture for each comment, and the names of those whose frame does not decode. */
async function* entries(media: MediaJob, input: string, wanted: StillRequest): AsyncGenerator<ZipEntry> {
  const { video, info, asked, drawingOf } = wanted
  const missing: string[] = []
  for (const comment of asked) {
    await refuseWithoutRoom(media.folder, JOBS.room_before)
    const frame = frameAt(info.timing, comment.start_time)
    const label = formatPosition(frame, info.timing, 'smpte', info.timecode)
    const name = stillName(video.version, label, comment)
    const file = path.join(media.folder, 'still.png')
    try {
      await cutStill(media, input, info, frame, file)
      yield { name, content: [await drawnOver(file, info, await drawingOf(comment))], compressed: true }
    } catch (error) {
      if (!(error instanceof MediaError && error.code === 'media_damaged')) throw error
      missing.push(name)
    } finally {
      await rm(file, { force: true })
    }
  }
  if (missing.length === asked.length) throw new MediaError('media_damaged', 'no frame decodes')
  if (missing.length > 0) yield { name: MISSING, content: [Buffer.from(`${missing.join('\n')}\n`)] }
}

/** The picture with the drawing over it. */
async function drawnOver(file: string, { width, height }: MediaInfo, drawing: Drawing | null): Promise<Buffer> {
  const picture = await readFile(file)
  if (!drawing) return picture
  const svg = Buffer.from(drawingSvg(drawing, { width, height }))
  return await sharp(picture)
    .composite([{ input: svg }])
    .png()
    .toBuffer()
}

/**
 * For example `v2 00-00-12-04 3 Ana Ruiz.png`: version, timecode, number and author of the comment. Where frames have no
 * rate, the time to the millisecond, `00-00-12-160`. It is a name that every file system accepts.
 */
const stillName = (version: number, label: string, { number, author }: AskedComment): string =>
  `${fileNameOf(`v${version} ${label.replace(/[:;.]/g, '-')} ${number} ${author}`.trim())}.png`

/** @throws Unmakeable when the parts are more than a ZIP may have */
async function* bounded(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const part of parts) {
    bytes += part.byteLength
    if (bytes > STILLS.bytes) throw new Unmakeable(TOO_LARGE)
    yield part
  }
}
