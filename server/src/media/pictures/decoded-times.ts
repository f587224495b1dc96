import { createInterface } from 'node:readline'
import { MediaError } from '../media-error.ts'
import type { StatedColour } from '../normalised/colour.ts'
import { type MediaJob, startProgram } from '../sandbox.ts'

/** What the decoder says of the first pictures of a film. */
export interface FirstFrames {
  /** When they are shown, ascending, in the file's own seconds. */
  readonly times: readonly number[]
  /** Whether some consist of two fields. */
  readonly interlaced: boolean
  readonly colour: StatedColour
}

/** A picture that was decoded. Times are in the file's own seconds. */
type Fields = Readonly<Record<string, string>>

/** Packets to decode at first: enough to see whether each becomes a frame. */
const FIRST_PACKETS = 24
const FIRST_SECONDS = 60
const READ_SECONDS = 3_600

const ENTRIES = 'best_effort_timestamp_time,interlaced_frame,color_range,color_space,color_primaries,color_transfer'

/** Steps that cost time and change no frame's time. */
const LIGHT = ['-skip_loop_filter', 'all', '-flags2', '+fast']

/** Decodes pictures and gives what ffprobe writes of each: 'key=value|key=value'. */
async function* decoded(
  job: MediaJob,
  input: string,
  video: number,
  { options, seconds }: { readonly options: readonly string[]; readonly seconds: number },
): AsyncGenerator<Fields> {
  const running = await startProgram(job, {
    program: 'ffprobe',
    input,
    inputOptions: LIGHT,
    options: ['-of', 'compact=p=0', '-select_streams', String(video), ...options],
    wallSeconds: seconds,
  })
  try {
    for await (const line of createInterface({ input: running.stdout })) {
      const fields = Object.fromEntries(line.split('|').map((field) => field.split('=') as [string, string]))
      if (fields.best_effort_timestamp_time) yield fields
    }
    await running.finished
  } finally {
    running.stop()
    await running.finished.catch(() => undefined)
  }
}

const timeOf = (fields: Fields): number => Number(fields.best_effort_timestamp_time)

/**
 * Decodes the first pictures of a file: an intact index says neither that something decodes, nor which packets become
 * frames.
 * @param video number of the stream
 * @throws MediaError media_damaged when nothing decodes
 */
export async function readFirstFrames(job: MediaJob, input: string, video: number): Promise<FirstFrames> {
  const entries = ['-show_entries', `frame=${ENTRIES}`]
  const first: Fields[] = []
  const beginning = [...entries, '-read_intervals', `%+#${FIRST_PACKETS}`]
  for await (const fields of decoded(job, input, video, { options: beginning, seconds: FIRST_SECONDS }))
    first.push(fields)
  // A recording may begin long before its first key frame.
  if (first.length === 0)
    for await (const fields of decoded(job, input, video, { options: entries, seconds: FIRST_SECONDS })) {
      first.push(fields)
      break
    }
  const [shown] = first
  if (!shown) throw new MediaError('media_damaged', 'no picture decodes')
  return {
    times: first.map(timeOf).filter((time) => !Number.isNaN(time)),
    interlaced: first.some(({ interlaced_frame }) => interlaced_frame === '1'),
    colour: {
      range: shown.color_range,
      matrix: shown.color_space,
      primaries: shown.color_primaries,
      transfer: shown.color_transfer,
    },
  }
}

/**
 * When each frame is shown that the decoder gives, in the file's own seconds. Decodes the whole film.
 * @param most more than these are too many
 * @throws MediaError media_too_heavy
 */
export async function readDecodedTimes(job: MediaJob, input: string, video: number, most: number): Promise<number[]> {
  const times: number[] = []
  const options = ['-show_entries', 'frame=best_effort_timestamp_time']
  for await (const fields of decoded(job, input, video, { options, seconds: READ_SECONDS })) {
    const time = timeOf(fields)
    if (!Number.isNaN(time)) times.push(time)
    if (times.length > most) throw new MediaError('media_too_heavy', 'too many frames')
  }
  return times
}
