import type { PictureSize } from '../rendition-plan.ts'
import { type Colour, isHighRange, isWide, isYuv } from './colour.ts'
import { type Orientation, turnedBack } from './orientation.ts'

/** What decides how a stored picture is shown. */
export interface StoredPicture {
  readonly video: {
    readonly pixel_format: string
    readonly interlaced: boolean
    readonly colour: Colour
    readonly orientation: Orientation
  }
}

/** What a picture is made for: a film in H.264, a PNG or TIFF, or a JPEG. */
export type PictureTarget = 'film' | 'rgb' | 'jpeg'

/**
 * Scales by a bicubic curve that keeps small letters sharp, and converts matrix and range. zimg does both exactly; with
 * exact arithmetic ffmpeg's own scaler takes 1.7 times the processor time of a whole pass over a film.
 */
export const scaledTo = ({ width, height }: PictureSize, converted = ''): string =>
  `zscale=${width}:${height}:filter=bicubic:param_a=0:param_b=0.6${converted}`
/** Peak of a standard picture in cd/m2, as in ffmpeg's documentation of the filter tonemap. */
const STANDARD_PEAK = 100

/** States the colours of BT.709. */
export const STANDARD_TAGS = 'setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709'

/** States the colours in full before any filter asks for them: files omit or reserve what filters need. */
const stated = ({ range, matrix, primaries, transfer }: Colour): string =>
  `setparams=range=${range}:color_primaries=${primaries}:color_trc=${transfer}:colorspace=${matrix}`

/** Brings wide colours and a high range to those of BT.709, in linear light. */
const toStandard = (colour: Colour): string[] => [
  `zscale=t=linear:npl=${STANDARD_PEAK}`,
  'format=gbrpf32le',
  'zscale=p=bt709',
  ...(isHighRange(colour) ? ['tonemap=hable:desat=0'] : []),
  'zscale=t=bt709:m=bt709:r=tv',
  'format=yuv420p',
]

/**
 * zimg takes no palettes, and no pixels whose colours are next to each other. Of gray pixels ffmpeg passes the numbers on
 * as they are, and forgets their range.
 */
const asPlanes = ({ pixel_format, colour }: StoredPicture['video']): string[] => [
  'format=gbrp',
  ...(pixel_format.startsWith('gray') ? [`setparams=range=${colour.range}`] : []),
]

/** Fields are lines of the stored picture, and ffmpeg has turned it already. */
const framesOfFields = (orientation: Orientation): string[] => [
  ...turnedBack(orientation),
  'bwdif=mode=send_frame:deint=interlaced',
  ...orientation.filters,
]

/**
 * The only way in which pictures are made, whatever for: colours are stated first, fields become frames before the
 * picture is scaled, and colours become those of BT.709 (BT.601 in a JPEG, as its readers expect).
 * @param size pixels, upright and with square pixels
 */
export function pictureFilters({ video }: StoredPicture, size: PictureSize, target: PictureTarget): string[] {
  const { colour, orientation } = video
  const yuv = isYuv(video.pixel_format)
  const read = yuv ? [stated(colour)] : asPlanes(video)
  const before = [...read, ...(video.interlaced ? framesOfFields(orientation) : [])]
  if (!(yuv && isWide(colour))) return [...before, ...inFormat(size, target)]
  const standard = [...before, scaledTo(size), 'setsar=1', ...toStandard(colour)]
  return target === 'film' ? [...standard, STANDARD_TAGS] : [...standard, ...inFormat(size, target)]
}

/** Scales into the format of a target. */
function inFormat(size: PictureSize, target: PictureTarget): string[] {
  if (target === 'rgb') return [scaledTo(size, ':range=full'), 'setsar=1', 'format=gbrp', 'format=rgb24']
  if (target === 'jpeg') return [scaledTo(size, ':matrix=170m:range=full'), 'setsar=1', 'format=yuvj420p']
  return [scaledTo(size, ':matrix=709:range=limited'), 'setsar=1', 'format=yuv420p', STANDARD_TAGS]
}
