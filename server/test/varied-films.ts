import { readFile, rm, writeFile } from 'node:fs/promises'
import type { FrameRate } from '@footnote/contract/shared/frames.ts'
import sharp from 'sharp'
import { ffmpeg, NUMBERED } from './made-media.ts'

/** Colours of the nine patches below the number of a frame, row by row. */
export const PATCHES: readonly (readonly [number, number, number])[] = [
  [225, 225, 225],
  [128, 128, 128],
  [40, 40, 40],
  [190, 60, 60],
  [60, 170, 70],
  [60, 70, 170],
  [180, 170, 60],
  [70, 170, 180],
  [200, 120, 90],
]
/** Side of a patch in pixels, and size of the upright picture: a strip with the number, and three rows of patches. */
const SIDE = 64
export const UPRIGHT_SIZE = { width: 3 * SIDE, height: 4 * SIDE } as const

/** How the colours of a film are stated. */
const TAGS = {
  none: { matrix: null, range: 'tv', tags: [null, null, null] },
  bt709: { matrix: '709', range: 'tv', tags: ['bt709', 'bt709', 'bt709'] },
  bt601: { matrix: '170m', range: 'tv', tags: ['smpte170m', 'smpte170m', 'smpte170m'] },
  pal: { matrix: '470bg', range: 'tv', tags: ['bt470bg', 'bt470bg', 'smpte170m'] },
  matrix_alone: { matrix: '709', range: 'tv', tags: ['bt709', null, null] },
  primaries_alone: { matrix: '709', range: 'tv', tags: [null, 'bt709', null] },
  full: { matrix: '709', range: 'pc', tags: ['bt709', 'bt709', 'bt709'] },
  full_alone: { matrix: '170m', range: 'pc', tags: [null, null, null] },
  reserved: { matrix: null, range: 'tv', tags: [3, 0, 3] },
} as const

export type Tags = keyof typeof TAGS

/** Display matrices (a b c d) of a picture that is stored turned or mirrored, and what stores it so. */
const TURNS = {
  none: { matrix: [1, 0, 0, 1], stored: [] },
  quarter: { matrix: [0, 1, -1, 0], stored: ['transpose=cclock'] },
  half: { matrix: [-1, 0, 0, -1], stored: ['hflip', 'vflip'] },
  three_quarters: { matrix: [0, -1, 1, 0], stored: ['transpose=clock'] },
  mirrored: { matrix: [-1, 0, 0, 1], stored: ['hflip'] },
} as const

export type Turn = keyof typeof TURNS

/** A film of the family. */
export interface VariedFilm {
  readonly rate: FrameRate
  readonly frames: number
  /** Label of the first frame. */
  readonly timecode?: string
  /** Numbers of frames that are missing. */
  readonly missing?: readonly number[]
  readonly interlaced?: boolean
  readonly tags?: Tags
  readonly turn?: Turn
  /** Seconds by which the sound is longer than the picture; without it there is no sound. */
  readonly longer_sound?: number
  /** Whether a small picture comes before the film's own. */
  readonly preview?: boolean
  /** Width of a stored pixel by its height. */
  readonly aspect?: readonly [number, number]
  readonly codec?: keyof typeof QUALITY
}

/** Writes the picture of patches with room for the number above. */
async function drawPatches(file: string): Promise<void> {
  const tiles = PATCHES.map(([r, g, b], place) => ({
    input: { create: { width: SIDE, height: SIDE, channels: 3 as const, background: { r, g, b } } },
    left: (place % 3) * SIDE,
    top: SIDE + Math.floor(place / 3) * SIDE,
  }))
  const ground = { ...UPRIGHT_SIZE, channels: 3 as const, background: { r: 128, g: 128, b: 128 } }
  await sharp({ create: ground }).composite(tiles).png().toFile(file)
}

