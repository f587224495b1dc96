/** Width and height of a picture in pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/**
 * The largest even size of the same shape inside a long and a short side, never larger than the picture itself.
 */
export function fitInside(picture: PictureSize, long: number, short: number): PictureSize {
  const share = Math.min(
    1,
    long / Math.max(picture.width, picture.height),
    short / Math.min(picture.width, picture.height),
  )
  const even = (side: number) => Math.max(2, 2 * Math.round((side * share) / 2))
  return { width: even(picture.width), height: even(picture.height) }
}
