import { MediaError } from './media-error.ts'
import type { MediaInfo } from './probe.ts'
import { type MediaJob, startProgram } from './sandbox.ts'

/** Decoders that notice what ffmpeg's own pass over, by codec; browsers use them too. */
const STRICT_DECODERS: Readonly<Record<string, string>> = { vp9: 'libvpx-vp9' }

/** Frames and samples at an even pace: what is written away must not complain of times that repeat. */
const EVEN = ['-vf', 'setpts=N/25/TB', '-af', 'asetpts=N/SR/TB']

/**
 * Decodes a video from its start to its end, without what costs and says nothing (loop filters), and says whether anything in it is
 * broken. ffmpeg goes on there; Chromium stops at what `-err_detect careful` complains of, in pictures and in sound.
 * @param input absolute path
 * @param what whether pictures are decoded; sound always is
 * @throws MediaError where that could not be found out
 */
export async function isDamaged(
  job: MediaJob,
  input: string,
  info: MediaInfo,
  { pictures }: { readonly pictures: boolean },
): Promise<boolean> {
  if (!pictures && !info.audio) return false
  const strict = pictures ? STRICT_DECODERS[info.video.codec] : undefined
  try {
    return await decode(job, input, info, { pictures, decoder: strict ?? null })
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    // An ffmpeg that was built without it.
    if (strict && error.code === 'media_unsupported') return await decode(job, input, info, { pictures, decoder: null })
    if (error.caused_by_file) return true
    throw error
  }
}

async function decode(
  job: MediaJob,
  input: string,
  info: MediaInfo,
  { pictures, decoder }: { readonly pictures: boolean; readonly decoder: string | null },
): Promise<boolean> {
  const streams = [...(pictures ? [info.video.index] : []), ...(info.audio ? [info.audio.index] : [])]
  const running = await startProgram(job, {
    program: 'ffmpeg',
    input,
    inputOptions: [
      ...['-err_detect', 'careful', '-skip_loop_filter', 'all', '-flags2', '+fast'],
      ...(decoder ? [`-c:${info.video.index}`, decoder] : []),
    ],
    options: [...streams.flatMap((stream) => ['-map', `0:${stream}`]), ...EVEN, '-f', 'null', 'pipe:1'],
    keepFrameTimes: true,
    wallSeconds: 900 + 10 * info.duration,
  })
  running.stdout.resume()
  await running.finished
  return running.complaints() !== ''
}
