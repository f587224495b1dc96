import type { SelectItem, SelectsVideo } from '@footnote/contract/nouns/selects.ts'
import { type FrameRate, type FrameTiming, frameStart } from '@footnote/contract/shared/frames.ts'
import { formatSmpte, smpteLabels } from '@footnote/contract/shared/smpte.ts'
import { formatMilliseconds, formatTimecode } from '@footnote/contract/shared/timecode.ts'

const pad = (n: number): string => String(n).padStart(2, '0')

/** For example '1 piece', '7 pieces'. */
export const countPieces = (count: number): string => `${count} ${count === 1 ? 'piece' : 'pieces'}`

/** Frames as seconds and frames, for example `5:12` at 25; minutes from 60 s on. @param rate frames a second */
export function formatFrames(frames: number, { num, den }: FrameRate): string {
  const nominal = Math.max(1, Math.round(num / den))
  const seconds = Math.floor(frames / nominal)
  const rest = pad(frames % nominal)
  return seconds < 60 ? `${seconds}:${rest}` : `${formatTimecode(seconds)}:${rest}`
}

/** Length of a piece: seconds and frames, or seconds with two decimals where the rate varies. */
export function formatLength(
  { start_frame, end_frame }: Pick<SelectItem, 'start_frame' | 'end_frame'>,
  timing: FrameTiming,
): string {
  if (timing.rate) return formatFrames(end_frame - start_frame, timing.rate)
  return `${(frameStart(timing, end_frame) - frameStart(timing, start_frame)).toFixed(2)} s`
}

/**
 * Length of all, for example `00:00:36:02`: always with hours, so that no frames are read as seconds. Where the pieces have
 * no rate in common, to the millisecond, for example `00:00:36.080`.
 * @param seconds of all pieces
 * @param rate of all pieces; null for several, or for one that varies
 */
export function formatSum(seconds: number, rate: FrameRate | null): string {
  if (rate === null) return formatMilliseconds(seconds)
  return formatSmpte(Math.round((seconds * rate.num) / rate.den), smpteLabels(rate, null))
}

/** A rate in frames a second, for example '25', '29.97'. */
export const formatRate = ({ num, den }: FrameRate): string => String(Math.round((1000 * num) / den) / 1000)

/** The rates of the videos, each once; null for one that varies. */
export function ratesOf(videos: readonly Pick<SelectsVideo, 'frame_rate'>[]): readonly (FrameRate | null)[] {
  const rates = new Map(videos.map(({ frame_rate }) => [frame_rate && formatRate(frame_rate), frame_rate]))
  return [...rates.values()]
}
