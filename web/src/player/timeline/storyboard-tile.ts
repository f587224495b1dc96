import { pictureAt, pictureOfPiece, placeOnSheet } from '@footnote/contract/nouns/library/videos/storyboard-pictures.ts'
import type { Storyboard, StoryboardSheet } from '@footnote/contract/nouns/library/videos.ts'
import type { CSSProperties } from 'react'

type Sheets = readonly StoryboardSheet[]

/**
 * The storyboard picture of a time, from the sheets at hand, else from the sprite over the whole film.
 * @param time seconds
 * @returns background styles that fill the element with it
 */
export function storyboardTile(storyboard: Storyboard, time: number, sheets: Sheets = []): CSSProperties {
  const close = storyboard.sheets && onSheet(storyboard.sheets, pictureAt(storyboard.sheets, time), sheets)
  return close ?? onSprite(storyboard, pictureAt(storyboard, time))
}

/** Whether these sheets have the pictures of all these times, in seconds. */
export const haveTimes = (storyboard: Storyboard, times: readonly number[], sheets: Sheets): boolean =>
  times.every((time) => {
    const all = storyboard.sheets
    return all !== null && onSheet(all, pictureAt(all, time), sheets) !== null
  })

/**
 * The first storyboard picture of a piece, in its own shape, within a box of 16:9. A short piece may have none; then it
 * is the nearest one, which may show another shot.
 * @param start seconds
 * @param end seconds, excluded
 */
export function pieceTile(storyboard: Storyboard, start: number, end: number, sheets: Sheets = []): CSSProperties {
  const { tile_width, tile_height } = storyboard
  const close = storyboard.sheets && onSheet(storyboard.sheets, pictureOfPiece(storyboard.sheets, start, end), sheets)
  const tile = close ?? onSprite(storyboard, pictureOfPiece(storyboard, start, end))
  const shape = tile_width / tile_height
  return { ...tile, aspectRatio: shape, width: `${Math.min(1, (shape * 9) / 16) * 100}%` }
}

function onSheet(all: NonNullable<Storyboard['sheets']>, picture: number, sheets: Sheets): CSSProperties | null {
  const { number, place, rows } = placeOnSheet(all, picture)
  const sheet = sheets.find((one) => one.number === number)
  return sheet ? tileOf(sheet.url, { columns: all.columns, rows }, place) : null
}

const onSprite = ({ url, columns, count }: Storyboard, picture: number): CSSProperties =>
  tileOf(url, { columns, rows: Math.ceil(count / columns) }, picture)

function tileOf(url: string, { columns, rows }: { columns: number; rows: number }, place: number): CSSProperties {
  const across = columns > 1 ? (place % columns) / (columns - 1) : 0
  const down = rows > 1 ? Math.floor(place / columns) / (rows - 1) : 0
  return {
    backgroundImage: `url("${url}")`,
    backgroundSize: `${columns * 100}% ${rows * 100}%`,
    backgroundPosition: `${across * 100}% ${down * 100}%`,
  }
}
