import { atMost } from '../../platform/at-most.ts'
import { waitForAll } from '../../platform/wait-for-all.ts'
import type { AudioTrack } from '../probe.ts'
import { despiteKills, type MediaJob, startProgram } from '../sandbox.ts'
import { RATE, type Samples } from './measures.ts'

/** Seconds of all channels together that are listened to: a film of five minutes in stereo as a whole. */
const CHANNEL_SECONDS = 600
/** Number of places in a longer film. */
const PLACES = 10
/** A track has at most so many channels that are looked at. */
const MOST_CHANNELS = 16
const BYTES = 4
/** Stretches to decode in parallel: most of the time of one is the start of its program. */
const AT_ONCE = 4
const PAUSE_SECONDS = 300

/** A stretch of the film, in seconds. */
interface Stretch {
  readonly start: number
  readonly length: number
}

/** Where to listen: everywhere in a short film, at places spread over a longer one. @param channels of all tracks */
export function stretchesOf(duration: number, channels: number): Stretch[] {
  const most = CHANNEL_SECONDS / Math.max(1, channels)
  if (duration <= most) return [{ start: 0, length: duration }]
  const length = most / PLACES
  return Array.from({ length: PLACES }, (_, place) => ({
    start: ((place + 0.5) * duration) / PLACES - length / 2,
    length,
  }))
}

/**
 * Decodes stretches of a track.
 * @returns the samples of each channel, one stretch after the other
 * @throws MediaError
 */
export async function listenTo(
  job: MediaJob,
  input: string,
  { index, channels }: AudioTrack,
  stretches: readonly Stretch[],
): Promise<Samples[]> {
  const count = Math.min(channels, MOST_CHANNELS)
  const inTurn = atMost(AT_ONCE)
  const heard = await waitForAll(
    stretches.map((stretch) => inTurn(() => despiteKills(job, () => decode(job, input, index, stretch, channels)))),
  )
  return Array.from({ length: count }, (_, channel) =>
    joined(heard.map((interleaved) => (channels === 1 ? interleaved : channelOf(interleaved, channel, channels)))),
  )
}

async function decode(
  job: MediaJob,
  input: string,
  index: number,
  { start, length }: Stretch,
  channels: number,
): Promise<Float32Array> {
  const running = await startProgram(job, {
    program: 'ffmpeg',
    input,
    inputOptions: ['-vn', '-sn', '-dn', '-ss', start.toFixed(3), '-t', length.toFixed(3)],
    options: [
      // A track that begins later than the film begins later here, too.
      ...['-map', `0:${index}`, '-af', 'aresample=async=1:first_pts=0', '-ac', String(channels), '-ar', String(RATE)],
      ...['-c:a', 'pcm_f32le', '-f', 'f32le', 'pipe:1'],
    ],
    wallSeconds: PAUSE_SECONDS + length,
  })
  const most = Math.ceil((length + 1) * RATE) * channels * BYTES
  const bytes = Buffer.alloc(most)
  let end = 0
  for await (const chunk of running.stdout as AsyncIterable<Buffer>) end += chunk.copy(bytes, end)
  await running.finished
  return new Float32Array(bytes.buffer, bytes.byteOffset, Math.floor(end / (BYTES * channels)) * channels)
}

function channelOf(interleaved: Float32Array, channel: number, channels: number): Samples {
  const samples = new Float32Array(interleaved.length / channels)
  for (let at = 0; at < samples.length; at += 1) samples[at] = interleaved[at * channels + channel] as number
  return samples
}

function joined(parts: readonly Samples[]): Samples {
  if (parts.length === 1 && parts[0]) return parts[0]
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
