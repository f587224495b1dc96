import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { FrameRate } from '@footnote/contract/shared/frames.ts'
import { JOBS } from '@footnote/contract/shared/limits.ts'
import { BACK, FORWARD, type Part } from './pictures/frame-index.ts'
import { type MediaInfo, probe } from './probe.ts'
import { fileAddress, type MediaJob, runProgram } from './sandbox.ts'
import { refuseWithoutRoom } from './waiting.ts'

/** A file as everything reads it: for its index, for pictures, sound and cuts. */
export interface Film {
  /** Absolute path. */
  readonly input: string
  /** Facts of this input. */
  readonly info: MediaInfo
}

/** Version of how films are read. A higher one has earlier videos compared, and those that differ offered again. */
export const READING = 1

/** Bytes of boxes and index beside the packets. */
const SPARE_BYTES = 64 * 2 ** 20
const COPY_SECONDS = 3_600

/**
 * Reads the facts of a file that somebody sent. Recordings that were joined have a clock that jumps, at which
 * programs disagree about every later time: their packets are written again with one clock, into the job's folder. So
 * are those of a stream whose pictures begin between two places of their rate.
 * @param original absolute path
 * @throws MediaError
 */
export async function readFilm(job: MediaJob, original: string): Promise<Film> {
  const info = await probe(job, original)
  if (!info.unsteady) return { input: original, info }
  await refuseWithoutRoom(job.folder, info.container.size + JOBS.room_before)
  const input = path.join(job.folder, `continuous-${randomUUID()}.ts`)
  await writeContinuous(job, original, info, input)
  return { input, info: await probe(job, input) }
}

/**
 * Each part begins where the picture and the sound of the one before are over. Frames go to the grid of the rate, so
 * that one rate fits all. The copy has the container, and so the clock, of the files that jump.
 */
async function writeContinuous(job: MediaJob, original: string, info: MediaInfo, output: string) {
  const { stated_rate: rate, parts, container } = info
  const times = (grid: FrameRate | null) =>
    `setts=pts='${timeIn(parts, 'PTS', grid)}':dts='${timeIn(parts, 'DTS', grid)}'`
  await runProgram(job, {
    program: 'ffmpeg',
    input: original,
    inputOptions: ['-copyts'],
    options: [
      ...['-map', '0:v', '-map', '0:a?', '-c', 'copy', '-copyts'],
      ...['-bsf:v', times(rate), '-bsf:a', times(null)],
      ...['-f', 'mpegts', fileAddress(output)],
    ],
    outputs: [output],
    wallSeconds: COPY_SECONDS,
    fileBytes: SPARE_BYTES + 2 * container.size,
  })
}

/** Seconds before the first part, so that no time is negative. */
const BEFORE = 1

/**
 * An expression of ffmpeg's filter `setts` for a time in a copy with one clock, in ticks. It counts the jumps of the
 * packets' own clock in a register.
 */
function timeIn(parts: readonly Part[], time: 'PTS' | 'DTS', rate: FrameRate | null): string {
  let end = BEFORE
  const offsets = parts.map((part) => {
    const offset = end - part.start
    end += part.end - part.start
    return offset
  })
  const jumped = `lt(DTS*TB,PREV_INDTS*TB-${BACK})+gt(DTS*TB,PREV_INDTS*TB+${FORWARD})`
  const offset = offsets.map((seconds, part) => `eq(ld(0),${part})*${seconds.toFixed(6)}`).join('+')
  const seconds = `${time}*TB+${offset}`
  const placed = rate ? `round((${seconds})*${rate.num}/${rate.den})*${rate.den}/${rate.num}` : seconds
  // Some packets of program streams have no time.
  return `st(0,ld(0)+if(eq(N,0),0,${jumped}));if(eq(${time},NOPTS),NOPTS,(${placed})/TB)`
}
