import { createReadStream, createWriteStream } from 'node:fs'
import { appendFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type FrameRate, lastFrame } from '@footnote/contract/shared/frames.ts'
import { JOBS } from '@footnote/contract/shared/limits.ts'
import { exactCut } from '../clip.ts'
import { MOVE_SECONDS } from '../encoding/encode.ts'
import { MP4_FILE, pictureEncoder } from '../encoding/options.ts'
import { pictureFilters } from '../normalised/picture-filters.ts'
import { type MediaInfo, probe } from '../probe.ts'
import type { PictureSize } from '../rendition-plan.ts'
import { fileAddress, type MediaJob, runProgram } from '../sandbox.ts'
import { SOUND, type SoundPlan, soundGraph } from '../sound/plan.ts'
import { refuseWithoutRoom } from '../waiting.ts'
import { type BurnIn, drawLayers } from './burn-in.ts'
import { lengthOf, type Piece, type PieceOnTimeline } from './timeline.ts'

/** The picture of a rendered file. */
export interface Picture extends PictureSize {
  readonly rate: FrameRate
}

/** A piece of a file on this disk. */
export interface SourcePiece extends Piece {
  /** Absolute path. */
  readonly input: string
  readonly info: MediaInfo
  /** What is heard of it. */
  readonly sound: SoundPlan
  readonly burn_in: BurnIn | null
}

const QUALITY = 20
const SAMPLE_RATE = 48_000
/** Bytes of a sample of two channels. */
const SAMPLE_BYTES = 4
const FILE_BYTES = 2 * 2 ** 30
/** Bytes for the boxes and the index of the file. */
const SPARE_BYTES = 64 * 2 ** 20
const SILENCE_BYTES = 2 ** 20

/** Samples from the beginning up to a frame, so that sound and picture have one length after any number of pieces. */
const samplesUntil = (frame: number, { num, den }: FrameRate): number => Math.round((frame * SAMPLE_RATE * den) / num)

/**
 * Renders pieces into one MP4 file, H.264 with AAC: each has exactly its frames, inside of the picture with black bars
 * where its shape differs; one without sound is silent. Every piece is decoded and encoded alone, since a program may
 * read one file of others; then the encoded pictures and the uncompressed sound are joined.
 * @param piecesOf reads the piece at a place, when it is its turn
 * @param onProgress called with the completed share, 0 to 1
 * @returns absolute path of the file
 * @throws MediaError; media_damaged when nothing of a piece decodes
 */
export async function renderPieces(
  job: MediaJob,
  placed: readonly PieceOnTimeline<Piece>[],
  picture: Picture,
  sourceOf: (place: number) => Promise<SourcePiece>,
  onProgress?: (share: number) => void,
): Promise<string> {
  const total = lengthOf(placed)
  const sound = path.join(job.folder, 'sound.pcm')
  for (const [place, { frame, length }] of placed.entries()) {
    await refuseWithoutRoom(job.folder, JOBS.room_before)
    const source = await sourceOf(place)
    const samples = samplesUntil(frame + length, picture.rate) - samplesUntil(frame, picture.rate)
    const heard = await renderPiece(job, source, picture, { name: nameOf(place), length }, (share) =>
      onProgress?.((JOINED * (frame + share * length)) / total),
    )
    await append(heard, sound, samples * SAMPLE_BYTES)
  }
  return await join(job, placed, sound, picture.rate)
}

/** Share of the work when all pieces are encoded. */
const JOINED = 0.97

/** Name of the file with the pictures of a piece. */
const nameOf = (place: number): string => `piece-${place}.mp4`

/** Writes the pictures of a piece. @param length frames @returns absolute path of its sound; a silent one has no file */
async function renderPiece(
  job: MediaJob,
  source: SourcePiece,
  picture: Picture,
  { name, length }: { readonly name: string; readonly length: number },
  onProgress: (share: number) => void,
): Promise<string> {
  const { input, info, burn_in, start_frame, end_frame } = source
  const last = Math.min(end_frame - 1, lastFrame(info.timing, info.duration))
  const cut = exactCut(info, Math.min(start_frame, last), last)
  const layers = burn_in ? await drawLayers(job.folder, burn_in, picture) : []
  const [pictures, sound] = [path.join(job.folder, name), path.join(job.folder, 'piece.pcm')]
  const base = `[0:${info.video.index}]${[...cut.picture, ...inBox(info, picture, length)].join(',')}[p0]`
  const overlays = layers.map(({ x, y }, place) => `[p${place}][${place + 1}:v]overlay=${x}:${y}[p${place + 1}]`)
  const format = `aformat=sample_fmts=s16:channel_layouts=stereo:sample_rates=${SAMPLE_RATE}`
  const heard = soundGraph(source.sound, 'playing', [cut.sound, format])
  await runProgram(job, {
    program: 'ffmpeg',
    input,
    inputOptions: cut.seek > 0 ? ['-ss', cut.seek.toFixed(6)] : [],
    furtherInputs: layers.flatMap((layer) => layer.input),
    options: [
      ...['-filter_complex', [base, ...overlays, ...(heard ? [heard] : [])].join(';')],
      ...['-map', `[p${layers.length}]`, ...pictureEncoder({ timing: { rate: picture.rate, times: null } }, QUALITY)],
      // Pieces follow each other without a gap if frames are stored in the order in which they are shown.
      ...['-bf', '0', '-frames:v', String(length), '-video_track_timescale', String(picture.rate.num)],
      ...['-an', '-f', 'mp4', fileAddress(pictures)],
      ...(heard ? ['-map', SOUND, '-t', cut.length.toFixed(6), '-f', 's16le', fileAddress(sound)] : []),
    ],
    outputs: [pictures, sound, ...layers.map(({ file }) => file)],
    keepFrameTimes: true,
    wallSeconds: 600 + 30 * cut.length,
    fileBytes: FILE_BYTES,
    onProgress: (seconds) => onProgress(Math.min(1, (seconds * picture.rate.num) / (picture.rate.den * length))),
  })
  return sound
}

