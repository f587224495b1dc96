import { writeFile } from 'node:fs/promises'
import type { FrameRate } from '@footnote/contract/shared/frames.ts'
import type { MediaInfo } from '../probe.ts'
import { SAME_TIME } from '../rendition-plan.ts'

/**
 * When the frames of an encoded play copy are shown, in seconds: as those of the film; at a constant rate there is one in
 * each slot from the first frame to the last.
 */
export function playedTimes({ timing: { rate }, frames }: Pick<MediaInfo, 'timing' | 'frames'>): Float64Array {
  if (!rate) return frames
  const slotOf = (time: number) => Math.round((time * rate.num) / rate.den)
  const first = slotOf(frames[0] ?? 0)
  const length = slotOf(frames.at(-1) ?? 0) - first + 1
  return Float64Array.from({ length }, (_, place) => ((first + place) * rate.den) / rate.num)
}

/** Whether browsers show the frames of a play copy at these times, in seconds. */
export const isShownAt = (copy: Pick<MediaInfo, 'start' | 'frames'>, times: Float64Array): boolean =>
  copy.frames.length === times.length &&
  copy.frames.every((time, frame) => Math.abs(copy.start + time - (times[frame] ?? -1)) < SAME_TIME)

/** Ticks a second of an encoder: a frame of a constant rate is a whole number of them; fine enough for any time. */
export const ticksOf = (rate: FrameRate | null): number => rate?.num ?? 90_000

/** Sizes of IVF, in bytes: its header, the header of a frame, and a picture of 2 by 2 pixels in yuv420p. */
const [HEADER, FRAME, PICTURE] = [32, 12, 6]

/**
 * Writes a film of tiny pictures that are shown at given times, for a filter that takes its times from it. The container
 * is IVF: nothing else has any times with so few bytes.
 * @param times ascending, in seconds; in the file they begin at 0
 * @param file absolute path
 */
export async function writeClock(times: Float64Array, ticks: number, file: string): Promise<void> {
  const bytes = Buffer.alloc(HEADER + times.length * (FRAME + PICTURE))
  bytes.write('DKIF', 0, 'latin1')
  bytes.writeUInt16LE(HEADER, 6)
  bytes.write('I420', 8, 'latin1')
  bytes.writeUInt16LE(2, 12)
  bytes.writeUInt16LE(2, 14)
  bytes.writeUInt32LE(ticks, 16)
  bytes.writeUInt32LE(1, 20)
  bytes.writeUInt32LE(times.length, 24)
  const [first = 0] = times
  for (const [place, time] of times.entries()) {
    const at = HEADER + place * (FRAME + PICTURE)
    bytes.writeUInt32LE(PICTURE, at)
    bytes.writeBigUInt64LE(BigInt(Math.round((time - first) * ticks)), at + 4)
  }
  await writeFile(file, bytes)
}
