/** How ffmpeg turns a stored picture, before all filters, to be upright. */
export interface Orientation {
  /** Its filters, in their order; none for a picture that is stored upright. */
  readonly filters: readonly string[]
  /** Whether width and height change places. */
  readonly sideways: boolean
}

export const UPRIGHT: Orientation = { filters: [], sideways: false }

/** Hexadecimal or decimal numbers of a printed row, after its offset. */
const ROW = /^[0-9a-f]+:((?:\s+-?\d+){3})$/

/**
 * Reads a display matrix (ISO/IEC 14496-12, 6.2.2) as ffprobe prints it: three rows of three numbers. Its first four
 * numbers (a b, c d) say where the sides of the stored picture point.
 */
export function orientationOf(display_matrix: string | undefined): Orientation {
  const rows = (display_matrix ?? '').split('\n').flatMap((line) => ROW.exec(line.trim())?.[1] ?? [])
  const [a = 0, b = 0, , c = 0, d = 0] = rows.flatMap((row) => row.trim().split(/\s+/).map(Number))
  if (rows.length < 2) return UPRIGHT
  if (Math.abs(a) + Math.abs(d) >= Math.abs(b) + Math.abs(c))
    return { filters: [...(a < 0 ? ['hflip'] : []), ...(d < 0 ? ['vflip'] : [])], sideways: false }
  const turn = c > 0 ? (b > 0 ? 'cclock_flip' : 'cclock') : b > 0 ? 'clock' : 'clock_flip'
  return { filters: [`transpose=${turn}`], sideways: true }
}

const OPPOSITE: Readonly<Record<string, string>> = {
  'transpose=clock': 'transpose=cclock',
  'transpose=cclock': 'transpose=clock',
}

/** Filters that turn an upright picture back to how it is stored. */
export const turnedBack = ({ filters }: Orientation): string[] =>
  filters.toReversed().map((filter) => OPPOSITE[filter] ?? filter)