/** Filters that put upright pictures of any size, shape and rate into a picture, with exactly that many frames. */
function inBox(info: MediaInfo, { width, height, rate }: Picture, length: number): string[] {
  const own = info.timing.rate
  const inside = insideOf(info, { width, height })
  return [
    // Containers round times; at a constant rate they are on its grid.
    ...(own ? [`settb=${own.den}/${own.num}`] : []),
    ...pictureFilters(info, inside, 'film'),
    `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2`,
    `fps=${rate.num}/${rate.den}:round=near`,
    // Frames that do not decode are those before them.
    `tpad=stop_mode=clone:stop=${length}`,
    `trim=end_frame=${length}`,
  ]
}

/** The largest even size of a shape inside of a box; small pictures grow. */
function insideOf(picture: PictureSize, box: PictureSize): PictureSize {
  const share = Math.min(box.width / picture.width, box.height / picture.height)
  const even = (side: number, most: number) => Math.min(most, Math.max(2, 2 * Math.round((side * share) / 2)))
  return { width: even(picture.width, box.width), height: even(picture.height, box.height) }
}

const sizeOf = async (file: string): Promise<number> => (await stat(file).catch(() => ({ size: 0 }))).size

/** Moves sound behind other sound. @param bytes of it, cut off or filled with silence */
async function append(file: string, onto: string, bytes: number): Promise<void> {
  const taken = Math.min(await sizeOf(file), bytes)
  if (taken > 0) await pipeline(createReadStream(file, { end: taken - 1 }), createWriteStream(onto, { flags: 'a' }))
  for (let missing = bytes - taken; missing > 0; missing -= SILENCE_BYTES)
    await appendFile(onto, Buffer.alloc(Math.min(missing, SILENCE_BYTES)))
  await rm(file, { force: true })
}

/** Puts pictures and sound into one file. @throws Error when it has not exactly the frames that were asked for */
async function join(
  job: MediaJob,
  placed: readonly PieceOnTimeline<Piece>[],
  sound: string,
  rate: FrameRate,
): Promise<string> {
  const list = path.join(job.folder, 'pieces.ffconcat')
  const output = path.join(job.folder, 'rendered.mp4')
  const pieces = placed.map((_, place) => path.join(job.folder, nameOf(place)))
  const bytes = (await Promise.all([sound, ...pieces].map(sizeOf))).reduce((sum, size) => sum + size, SPARE_BYTES)
  await refuseWithoutRoom(job.folder, bytes)
  await writeFile(
    list,
    `ffconcat version 1.0\n${placed.map((piece, place) => lineOf(piece, place, rate)).join('\n')}\n`,
  )
  await runProgram(job, {
    program: 'ffmpeg',
    input: list,
    inputOptions: ['-format_whitelist', 'concat,mov,mp4,m4a,3gp,3g2,mj2', '-f', 'concat'],
    furtherInputs: ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '2', '-i', fileAddress(sound)],
    options: [
      ...['-map', '0:v', '-c:v', 'copy', '-video_track_timescale', String(rate.num)],
      ...['-map', '1:a', '-c:a', 'aac', '-b:a', '160k'],
      ...MP4_FILE,
      fileAddress(output),
    ],
    outputs: [output, sound, ...pieces],
    wallSeconds: 3_600,
    stallSeconds: MOVE_SECONDS,
    fileBytes: bytes,
  })
  await Promise.all([...pieces, list, sound].map((file) => rm(file)))
  const { timing, duration } = await probe(job, output)
  const found = lastFrame(timing, duration) + 1
  if (!timing.rate || found !== placed.reduce((sum, { length }) => sum + length, 0))
    throw new Error(`The rendered file has ${found} frames.`)
  return output
}

/** A piece in the list of files. Lengths are whole microseconds; rounded from the beginning, they do not add up. */
function lineOf({ frame, length }: PieceOnTimeline<Piece>, place: number, { num, den }: FrameRate): string {
  const microseconds = (frames: number) => Math.round((frames * den * 1e6) / num)
  return `file ${nameOf(place)}\nduration ${microseconds(frame + length) - microseconds(frame)}us`
}
