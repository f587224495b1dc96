import type { FrameRate } from '@footnote/contract/shared/frames.ts'
import { canDrop, parseSmpte, type Timecode } from '@footnote/contract/shared/smpte.ts'

/** What ffprobe says of a file, as far as timecode is concerned. */
export interface TimecodeSource {
  /** Tags of the picture's stream, of the file, and of a timecode track, in this order. */
  readonly tags: readonly (Readonly<Record<string, string | undefined>> | undefined)[]
  /** Frames a second of the timecode track (`tmcd`), if the file has one. */
  readonly track_rate: FrameRate | null
}

/** The label in the tags. Matroska writes the name of a tag in capitals. */
const labelIn = (tags: TimecodeSource['tags']): string | undefined =>
  tags
    .flatMap((ones) => Object.entries(ones ?? {}))
    .find(([name]) => name.toLowerCase() === 'timecode')?.[1]
    ?.trim()

/**
 * The timecode of a file, in frames of its picture. A track that counts half as many frames counts double.
 * @param rate of the picture; a varying one has no timecode
 * @returns null when the file states none, or a label that does not exist at the rate
 */
export function timecodeOf({ tags, track_rate }: TimecodeSource, rate: FrameRate | null): Timecode | null {
  const label = labelIn(tags)
  if (!rate || !label) return null
  const drop_frame = label.includes(';')
  const share = track_rate ? (rate.num * track_rate.den) / (rate.den * track_rate.num) : 1
  const times = Math.abs(share - 2) < 0.01 ? 2 : 1
  const counted = { num: rate.num, den: rate.den * times }
  if (drop_frame && !canDrop(counted)) return null
  const start = parseSmpte(label, { rate: counted, start_frame: 0, drop_frame })
  return start === null ? null : { start: start * times, drop_frame }
}
