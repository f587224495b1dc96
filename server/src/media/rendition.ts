import type { FrameTiming } from '@footnote/contract/shared/frames.ts'
import { MediaError } from './media-error.ts'
import { pictureFilters } from './normalised/picture-filters.ts'
import { type MediaInfo, probe } from './probe.ts'
import { fitInside, type RenditionPlan, SAME_TIME } from './rendition-plan.ts'
import { fileAddress, MEDIA_THREADS, type MediaJob, runProgram } from './sandbox.ts'
import { IN_TIME, SOUND, type SoundPlan, soundGraph, unchangedTrack } from './sound/plan.ts'

const LONG_SIDE = 1920
const SHORT_SIDE = 1080
/** Seconds between key frames: the most that a seek decodes. */
const KEY_SECONDS = 2
/** Average bits per second for pictures, and twice the bytes per second of file that this needs with sound. */
const MAX_RATE = 8_000_000
const FILE_BYTES_PER_SECOND = (2 * (MAX_RATE + 200_000)) / 8
/** Bytes for boxes and index. */
const SPARE_BYTES = 64 * 2 ** 20
/** Seconds for moving a large file's index to its start, which moves the whole file and reports no progress. */
export const MOVE_SECONDS = 900

const AAC = ['-c:a', 'aac', '-b:a', '160k', '-ac', '2', '-ar', '48000']

/** Filters that make a decoded picture displayable in every browser. */
export const playedFilters = (info: MediaInfo): string[] =>
  pictureFilters(info, fitInside(info, LONG_SIDE, SHORT_SIDE), 'film')

/** Options that take the picture through filters to an encoder; at a constant rate one frame for each of its slots. */
export function encodedPicture({ video, timing }: MediaInfo, filters: readonly string[]): string[] {
  const slots = timing.rate ? [`fps=${timing.rate.num}/${timing.rate.den}:round=near`] : []
  return ['-map', `0:${video.index}`, '-vf', [...filters, ...slots].join(',')]
}

/** Encoder options for pictures; `crf` is x264's quality, 18 (nearly identical) to 28 (visibly worse). */
export function pictureEncoder(info: { readonly timing: FrameTiming }, crf: number): string[] {
  const { rate } = info.timing
  return [
    ...[
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-crf',
      String(crf),
      '-profile:v',
      'high',
      '-threads',
      String(MEDIA_THREADS),
    ],
    ...['-maxrate', String(MAX_RATE), '-bufsize', String(2 * MAX_RATE)],
    ...['-force_key_frames', `expr:gte(t,n_forced*${KEY_SECONDS})`],
    // The encoder's time base: one frame is a whole number of ticks; for a variable rate, fine enough for any time.
    ...['-enc_time_base', rate ? `1:${rate.num}` : '1:90000'],
  ]
}

/** Options of an MP4 file that plays before it is fully loaded, without metadata about places or people. */
export const MP4_FILE = ['-map_metadata', '-1', '-map_chapters', '-1', '-movflags', '+faststart', '-f', 'mp4']

function copyOptions(info: MediaInfo, plan: Extract<RenditionPlan, { kind: 'copy' }>, sound: SoundPlan): string[] {
  const encoder = plan.container === 'webm' ? ['-c:a', 'libopus', '-b:a', '128k', '-ac', '2'] : AAC
  const track = unchangedTrack(sound)
  const graph = track ? null : soundGraph(sound, 'playing', [IN_TIME])
  const map = graph ? ['-filter_complex', graph, '-map', SOUND] : track ? ['-map', `0:${track.stream}`] : null
  const audio = map ? [...map, ...(plan.encode_audio ? encoder : ['-c:a', 'copy'])] : []
  const file = plan.container === 'webm' ? ['-map_metadata', '-1', '-cues_to_front', '1', '-f', 'webm'] : MP4_FILE
  return ['-map', `0:${info.video.index}`, '-c:v', 'copy', ...audio, ...file]
}

function transcodeOptions(info: MediaInfo, sound: SoundPlan): string[] {
  const graph = soundGraph(sound, 'playing', [IN_TIME])
  const audio = graph ? ['-filter_complex', graph, '-map', SOUND, ...AAC] : []
  const picture = [...encodedPicture(info, playedFilters(info)), ...pictureEncoder(info, 23)]
  return [...picture, ...audio, ...MP4_FILE]
}

/**
 * Writes the file for browsers: a copy of the packets, or H.264 (yuv420p, at most 1080p, key frames every 2 s) with AAC
 * in MP4. Frames keep their times and the picture its orientation.
 * @param plan of `planRendition`; not 'original', which needs no file
 * @param sound what is heard
 * @param output absolute path inside the job's folder
 * @param onProgress called with the completed share, 0 to 1
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
): Promise<void> {
  const copy = plan.kind === 'copy'
  await runProgram(job, {
    program: 'ffmpeg',
    input,
    options: [...(copy ? copyOptions(info, plan, sound) : transcodeOptions(info, sound)), fileAddress(output)],
    outputs: [output],
    keepFrameTimes: !copy,
    wallSeconds: copy ? 3_600 : 900 + 30 * info.duration,
    stallSeconds: MOVE_SECONDS,
    fileBytes: SPARE_BYTES + (copy ? 2 * info.container.size : Math.ceil(info.duration * FILE_BYTES_PER_SECOND)),
    onProgress: (seconds) => onProgress?.(Math.min(1, seconds / info.duration)),
  })
  if (copy && !hasSameFrames(await probe(job, output), info)) throw new MediaError('media_damaged', 'other frames')
}

/** Whether browsers show each frame of a play copy when the film does. */
const hasSameFrames = (copy: MediaInfo, film: MediaInfo): boolean =>
  copy.frames.length === film.frames.length &&
  copy.frames.every((time, frame) => Math.abs(copy.start + time - (film.frames[frame] ?? -1)) < SAME_TIME)
