import { MediaError } from './media-error.ts'
import type { MediaInfo } from './probe.ts'
import { type MediaJob, startProgram } from './sandbox.ts'
import type { SoundPlan } from './sound/plan.ts'

/** Decoders, by codec, that report errors which ffmpeg's own decoders ignore. Browsers use them, too. */
const STRICT_DECODERS: Readonly<Record<string, string>> = { vp9: 'libvpx-vp9' }

/** Even times for frames and samples, so that the discarded output causes no complaints about repeated times. */
const EVEN = ['-vf', 'setpts=N/25/TB', '-af', 'asetpts=N/SR/TB']

/** What is decoded of a video. */
interface CheckedStreams {
  readonly pictures: boolean
  readonly sound: SoundPlan
}

/**
 * Decodes a video from start to end, without costly steps that reveal nothing (loop filters), and says whether any part
 * is broken. ffmpeg continues after errors; Chromium stops at everything that `-err_detect careful` reports, in
 * pictures and in sound.
 * @param input absolute path
 * @param what whether to decode pictures; the sound that is heard is always decoded
 * @throws MediaError when the check itself failed
 */
export async function isDamaged(
  job: MediaJob,
  input: string,
  info: MediaInfo,
  { pictures, sound }: CheckedStreams,
): Promise<boolean> {
  if (!pictures && sound.heard.length === 0) return false
  const strict = pictures ? STRICT_DECODERS[info.video.codec] : undefined
  try {
    return await decode(job, input, info, { pictures, sound, decoder: strict ?? null })
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    // This ffmpeg was built without the strict decoder.
    if (strict && error.code === 'media_unsupported')
      return await decode(job, input, info, { pictures, sound, decoder: null })
    if (error.caused_by_file) return true
    throw error
  }
}

async function decode(
  job: MediaJob,
  input: string,
  info: MediaInfo,
  { pictures, sound, decoder }: CheckedStreams & { readonly decoder: string | null },
): Promise<boolean> {
  const streams = [...(pictures ? [info.video.index] : []), ...sound.heard.map(({ stream }) => stream)]
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
