import type { SelectItem, SelectsVideo } from '@footnote/contract/nouns/output/selects.ts'
import { type FrameRate, type FrameTiming, frameStart } from '@footnote/contract/shared/frames.ts'
import { formatSmpte, smpteLabels } from '@footnote/contract/shared/smpte.ts'
import { formatMilliseconds } from '@footnote/contract/shared/timecode.ts'

/** For example '1 piece', '7 pieces'. */
export const countPieces = (count: number): string => `${count} ${count === 1 ? 'piece' : 'pieces'}`

/**
 * A length, for example `00:00:36:02`: always with hours, so that no frames are read as seconds. Without a rate, to the
 * millisecond, for example `00:00:36.080`.
 * @param rate null for several, or for one that varies
 */
export function formatLength(seconds: number, rate: FrameRate | null): string {
  if (rate === null) return formatMilliseconds(seconds)
  return formatSmpte(Math.round((seconds * rate.num) / rate.den), smpteLabels(rate, null))
}

/** Length of a piece, in seconds. */
export const lengthOf = (
  { start_frame, end_frame }: Pick<SelectItem, 'start_frame' | 'end_frame'>,
  timing: FrameTiming,
): number => frameStart(timing, end_frame) - frameStart(timing, start_frame)

/** A rate in frames a second, for example '25', '29.97'. */
export const formatRate = ({ num, den }: FrameRate): string => String(Math.round((1000 * num) / den) / 1000)

/** The rates of the videos, each once; null for one that varies. */
export function ratesOf(videos: readonly Pick<SelectsVideo, 'frame_rate'>[]): readonly (FrameRate | null)[] {
  const rates = new Map(videos.map(({ frame_rate }) => [frame_rate && formatRate(frame_rate), frame_rate]))
  return [...rates.values()]
}
