import type { MediaInfo } from './probe.ts'
import { fileAddress, type MediaJob, runProgram } from './sandbox.ts'
import { FROM_START, SOUND, type SoundPlan, soundGraph } from './sound/plan.ts'

const SAMPLE_RATE = 16_000
const BYTES_PER_SECOND = SAMPLE_RATE * 2

/**
 * Writes what the plan has for speech as a 16 kHz mono 16-bit WAV file. Its time 0 is the video's, with silence if the
 * sound starts later.
 * @param output absolute path inside the job's folder
 * @param onProgress called with the completed share, 0 to 1
 * @returns the path, or null when the video has no sound
 */
export async function extractAudio(
  job: MediaJob,
  input: string,
  info: Pick<MediaInfo, 'duration'>,
  plan: SoundPlan,
  output: string,
  onProgress?: (share: number) => void,
): Promise<string | null> {
  const graph = soundGraph(plan, 'speech', [FROM_START])
  if (!graph) return null
  await runProgram(job, {
    program: 'ffmpeg',
    input,
    inputOptions: ['-vn'],
    options: [
      ...['-filter_complex', graph, '-map', SOUND, '-ac', '1', '-ar', String(SAMPLE_RATE)],
      // A plain 44-byte header: some recognisers skip exactly that much.
      ...['-c:a', 'pcm_s16le', '-map_metadata', '-1', '-fflags', '+bitexact', '-f', 'wav', fileAddress(output)],
    ],
    wallSeconds: 300 + info.duration,
    fileBytes: 2 ** 20 + Math.ceil((info.duration + 60) * BYTES_PER_SECOND),
    onProgress: (seconds) => onProgress?.(Math.min(1, seconds / info.duration)),
  })
  return output
}
