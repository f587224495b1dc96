import path from 'node:path'
import { LIGHT } from '@footnote/contract/shared/review-limits.ts'
import { drawWatermark } from './assembly/watermark.ts'
import { encode, MOVE_SECONDS, type Rendition, SPARE_BYTES } from './encoding/encode.ts'
import { aac, type Bounds, MP4_FILE, PLAYED, sizeIn } from './encoding/options.ts'
import { MediaError } from './media-error.ts'
import { isShownAt } from './pictures/played-frames.ts'
import { type MediaInfo, probe } from './probe.ts'
import type { RenditionPlan } from './rendition-plan.ts'
import { fileAddress, type MediaJob, runProgram } from './sandbox.ts'
import { IN_TIME, SOUND, type SoundPlan, soundGraph, unchangedTrack } from './sound/plan.ts'

/** The copy for phones and slow lines: with sound and boxes less than `LIGHT.max_rate`, also in films of seconds. */
const LIGHT_BOUNDS: Bounds = {
  ...LIGHT,
  picture_rate: 2_000_000,
  buffer: 1_000_000,
  sound_rate: 128_000,
}

function copyOptions(info: MediaInfo, plan: Extract<RenditionPlan, { kind: 'copy' }>, sound: SoundPlan): string[] {
  const encoder = plan.container === 'webm' ? ['-c:a', 'libopus', '-b:a', '128k', '-ac', '2'] : aac(PLAYED)
  const track = unchangedTrack(sound)
  const graph = track ? null : soundGraph(sound, 'playing', [IN_TIME])
  const map = graph ? ['-filter_complex', graph, '-map', SOUND] : track ? ['-map', `0:${track.stream}`] : null
  const audio = map ? [...map, ...(plan.encode_audio ? encoder : ['-c:a', 'copy'])] : []
  const file = plan.container === 'webm' ? ['-map_metadata', '-1', '-cues_to_front', '1', '-f', 'webm'] : MP4_FILE
  return ['-map', `0:${info.video.index}`, '-c:v', 'copy', ...audio, ...file]
}

/**
 * Writes the file for browsers: a copy of the packets, or H.264 (yuv420p, at most 1080p, key frames every 2 s) with AAC
 * in MP4. Frames keep their times and the picture its orientation. Where a frame does not decode, the one before stays.
 * @param plan of `planRendition`; not 'original', which needs no file
 * @param sound what is heard
 * @param output absolute path inside the job's folder
 * @param onProgress called with the completed share, 0 to 1; not while a copy is encoded once more
 * @throws MediaError; if copying fails or a copy has other frames, encoding may still succeed
 */
export async function makeRendition(
  job: MediaJob,
  input: string,
  info: MediaInfo,
  plan: Exclude<RenditionPlan, { kind: 'original' }>,
  sound: SoundPlan,
  output: string,
  onProgress?: (share: number) => void,
): Promise<Rendition> {
  if (plan.kind !== 'copy') return await encode({ job, input, info, sound, output, bounds: PLAYED, onProgress })
  await runProgram(job, {
    program: 'ffmpeg',
    input,
    options: [...copyOptions(info, plan, sound), fileAddress(output)],
    outputs: [output],
    wallSeconds: 3_600,
    stallSeconds: MOVE_SECONDS,
    fileBytes: SPARE_BYTES + 2 * info.container.size,
    onProgress: (seconds) => onProgress?.(Math.min(1, seconds / info.duration)),
  })
  if (!isShownAt(await probe(job, output), info.frames)) throw new MediaError('media_damaged', 'other frames')
  return { file: output, exact: true }
}

/**
 * Writes the copy for phones and slow lines: as `makeRendition` encodes, within `LIGHT`, and exact.
 * @param input the film as it was sent, since each encoding loses detail
 * @param sound what is heard
 * @param output absolute path inside the job's folder
 * @returns absolute path of the copy
 * @throws MediaError, also if the copy lacks frames
 */
export async function makeLightCopy(
  job: MediaJob,
  input: string,
  info: MediaInfo,
  sound: SoundPlan,
  output: string,
): Promise<string> {
  const { file, exact } = await encode({ job, input, info, sound, output, bounds: LIGHT_BOUNDS })
  if (!exact) throw new MediaError('media_damaged', 'other frames')
  return file
}

/**
 * Writes the file that plays with a text in each picture, as `makeRendition` encodes.
 * @param input the film as it was sent
 * @param sound what is heard
 * @param text of the watermark, in any script
 * @param output absolute path inside the job's folder
 * @throws MediaError
 */
export async function makeMarkedCopy(
  job: MediaJob,
  input: string,
  info: MediaInfo,
  sound: SoundPlan,
  text: string,
  output: string,
): Promise<Rendition> {
  const over = path.join(job.folder, 'watermark.png')
  await drawWatermark(over, text, sizeIn(info, PLAYED))
  return await encode({ job, input, info, sound, output, bounds: PLAYED, over })
}
