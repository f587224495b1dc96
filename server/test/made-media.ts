import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import type { MediaJob } from '../src/media/sandbox.ts'
import { closeJobFolder, openJobFolder } from '../src/platform/confinement/job-folder.ts'

const run = promisify(execFile)

// Its cache knows a file by its name: of one that is written again it answers the picture of before.
sharp.cache(false)

/** Runs ffmpeg directly, to make media for tests. */
export async function ffmpeg(...args: string[]): Promise<void> {
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args])
}

/** Arguments of ffmpeg for a picture that browsers play, made fast rather than small. */
export const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'] as const

/** A film for tests of indexing. */
export interface SpokenFilm {
  /** Length; a longer sentence is cut off. */
  readonly seconds: number
  readonly said?: string
  readonly written?: string
  /** Frames per second. */
  readonly rate?: number
}

/**
 * Makes a film of two shots, a moving picture and a line of text, with a spoken sentence, so that every stage of
 * indexing has something to do.
 */
export async function makeSpokenFilm(
  file: string,
  {
    seconds,
    said = 'Good morning everybody and welcome to the meeting',
    written = 'Quarterly report',
    rate = 25,
  }: SpokenFilm,
): Promise<void> {
  const half = seconds / 2
  await ffmpeg(
    ...['-f', 'lavfi', '-i', `testsrc2=size=640x360:rate=${rate}:duration=${half}`],
    ...['-f', 'lavfi', '-i', `color=c=white:size=640x360:rate=${rate}:duration=${half}`],
    ...['-f', 'lavfi', '-i', `flite=text='${said}':voice=slt`],
    ...['-filter_complex', `[1:v]drawtext=text='${written}':fontsize=60:x=60:y=150[t];[0:v][t]concat=n=2[v]`],
    ...['-map', '[v]', '-map', '2:a', '-t', String(seconds)],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', file],
  )
}

/** Makes a film of twelve seconds: four are red, four are lime and four are blue. */
export async function makeColours(file: string): Promise<void> {
  const inputs = ['red', 'lime', 'blue'].flatMap((colour) => ['-f', 'lavfi', '-i', `color=${colour}:s=160x90:r=10:d=4`])
  await ffmpeg(...inputs, '-filter_complex', 'concat=n=3', '-pix_fmt', 'yuv420p', file)
}

/** Binary digits with which `NUMBERED` encodes each frame's number, from the left, lowest first. */
const PLACES = 12

/** A filter that draws each frame's number as black and white bars over the upper half of the picture. */
export const NUMBERED = `geq=lum='if(lt(Y,H/2),16+219*mod(floor(N/pow(2,floor(X*${PLACES}/W))),2),lum(X,Y))':cb='if(lt(Y,H/4),128,cb(X,Y))':cr='if(lt(Y,H/4),128,cr(X,Y))'`

/** Reads the number that `NUMBERED` drew, from a picture file. */
export async function numberIn(picture: string | Buffer): Promise<number> {
  const { width = 1, height = 2 } = await sharp(picture).metadata()
  const bars = sharp(picture)
    .extract({ left: 0, top: 0, width, height: Math.floor(height / 4) })
    .greyscale()
  const { data } = await bars
    .resize(PLACES * 3, 3, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Array.from({ length: PLACES }, (_, place) =>
    (data[PLACES * 3 + place * 3 + 1] ?? 0) > 128 ? 2 ** place : 0,
  ).reduce((sum, value) => sum + value, 0)
}

/** The numbers of all frames of a file that `NUMBERED` made, in the order of presentation. */
export async function numbersIn(file: string): Promise<number[]> {
  const { stdout } = await run(
    'ffmpeg',
    [
      '-v',
      'error',
      '-i',
      file,
      '-map',
      '0:v',
      '-vf',
      `crop=iw:ih/4:0:0,scale=${PLACES * 3}:3:flags=area`,
      '-vsync',
      'passthrough',
      '-pix_fmt',
      'gray',
      '-f',
      'rawvideo',
      'pipe:1',
    ],
    { encoding: 'buffer', maxBuffer: 2 ** 28 },
  )
  const frame = PLACES * 9
  return Array.from({ length: stdout.length / frame }, (_, number) =>
    Array.from({ length: PLACES }, (_, place) =>
      (stdout[number * frame + PLACES * 3 + place * 3 + 1] ?? 0) > 128 ? 2 ** place : 0,
    ).reduce((sum, value) => sum + value, 0),
  )
}

/** A private folder with the tools of this machine, and a function that removes it. */
export async function makeJob(): Promise<MediaJob & { remove(): Promise<void>; path(name: string): string }> {
  const folder = await openJobFolder(join(tmpdir(), 'footnote-media'))
  return {
    tools: { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' },
    folder,
    path: (name) => join(folder, name),
    remove: () => closeJobFolder(folder),
  }
}
