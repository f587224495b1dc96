/** Packets that a second ffmpeg leaves out on the way to the decoder: options of decoders cannot skip by time. */
export interface Thinning {
  /** Number of the stream. */
  readonly stream: number
  /** An expression of ffmpeg's bitstream filter `noise`, from version 5.0 on: not 0 for a packet that is left out. */
  readonly drop: string
}

/** Options of the second program for its input. NUT keeps the times of packets as they are; `-copyts` leaves them so. */
export const THINNED = ['-copyts', '-f', 'nut', '-i', 'pipe:0']
/** Both programs of a thinned input, as arguments of `sh`: those of the first by number, then the second with its own. */
const THIN = [
  '-c',
  [
    '"$1" -hide_banner -loglevel error -nostdin -protocol_whitelist file,pipe -format_whitelist "$2" -i "$3"',
    '-map "$4" -c copy -bsf:v "$5" -avoid_negative_ts disabled -f nut pipe:1 | { shift 5; exec "$@"; }',
  ].join(' '),
  'sh',
]

/** The file that is thinned, as ffmpeg's address, and the containers that it may be. */
interface ThinnedInput {
  readonly input: string
  readonly formats: string
}

/**
 * Arguments of `sh` that connect both programs.
 * @param second the program that decodes, with its arguments
 */
export function thinningLine(
  { stream, drop }: Thinning,
  { input, formats }: ThinnedInput,
  second: readonly [string, ...string[]],
): string[] {
  return [...THIN, second[0], formats, input, `0:${stream}`, `noise=drop='${drop}'`, ...second]
}
