import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Region } from '@footnote/contract/nouns/output/search/region.ts'
import { frameAt, timingFrom } from '@footnote/contract/shared/frames.ts'
import sharp from 'sharp'
import { writePart } from '../../../media/pictures/part.ts'
import { cutStill } from '../../../media/pictures/still.ts'
import { ProductError } from '../../../platform/errors.ts'
import { frameTimesOf } from '../../library/videos/queries.ts'
import type { Services } from '../../services.ts'
import type { NamedFrame } from './named-frame.ts'
import { withVideoFile } from './video-file.ts'

/** Longest side of the picture of the part in an answer, in pixels: twice the width at which pages show it. */
const SHOWN_SIDE = 320

type PictureServices = Pick<Services, 'db' | 'storage' | 'tools' | 'log'>

/**
 * Cuts a part out of the frame on the screen, decoded from the film. If that is not possible, cuts it out of the kept
 * small picture, which may be a second older.
 * @param folder absolute path of the job's own folder
 * @returns path of a JPEG of at most 1280 px
 * @throws ProductError video_not_ready when there is no picture at all
 */
export async function cutPart(
  services: PictureServices,
  folder: string,
  named: NamedFrame,
  region: Region,
): Promise<string> {
  const output = path.join(folder, 'part.jpg')
  const still = await decodeFrame(services, folder, named)
  await writePart(still ?? (await keptPicture(services, folder, named)), region, output)
  return output
}

/** @returns path of the frame as PNG; null when it cannot be decoded here */
async function decodeFrame(
  services: PictureServices,
  folder: string,
  { video, time }: NamedFrame,
): Promise<string | null> {
  const { db, log } = services
  const { id, frame_rate_num: num, frame_rate_den: den, duration } = video
  const timing = timingFrom(num && den ? { num, den } : null, await frameTimesOf(db, id))
  if (!timing || duration === null) return null
  const output = path.join(folder, 'still.png')
  try {
    return await withVideoFile(services, folder, video, async ({ job, input, picture }) => {
      await cutStill(job, input, { ...picture, timing, duration, frames: null }, frameAt(timing, time), output)
      return output
    })
  } catch (error) {
    log.warn({ video_id: id, time, err: error }, 'the frame of a part could not be decoded')
    return null
  }
}

async function keptPicture({ storage }: PictureServices, folder: string, { frame }: NamedFrame): Promise<string> {
  if (frame.thumbnail_key === null)
    throw new ProductError('video_not_ready', { detail: 'No frame of this video can be looked for yet.' })
  return await storage.local(frame.thumbnail_key, folder)
}

/** The part as a `data:` address, small enough for an answer. @param file path of a JPEG */
export async function shownPart(file: string): Promise<string> {
  const small = sharp(await readFile(file)).resize(SHOWN_SIDE, SHOWN_SIDE, { fit: 'inside', withoutEnlargement: true })
  return `data:image/jpeg;base64,${(await small.jpeg({ quality: 80 }).toBuffer()).toString('base64')}`
}
