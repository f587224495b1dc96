import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { FrameTiming } from '@footnote/contract/shared/frames.ts'
import sharp from 'sharp'

/** Films in which every picture contains the number of its frame, as bars that survive a screenshot. */

const WIDTH = 320
const HEIGHT = 180
/** Bars from the left: the frame's number in binary, highest digit first, then its checksum. */
const NUMBER_PLACES = 12
const CHECK_PLACES = 4
const PLACES = NUMBER_PLACES + CHECK_PLACES
/** Share of the height, from the top, with bars. */
const BARS = 0.5

export interface Reel {
  /** Also the file's name, without extension. */
  readonly name: string
  readonly file: string
  readonly timing: FrameTiming
  readonly frames: number
}

interface ReelSource {
  readonly name: string
  readonly ending: 'mp4' | 'webm'
  /** Frames a second as ffmpeg writes them. */
  readonly rate: readonly [num: number, den: number]
  readonly seconds: number
  readonly sound: boolean
  readonly variable?: true
}

const H264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '3', '-g', '75', '-pix_fmt', 'yuv420p']
const VP8 = [
  '-c:v',
  'libvpx',
  '-deadline',
  'realtime',
  '-cpu-used',
  '8',
  '-b:v',
  '600k',
  '-g',
  '75',
  '-pix_fmt',
  'yuv420p',
]
const TONE = ['-f', 'lavfi', '-i', 'sine=frequency=330:sample_rate=48000']

/** The rates of cinema and television, a variable one, and a container with whole milliseconds. */
const MAKINGS: readonly ReelSource[] = [
  { name: '23.976', ending: 'mp4', rate: [24_000, 1001], seconds: 40, sound: true },
  { name: '25', ending: 'mp4', rate: [25, 1], seconds: 40, sound: false },
  { name: '29.97', ending: 'mp4', rate: [30_000, 1001], seconds: 40, sound: true },
  { name: '50', ending: 'mp4', rate: [50, 1], seconds: 30, sound: false },
  { name: '59.94', ending: 'mp4', rate: [60_000, 1001], seconds: 30, sound: true },
  { name: 'variable', ending: 'mp4', rate: [30, 1], seconds: 30, sound: false, variable: true },
  { name: '29.97 in WebM', ending: 'webm', rate: [30_000, 1001], seconds: 30, sound: false },
]

/**
 * When a frame of the reel with a variable rate appears, in seconds: its rate swings between 15 and 170 frames a
 * second, and every hundredth picture lasts half a second longer.
 */
const variableTime = (frame: number): number => frame / 30 + 0.243 * Math.sin(frame / 9) + 0.5 * Math.floor(frame / 100)

/** The names of the reels, in the order of their creation. */
export const REELS: readonly string[] = MAKINGS.map(({ name }) => name)

/**
 * @param folder is created if it does not exist
 * @param of names of the reels
 * @param size of the pictures in ffmpeg's words, if not their own
 * @param share of their length
 */
export async function makeReels(
  folder: string,
  { of = REELS, size = null, share = 1 }: { of?: readonly string[]; size?: string | null; share?: number } = {},
): Promise<Reel[]> {
  await mkdir(folder, { recursive: true })
  const reels: Reel[] = []
  for (const making of MAKINGS.filter(({ name }) => of.includes(name)))
    reels.push(await makeReel(folder, { ...making, seconds: share * making.seconds }, size))
  return reels
}

async function makeReel(folder: string, making: ReelSource, size: string | null): Promise<Reel> {
  const { name, ending, rate, seconds, sound, variable } = making
  const [num, den] = rate
  const frames = Math.floor((seconds * num) / den)
  const file = path.join(folder, `${name}.${ending}`)
  // Times for the encoder in ticks of 1/90000 s; `variableTime` in ffmpeg's syntax.
  const swing = "settb=1/90000,setpts='round((N/30+0.243*sin(N/9)+0.5*floor(N/100))*90000)'"
  const filters = [...(size ? [`scale=${size}:flags=neighbor`] : []), ...(variable ? [swing] : [])]
  const ffmpeg = spawn(
    'ffmpeg',
    [
      ...['-v', 'error', '-nostdin', '-y'],
      ...['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', `${WIDTH}x${HEIGHT}`, '-r', `${num}/${den}`, '-i', 'pipe:0'],
      ...(sound ? TONE : []),
      ...(filters.length > 0 ? ['-vf', filters.join(',')] : []),
      ...(variable ? ['-vsync', 'passthrough', '-enc_time_base', '1:90000'] : []),
      ...(variable ? ['-video_track_timescale', '90000'] : []),
      ...(ending === 'webm' ? VP8 : H264),
      ...(sound ? ['-c:a', 'aac', '-t', String((frames * den) / num)] : []),
      ...(ending === 'mp4' ? ['-movflags', '+faststart'] : []),
      file,
    ],
    { stdio: ['pipe', 'ignore', 'inherit'] },
  )
  const ended = once(ffmpeg, 'exit')
  for (let frame = 0; frame < frames; frame += 1)
    if (!ffmpeg.stdin.write(picture(frame))) await once(ffmpeg.stdin, 'drain')
  ffmpeg.stdin.end()
  const [code] = await ended
  if (code !== 0) throw new Error(`The reel ${name} was not made: ffmpeg ended with ${code}`)
  const times = variable ? Array.from({ length: frames }, (_, frame) => variableTime(frame)) : null
  return { name, file, frames, timing: times ? { rate: null, times } : { rate: { num, den }, times: null } }
}

const checkOf = (frame: number): number => ((frame ^ (frame >> 4) ^ (frame >> 8)) & 15) ^ 9

/** Bars in the upper half; below, a moving grey, because real pictures move. */
function picture(frame: number): Buffer {
  const bits = (frame << CHECK_PLACES) | checkOf(frame)
  const pixels = Buffer.alloc(WIDTH * HEIGHT)
  for (let x = 0; x < WIDTH; x += 1)
    pixels[x] = (bits >> (PLACES - 1 - Math.floor((x * PLACES) / WIDTH))) & 1 ? 235 : 16
  const bars = Math.floor(HEIGHT * BARS)
  for (let y = 1; y < bars; y += 1) pixels.copyWithin(y * WIDTH, 0, WIDTH)
  for (let y = bars; y < HEIGHT; y += 1) pixels.fill((y + frame * 3) & 127, y * WIDTH, (y + 1) * WIDTH)
  return pixels
}

/** Position of the bars when a reel fills this box as `object-fit: contain` does. Pixels. */
export function barsIn(box: { x: number; y: number; width: number; height: number }) {
  const scale = Math.min(box.width / WIDTH, box.height / HEIGHT)
  const width = WIDTH * scale
  const x = box.x + (box.width - width) / 2
  const y = box.y + (box.height - HEIGHT * scale) / 2
  return { x, y: y + HEIGHT * scale * BARS * 0.3, width, height: HEIGHT * scale * BARS * 0.4 }
}

/** Reads the number of a frame from a picture of its bars. @returns null when they contradict their checksum */
export async function frameInBars(image: Buffer): Promise<number | null> {
  const { data } = await sharp(image)
    .greyscale()
    .resize(PLACES * 4, 1, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  let bits = 0
  for (let place = 0; place < PLACES; place += 1) {
    const level = (data[place * 4 + 1] ?? 0) + (data[place * 4 + 2] ?? 0)
    bits = (bits << 1) | (level > 256 ? 1 : 0)
  }
  const frame = bits >> CHECK_PLACES
  return checkOf(frame) === (bits & (2 ** CHECK_PLACES - 1)) ? frame : null
}
