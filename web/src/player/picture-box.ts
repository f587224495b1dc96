/** Place of a picture, in pixels from the left and upper edges of the player. */
export interface PictureBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/**
 * The place of the picture inside its element, as `object-fit: contain` draws it: without the bars beside it.
 * @param element place of the video element
 * @param shown size of the picture as it is shown, rotated and with square pixels; 0 while it is unknown
 * @returns null while there is no picture
 */
export function pictureBox(element: PictureBox, shown: { width: number; height: number }): PictureBox | null {
  if (shown.width <= 0 || shown.height <= 0) return null
  const scale = Math.min(element.width / shown.width, element.height / shown.height)
  if (!(scale > 0)) return null
  const [width, height] = [shown.width * scale, shown.height * scale]
  return {
    left: element.left + (element.width - width) / 2,
    top: element.top + (element.height - height) / 2,
    width,
    height,
  }
}
