import type { Storyboard } from '../videos.ts'

/** Pictures at regular times: picture n is of the middle of the time from n * interval to (n + 1) * interval. */
interface Pictures {
  /** Seconds. */
  readonly interval: number
  readonly count: number
}

/** The sheets of a storyboard. */
export type Sheets = NonNullable<Storyboard['sheets']>

/** The number of the picture of a time. @param time seconds */
export const pictureAt = ({ interval, count }: Pictures, time: number): number =>
  Math.min(count - 1, Math.max(0, Math.floor(time / interval)))

/** The number of the first picture that is of a piece, else of the nearest one. @param start seconds @param end seconds, excluded */
export function pictureOfPiece(pictures: Pictures, start: number, end: number): number {
  const { interval, count } = pictures
  const inside = Math.max(0, Math.ceil(start / interval - 0.5))
  return inside < count && (inside + 0.5) * interval < end ? inside : pictureAt(pictures, (start + end) / 2)
}

/** Where a picture is: the number of its sheet, its place there, and the rows of that sheet. */
export function placeOnSheet({ count, columns, tiles }: Sheets, picture: number) {
  const number = Math.floor(picture / tiles)
  return { number, place: picture % tiles, rows: Math.ceil(Math.min(tiles, count - number * tiles) / columns) }
}

/** Number of the sheets. */
export const countSheets = ({ count, tiles }: Sheets): number => Math.ceil(count / tiles)

/** Numbers of the sheets with these pictures. */
export const sheetsWith = (sheets: Sheets, pictures: readonly number[]): number[] => [
  ...new Set(pictures.map((picture) => placeOnSheet(sheets, picture).number)),
]
