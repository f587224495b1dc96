import type { Storyboard } from '@footnote/contract/nouns/library/videos.ts'

const svg = (body: string, width: number, height: number): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" preserveAspectRatio="none">${body}</svg>`)}`

const scene = (x: number, y: number, hue: number): string =>
  `<g transform="translate(${x} ${y})"><rect width="160" height="90" fill="hsl(${hue} 30% 62%)"/><circle cx="116" cy="28" r="14" fill="hsl(${hue} 50% 82%)"/><path d="M0 90V62l46-26 34 22 26-14 54 28v18z" fill="hsl(${hue} 28% 34%)"/></g>`

/** A drawn still. @param hue degrees */
export const still = (hue: number): string => svg(scene(0, 0, hue), 160, 90)

/** A drawn storyboard of 5 by 4 tiles, one for each second. */
export const storyboard: Storyboard = {
  url: svg(
    Array.from({ length: 20 }, (_, index) => scene((index % 5) * 160, Math.floor(index / 5) * 90, index * 18)).join(''),
    800,
    360,
  ),
  columns: 5,
  count: 20,
  tile_width: 160,
  tile_height: 90,
  interval: 1,
  sheets: null,
}
