import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { FrameRate } from '@footnote/contract/shared/frames.ts'
import { JOBS } from '@footnote/contract/shared/limits.ts'
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
 * ffmpeg goes on counting where a clock jumps. Each part begins on the grid of the rate, so that one rate fits all. The
 * copy has the container, and so the clock, of the files that jump.
 */
async function writeContinuous(job: MediaJob, original: string, { stated_rate, container }: MediaInfo, output: string) {
  await runProgram(job, {
    program: 'ffmpeg',
    input: original,
    options: [
      ...['-map', '0:v', '-map', '0:a?', '-c', 'copy'],
      ...(stated_rate ? ['-bsf:v', `setts=pts=${onGrid('PTS', stated_rate)}:dts=${onGrid('DTS', stated_rate)}`] : []),
      ...['-f', 'mpegts', fileAddress(output)],
    ],
    outputs: [output],
    wallSeconds: COPY_SECONDS,
    fileBytes: SPARE_BYTES + 2 * container.size,
  })
}

const onGrid = (time: string, { num, den }: FrameRate): string => `round(${time}*TB*${num}/${den})*${den}/${num}/TB`
