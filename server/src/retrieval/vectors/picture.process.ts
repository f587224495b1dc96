/**
 * Turns an untrusted picture into an upright JPEG: `picture.process.ts INPUT OUTPUT`. Runs confined and for one
 * picture, so that a picture which takes control of the decoder reaches nothing else.
 */
import sharp from 'sharp'

/** Maximum decoded pixels, since a small file could take gigabytes. */
const MAX_PIXELS = 25_000_000
/** Longest side in pixels for the engines. */
const LONGEST_SIDE = 1_280
/** Exit status for an unreadable picture, and for one with too many pixels. */
const [UNREADABLE, TOO_LARGE] = [2, 3]

const [input = '', output = ''] = process.argv.slice(2)
sharp.concurrency(1)
try {
  await sharp(input, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .rotate()
    .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 90 })
    .toFile(output)
} catch (error) {
  process.exitCode = error instanceof Error && /pixel limit/i.test(error.message) ? TOO_LARGE : UNREADABLE
}
