/** Colours as files state them, in ffmpeg's names; 'unknown', 'reserved' or nothing where a file states none. */
export interface StatedColour {
  readonly range?: string | undefined
  readonly matrix?: string | undefined
  readonly primaries?: string | undefined
  readonly transfer?: string | undefined
}

/** What the numbers of a picture mean, in ffmpeg's names. */
export interface Colour {
  /** 'tv': 16 to 235 of 255; 'pc': all values. */
  readonly range: 'tv' | 'pc'
  readonly matrix: string
  readonly primaries: string
  readonly transfer: string
  /** Whether browsers show these numbers in the colours of the film. */
  readonly shown_alike: boolean
}

/** A picture's stream, as far as its colours depend on it. */
export interface ColouredStream {
  /** ffmpeg's name. */
  readonly codec: string
  readonly pixel_format: string
  /** Stored height in pixels. */
  readonly height: number
}

const MATRICES: ReadonlySet<string> = new Set(['bt709', 'bt470bg', 'smpte170m', 'smpte240m', 'bt2020nc', 'bt2020c'])
const PRIMARIES: ReadonlySet<string> = new Set(
  'bt709 bt470m bt470bg smpte170m smpte240m film bt2020 smpte431 smpte432'.split(' '),
)
const TRANSFERS: ReadonlySet<string> = new Set(
  'bt709 bt470m bt470bg smpte170m smpte240m linear iec61966-2-1 bt2020-10 bt2020-12 smpte2084 arib-std-b67'.split(' '),
)
/** The filters cannot undo constant luminance; the other matrix of BT.2020 is near. */
const NEAREST: Readonly<Record<string, string>> = { bt2020c: 'bt2020nc' }
/** Perceptual quantiser (SMPTE ST 2084) and hybrid log-gamma (ARIB STD-B67). */
const HIGH_RANGE: ReadonlySet<string> = new Set(['smpte2084', 'arib-std-b67'])
/** What standard pictures state. Chromium shows them without a conversion of primaries. */
const STANDARD = {
  matrices: new Set(['bt709', 'bt470bg', 'smpte170m']),
  primaries: new Set(['bt709', 'smpte170m']),
  transfers: new Set(['bt709', 'smpte170m', 'iec61966-2-1', 'bt2020-10', 'bt2020-12']),
}
/** Matrices of the two standards, ITU-R BT.601 and BT.709. */
const BT601 = 'smpte170m'
const BT709 = 'bt709'
/** From this height on Chromium takes a picture that states nothing for BT.709. */
const HIGH_DEFINITION = 720
/** Codecs for which it takes BT.601 at every height. */
const ALWAYS_601: ReadonlySet<string> = new Set(['vp9', 'av1'])

/** Whether the numbers of a format are brightness and colour differences. */
export const isYuv = (pixel_format: string): boolean => /^(yu|uy|yv|nv|p[024]|y2)/.test(pixel_format)

export const isHighRange = ({ transfer }: Pick<Colour, 'transfer'>): boolean => HIGH_RANGE.has(transfer)

/** Whether a picture has other colours than those of the standards, so that a conversion of matrices is not enough. */
export const isWide = ({ matrix, primaries, transfer }: Colour): boolean =>
  !(STANDARD.matrices.has(matrix) && STANDARD.primaries.has(primaries) && STANDARD.transfers.has(transfer))

/**
 * The matrix that Chromium 156 takes for a picture that does not state matrix, primaries and transfer, all three:
 * measured on nine patches, from 360 to 720 lines, in H.264, VP8, VP9 and AV1.
 */
const guessedMatrix = (range: Colour['range'], { codec, height }: ColouredStream): string =>
  range === 'pc' || ALWAYS_601.has(codec) || height < HIGH_DEFINITION ? BT601 : BT709

const known = (name: string | undefined, names: ReadonlySet<string>): string | null =>
  name !== undefined && names.has(name) ? name : null

/** The matrix of a picture that states something else; null when nothing hints at it. */
function hintedMatrix(primaries: string | null, transfer: string | null): string | null {
  if (primaries === 'bt2020' || (transfer !== null && HIGH_RANGE.has(transfer))) return 'bt2020nc'
  if (primaries === BT709) return BT709
  if (primaries !== null && ['bt470m', 'bt470bg', 'smpte170m'].includes(primaries)) return BT601
  return null
}

/**
 * Decides what the numbers of a picture mean. What a file leaves out or marks as reserved follows from the rest; a file
 * that states nothing has the colours that browsers guess.
 */
export function colourOf(stated: StatedColour, stream: ColouredStream): Colour {
  const range = stated.range === 'pc' || stream.pixel_format.startsWith('yuvj') ? 'pc' : 'tv'
  const [matrix, primaries, transfer] = [
    known(stated.matrix, MATRICES),
    known(stated.primaries, PRIMARIES),
    known(stated.transfer, TRANSFERS),
  ]
  const guess = guessedMatrix(range, stream)
  const decided = (matrix && (NEAREST[matrix] ?? matrix)) ?? hintedMatrix(primaries, transfer) ?? guess
  const colour = {
    range,
    matrix: decided,
    primaries: primaries ?? (decided.startsWith('bt2020') ? 'bt2020' : decided === BT709 ? BT709 : BT601),
    transfer: transfer ?? BT709,
    shown_alike: false,
  } as const
  const whole = matrix !== null && primaries !== null && transfer !== null
  const same = (one: string, other: string) => (one === BT709) === (other === BT709)
  // VP8 itself says BT.601: programs disagree about one that its container calls BT.709.
  const disputed = stream.codec === 'vp8' && decided === BT709 && whole
  return { ...colour, shown_alike: !isWide(colour) && !disputed && (whole || same(decided, guess)) }
}
