import { fitInside, type PictureSize } from '../../rendition-plan.ts'

/**
 * A film of 1920 px is sampled at 1280. Larger films keep this share, so that the smallest letters that can be read have
 * as many pixels as there: text of 20 px. Above 3840 px they grow with the film.
 */
const SHARE = 2 / 3
const LONG_SIDE = { least: 1280, most: 2560 }

/** Size of a film's samples in pixels, upright, never larger than the film. */
export function sampleSize(film: PictureSize): PictureSize {
  const wanted = Math.round(SHARE * Math.max(film.width, film.height))
  const side = Math.min(LONG_SIDE.most, Math.max(LONG_SIDE.least, wanted))
  return fitInside(film, side, side)
}
