import type { Drawing } from '@footnote/contract/shared/drawing/drawing.ts'
import { marksOf, type PictureSize } from '@footnote/contract/shared/drawing/drawing-marks.ts'

/** As in the page, where each system has its own sans serif. */
const FONT = "'Inter', 'DejaVu Sans', 'Liberation Sans', 'Noto Sans', sans-serif"

/**
 * A drawing as an SVG picture of the given size, in pixels. Everything that a person typed becomes text; it contains no
 * address and no style of theirs.
 */
export function drawingSvg(drawing: Drawing, size: PictureSize): string {
  const marks = drawing.shapes.map((shape) => {
    const { strokes, words } = marksOf(shape, size)
    if (strokes)
      return strokes
        .map(({ d, stroke, width }) => `<path d="${d}" stroke="${stroke}" stroke-width="${width}"/>`)
        .join('')
    const place = `x="${words.x}" y="${words.y}" font-size="${words.size}"`
    const ink = `fill="${words.fill}" stroke="${words.stroke}" stroke-width="${words.outline}" paint-order="stroke"`
    return `<text ${place} ${ink} xml:space="preserve">${escaped(words.text)}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}" fill="none" stroke-linecap="round" stroke-linejoin="round" font-family="${FONT}" font-weight="600">${marks.join('')}</svg>`
}

/** Text for XML: what XML 1.0 forbids becomes U+FFFD. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that XML forbids
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
