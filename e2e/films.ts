import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { ffmpeg, H264 } from '../server/test/made-media.ts'

const run = promisify(execFile)

const SIZE = '640x360'
const RATE = 15
const ENCODING = [...H264, '-g', '15', '-c:a', 'aac', '-shortest']

/** Media for the journeys. Absolute paths. */
export interface Films {
  /** 9 s: a slide with the text SLIDE, while a voice says SPOKEN. */
  readonly slide: string
  /** 8 s, silent: four seconds of red, then four of blue. */
  readonly colours: string
  /** A still of the blue part. */
  readonly picture: string
  /** `slide` with 24 MB of padding that players ignore. */
  readonly large: string
  /** A text file with a video's name. */
  readonly text: string
}

export const SLIDE = 'Harvest ledger 4812'
export const SPOKEN = 'the captain will open the window in the morning'

/** @param folder is created if it does not exist */
export async function makeFilms(folder: string): Promise<Films> {
  await mkdir(folder, { recursive: true })
  const at = (name: string) => path.join(folder, name)
  const films = {
    slide: at('Ledger.mp4'),
    colours: at('Colours.mp4'),
    picture: at('blue.png'),
    large: at('Large.mp4'),
    text: at('Notes.mp4'),
  }
  await makeSlide(films.slide)
  await makeColours(films.colours)
  await ffmpeg('-ss', '6', '-i', films.colours, '-frames:v', '1', films.picture)
  await writeFile(films.large, Buffer.concat([await readFile(films.slide), padding(24 * 1024 ** 2)]))
  await writeFile(films.text, 'Bread, milk, and two lemons.\n')
  return films
}

/** Makes `slide` of `Films`. */
export async function makeSlide(file: string): Promise<void> {
  const written = `drawtext=font=DejaVu Sans:text='${SLIDE}':fontsize=44:fontcolor=black:x=40:y=150`
  await ffmpeg(
    ...['-f', 'lavfi', '-i', `color=white:s=${SIZE}:r=${RATE}:d=9,${written}`],
    ...['-f', 'lavfi', '-i', `flite=voice=rms:text='${SPOKEN}',adelay=1500,apad`],
    ...ENCODING,
    file,
  )
}

/** Makes `colours` of `Films`. */
export async function makeColours(file: string): Promise<void> {
  const part = (colour: string) => `color=${colour}:s=${SIZE}:r=${RATE}:d=4`
  await ffmpeg(
    ...['-f', 'lavfi', '-i', part('0xd01818')],
    ...['-f', 'lavfi', '-i', part('0x1838c8')],
    ...['-filter_complex', 'concat=n=2:v=1:a=0'],
    ...ENCODING,
    file,
  )
}

/** A box of ISO/IEC 14496-12 (8.1.2) whose content readers ignore. @param size bytes, including the header */
export function padding(size: number): Buffer {
  const box = Buffer.alloc(size)
  box.writeUInt32BE(size, 0)
  box.write('free', 4, 'latin1')
  return box
}

/** Length of a media file in seconds. @throws when ffprobe cannot read it, or when it has no picture */
export async function lengthOf(file: string): Promise<number> {
  const asked = ['-v', 'error', '-select_streams', 'v', '-show_entries', 'stream=codec_name:format=duration']
  const { stdout } = await run('ffprobe', [...asked, '-of', 'json', file])
  const { streams, format } = JSON.parse(stdout) as { streams: unknown[]; format: { duration: string } }
  if (streams.length === 0) throw new Error(`${file} holds no picture`)
  return Number(format.duration)
}
