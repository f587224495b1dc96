import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { MediaError } from '../media-error.ts'
import { pictureFilters } from '../normalised/picture-filters.ts'
import type { MediaInfo } from '../probe.ts'
import { fitInside } from '../rendition-plan.ts'
import { fileAddress, type MediaJob, runProgram } from '../sandbox.ts'

const LONG_SIDE = 640
/** Long side of the small picture that is kept of a sample, in pixels. */
export const KEPT_SIDE = 480
/**
 * The quantisation table of mozjpeg, and progressive. Its search for the best coefficients takes twice the processor
 * time for a seventh of the bytes (480 pixels: 10.6 ms and 7.4 kB, or 5.2 ms and 8.6 kB).
 */
const JPEG = { quality: 78, progressive: true, quantisationTable: 3 }
/** Candidates for a poster, as shares of the duration: rarely a title, rarely the credits. */
const PLACES = [0.1, 0.3, 0.5, 0.7, 0.9]
const FRAME_SECONDS = 60

/**
 * Measures a picture's content: the entropy of its brightness in bits (sharp's `stats`), reduced when nearly everything
 * is black or white.
 */
async function interest(picture: Buffer): Promise<number> {
  const { entropy, channels } = await sharp(picture, { limitInputPixels: 25e6 }).resize(160).stats()
  const brightness = channels.slice(0, 3).reduce((sum, channel) => sum + channel.mean, 0) / Math.min(3, channels.length)
  return brightness < 16 || brightness > 245 ? entropy / 4 : entropy
}

/**
 * Chooses the picture with the most content, and a black or blank one only when there is no other.
 * @param files paths of picture files, at least one
 */
export async function choosePicture(files: readonly string[]): Promise<string> {
  const ranked = await Promise.all(
    files.map(async (file) => ({ file, interest: await interest(await readFile(file)) })),
  )
  const best = ranked.sort((one, other) => other.interest - one.interest)[0]
  if (!best) throw new MediaError('media_failed', 'no picture to choose from')
  return best.file
}

/**
 * Writes a smaller copy of a picture as JPEG.
 * @param longSide pixels; 640 by default
 */
export async function writeThumbnail(picture: string, output: string, longSide = LONG_SIDE): Promise<string> {
  const small = sharp(picture, { limitInputPixels: 25e6 }).resize(longSide, longSide, {
    fit: 'inside',
    withoutEnlargement: true,
  })
  await writeFile(output, await small.jpeg(JPEG).toBuffer())
  return output
}

/**
 * Writes a key frame (its time in seconds) as TIFF, upright, at most 1280 px long. One thread and no compression take
 * 0.7 of the processor time of two threads and a JPEG. Returns null when none decodes.
 */
async function writeKeyFrame(
  job: MediaJob,
  input: string,
  info: MediaInfo,
  time: number,
  output: string,
): Promise<string | null> {
  const { width, height } = fitInside(info, 1280, 1280)
  const picture = ['-filter_threads', '1', '-vf', pictureFilters(info, { width, height }, 'rgb').join(',')]
  const tiff = ['-threads', '1', '-c:v', 'tiff', '-compression_algo', 'raw', '-f', 'image2', '-update', '1']
  await runProgram(job, {
    program: 'ffmpeg',
    input,
    inputOptions: ['-threads', '1', ...(time > 0 ? ['-ss', time.toFixed(6), '-noaccurate_seek'] : [])],
    options: ['-map', `0:${info.video.index}`, '-frames:v', '1', ...picture, ...tiff, fileAddress(output)],
    wallSeconds: FRAME_SECONDS,
  })
  return (await readFile(output).catch(() => null)) ? output : null
}

/**
 * Writes a poster: the key frame with the most content among five across the video, as JPEG of at most 640 px.
 * @param output absolute path inside the job's folder
 */
export async function makePoster(job: MediaJob, input: string, info: MediaInfo, output: string): Promise<string> {
  const places = PLACES.map((place) => info.key_times.findLast((time) => time <= place * info.duration) ?? 0)
  const found: string[] = []
  for (const [number, time] of [...new Set(places)].entries()) {
    const file = await writeKeyFrame(job, input, info, time, join(job.folder, `poster-${number}.tiff`))
    if (file) found.push(file)
  }
  if (found.length === 0) throw new MediaError('media_damaged', 'no picture decodes')
  await writeThumbnail(await choosePicture(found), output)
  await Promise.all(found.map((file) => rm(file, { force: true })))
  return output
}
