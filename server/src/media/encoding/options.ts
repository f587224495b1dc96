import type { FrameTiming } from '@footnote/contract/shared/frames.ts'
import { pictureFilters, STANDARD_TAGS } from '../normalised/picture-filters.ts'
import { ticksOf } from '../pictures/played-frames.ts'
import type { MediaInfo } from '../probe.ts'
import { fitInside } from '../rendition-plan.ts'
import { MEDIA_THREADS } from '../sandbox.ts'

/** What an encoding may have at most. */
export interface Bounds {
  /** Sides of the picture in pixels; the picture may also stand upright. */
  readonly long_side: number
  readonly short_side: number
  /** Average bits per second of the pictures, and the bits by which a moment may exceed them (x264's buffer). */
  readonly picture_rate: number
  readonly buffer: number
  /** Bits per second of the sound. */
  readonly sound_rate: number
}

/** The file that plays where browsers cannot play the original. */
export const PLAYED: Bounds = {
  long_side: 1920,
  short_side: 1080,
  picture_rate: 8_000_000,
  buffer: 16_000_000,
  sound_rate: 160_000,
}

/** Seconds between key frames: the most that a seek decodes. */
const KEY_SECONDS = 2
/** Options of the sound's encoder. */
export const aac = ({ sound_rate }: Bounds): string[] => [
  ...['-c:a', 'aac', '-b:a', String(sound_rate), '-ac', '2', '-ar', '48000'],
]

/** Size of the picture within bounds, in pixels. */
export const sizeIn = (info: MediaInfo, { long_side, short_side }: Bounds) => fitInside(info, long_side, short_side)

/** Filters that make a decoded picture displayable in every browser. */
export const playedFilters = (info: MediaInfo, bounds = PLAYED): string[] =>
  pictureFilters(info, sizeIn(info, bounds), 'film')

/** At a constant rate, a filter that gives one frame for each of its slots. */
export const slotsOf = ({ rate }: FrameTiming): string[] => (rate ? [`fps=${rate.num}/${rate.den}:round=near`] : [])

/**
 * Options that take the picture through filters to an encoder; at a constant rate one frame for each of its slots.
 * @param last filters after that; none by default
 * @param over whether the second input is a picture of the same size that is laid over each frame
 */
export function encodedPicture(
  { video, timing }: MediaInfo,
  filters: readonly string[],
  { last = [], over = false }: { readonly last?: readonly string[]; readonly over?: boolean } = {},
): string[] {
  const after = [...slotsOf(timing), ...last]
  if (!over) return ['-map', `0:${video.index}`, '-vf', [...filters, ...after].join(',')]
  const graph = [
    `[0:${video.index}]${filters.join(',')}[film]`,
    `[film][1:v]${[LAID_OVER, STANDARD_TAGS, ...after].join(',')}[picture]`,
  ]
  return ['-filter_complex', graph.join(';'), '-map', '[picture]']
}

/** Lays a picture over a film of the same size. */
export const LAID_OVER = 'overlay=format=yuv420'

/** Options for every encoder of pictures: its bounds, its key frames, and the clock of frames. */
export const encodedWithin = ({ timing: { rate } }: { readonly timing: FrameTiming }, bounds: Bounds): string[] => [
  ...['-maxrate', String(bounds.picture_rate), '-bufsize', String(bounds.buffer)],
  ...['-force_key_frames', `expr:gte(t,n_forced*${KEY_SECONDS})`],
  ...['-enc_time_base', `1:${ticksOf(rate)}`],
]

/** Encoder options for pictures; `crf` is x264's quality, 18 (nearly identical) to 28 (visibly worse). */
export function pictureEncoder(info: { readonly timing: FrameTiming }, crf: number, bounds = PLAYED): string[] {
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
    ...encodedWithin(info, bounds),
  ]
}

/** Options of an MP4 file that plays before it is fully loaded, without metadata about places or people. */
export const MP4_FILE = ['-map_metadata', '-1', '-map_chapters', '-1', '-movflags', '+faststart', '-f', 'mp4']