/** Makes a film. @param file absolute path; its ending names the container */
export async function makeVariedFilm(file: string, film: VariedFilm): Promise<void> {
  const { rate, frames, missing = [], interlaced = false, tags = 'none', turn = 'none', codec = 'libx264' } = film
  const fps = `${rate.num}/${rate.den}`
  const picture = `${file}.png`
  await drawPatches(picture)
  const { matrix, range, tags: stated } = TAGS[tags]
  const named = stated.map((tag) => (typeof tag === 'string' ? tag : 'unknown'))
  const [width, height] = film.aspect ?? [1, 1]
  const filters = [
    `fps=${fps}`,
    'format=gbrp',
    `zscale=m=${matrix ?? '170m'}:r=${range === 'pc' ? 'full' : 'limited'}`,
    'format=yuv420p',
    // The strip of the number is a quarter of the height, its bars are drawn over half of it.
    NUMBERED.replace('lt(Y,H/2)', 'lt(Y,H/4)'),
    ...(missing.length > 0 ? [`select='${missing.map((frame) => `not(eq(n,${frame}))`).join('*')}'`] : []),
    ...(film.aspect ? [`scale=${(UPRIGHT_SIZE.width * height) / width}:${UPRIGHT_SIZE.height}`] : []),
    ...TURNS[turn].stored,
    ...(interlaced ? ['setparams=field_mode=tff'] : []),
    TURNS[turn].matrix[0] === 0 ? `setsar=${height}/${width}` : `setsar=${width}/${height}`,
    `setparams=range=${range}:colorspace=${named[0]}:color_primaries=${named[1]}:color_trc=${named[2]}`,
  ]
  const seconds = (frames * rate.den) / rate.num
  const sound = film.longer_sound === undefined ? [] : ['-f', 'lavfi', '-i', `sine=d=${seconds + film.longer_sound}`]
  const preview = film.preview ? ['-f', 'lavfi', '-i', `color=red:s=96x96:r=${fps}:d=${seconds}`] : []
  const [sounds, previews] = [
    sound.length > 0 ? ['-map', '1:a'] : [],
    film.preview ? ['-map', `${sound.length > 0 ? 2 : 1}:v`] : [],
  ]
  await ffmpeg(
    ...['-loop', '1', '-framerate', fps, '-t', String(seconds), '-i', picture, ...sound, ...preview],
    ...['-filter_complex', `[0:v]${filters.join(',')}[film]`, ...previews, '-map', '[film]', ...sounds],
    ...[
      '-vsync',
      'vfr',
      '-c:v',
      codec,
      ...QUALITY[codec],
      ...(interlaced ? ['-flags', '+ildct+ilme', '-top', '1'] : []),
    ],
    ...['-colorspace', named[0]!, '-color_primaries', named[1]!, '-color_trc', named[2]!, '-color_range', range],
    ...(film.timecode ? ['-metadata', `timecode=${film.timecode}`] : []),
    file,
  )
  await rm(picture)
  if (tags === 'reserved') await reserveColours(file)
  if (turn !== 'none') await turnTracks(file, TURNS[turn].matrix)
}

const FAST = ['-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
const QUALITY = {
  libx264: [...FAST, '-qp', '6'],
  libx265: [...FAST, '-x265-params', 'log-level=error:qp=8'],
  mpeg2video: ['-q:v', '1', '-qmin', '1', '-pix_fmt', 'yuv420p'],
  mpeg4: ['-q:v', '1', '-qmin', '1', '-pix_fmt', 'yuv420p'],
  'libvpx-vp9': ['-crf', '4', '-b:v', '0', '-deadline', 'realtime', '-cpu-used', '8', '-pix_fmt', 'yuv420p'],
  libsvtav1: ['-preset', '10', '-crf', '8', '-pix_fmt', 'yuv420p'],
  prores_ks: ['-profile:v', 'standard', '-pix_fmt', 'yuv422p10le'],
  libvpx: ['-crf', '4', '-b:v', '4M', '-deadline', 'realtime', '-cpu-used', '8', '-pix_fmt', 'yuv420p'],
} as const

/** Marks the colours of an H.264 film as reserved, as some phones do. */
async function reserveColours(file: string): Promise<void> {
  const plain = file.replace(/(\.\w+)$/, '.plain$1')
  const marks = 'h264_metadata=matrix_coefficients=3:colour_primaries=0:transfer_characteristics=3'
  await ffmpeg('-i', file, '-c', 'copy', '-bsf:v', marks, plain)
  await writeFile(file, await readFile(plain))
  await rm(plain)
}

/** Writes a display matrix into each track header with a picture (ISO/IEC 14496-12, 8.3.2). */
async function turnTracks(file: string, [a, b, c, d]: readonly number[]): Promise<void> {
  const bytes = await readFile(file)
  const fixed = (value: number | undefined) => (value ?? 0) * 65_536
  for (let at = bytes.indexOf('tkhd'); at > 0; at = bytes.indexOf('tkhd', at + 4)) {
    const matrix = at + 4 + (bytes[at + 4] === 1 ? 52 : 40)
    const is_picture = bytes.readUInt32BE(matrix + 36) > 0
    if (!is_picture) continue
    for (const [place, value] of [a, b, c, d].entries())
      bytes.writeInt32BE(fixed(value), matrix + (place < 2 ? 4 * place : 4 * (place + 1)))
  }
  await writeFile(file, bytes)
}

/** Mean colour of each patch of an upright picture, whatever its size. @param picture a file of any format */
export async function patchesOf(picture: string | Buffer): Promise<number[][]> {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return PATCHES.map((_, place) => {
    const [left, top] = [((place % 3) + 0.5) / 3, (Math.floor(place / 3) + 1.5) / 4]
    const [x, y, half] = [
      Math.round(left * info.width),
      Math.round(top * info.height),
      Math.max(1, Math.round(info.width / 12)),
    ]
    const sum = [0, 0, 0]
    for (let row = y - half; row < y + half; row += 1)
      for (let column = x - half; column < x + half; column += 1)
        for (const channel of [0, 1, 2])
          sum[channel] = (sum[channel] ?? 0) + (data[(row * info.width + column) * info.channels + channel] ?? 0)
    return sum.map((total) => total / (4 * half * half))
  })
}
