import { disc } from '../drawing/light.ts'
/** Prints in the kitchen: a recipe card, a book's cover and the face of a clock. */

type Canvas = OffscreenCanvasRenderingContext2D

const INK = '#2b2a2e'
const SIDE = 1024

function line(canvas: Canvas, text: string, x: number, y: number, size: number, weight = 500, colour = INK) {
  canvas.font = `${weight} ${size}px Inter`
  canvas.fillStyle = colour
  canvas.fillText(text, x, y)
}

/** Drawn on a card of 340 x 440. */
function recipe(canvas: Canvas) {
  canvas.fillStyle = '#f1e9d6'
  canvas.fillRect(0, 0, 340, 440)
  line(canvas, 'Lemon tart', 32, 78, 50, 650)
  line(canvas, 'serves eight', 33, 110, 21, 450, '#8a5a1e')
  canvas.fillStyle = '#c9962b'
  canvas.fillRect(33, 130, 274, 3)
  const rows = ['200 g|flour', '120 g|butter', '150 g|sugar', '4|eggs', '3|lemons', '1 pinch|salt']
  for (const [index, row] of rows.entries()) {
    const [amount = '', what = ''] = row.split('|')
    const y = 177 + index * 43
    line(canvas, amount, 33, y, 28, 450, '#6b655b')
    line(canvas, what, 158, y, 28, 600)
  }
}

/** Drawn on a cover of 212 x 280. */
function cover(canvas: Canvas) {
  canvas.fillStyle = '#a5392a'
  canvas.fillRect(0, 0, 212, 280)
  canvas.strokeStyle = '#ecd9b0'
  canvas.lineWidth = 1.5
  canvas.strokeRect(14, 14, 184, 252)
  line(canvas, 'Tarts', 28, 66, 42, 700, '#f3e6c8')
  line(canvas, '& pies', 28, 106, 42, 700, '#f3e6c8')
  line(canvas, 'A book of baking', 29, 132, 15, 500, '#ecc9a0')
  canvas.translate(118, 202)
  for (const [radius, colour] of [
    [50, '#e3b23c'],
    [45, '#f6e7b4'],
    [41, '#e9c33f'],
  ] as const) {
    canvas.fillStyle = colour
    disc(canvas, 0, 0, radius)
  }
  canvas.strokeStyle = '#f9efc8'
  canvas.lineWidth = 3.5
  for (let index = 0; index < 9; index += 1) {
    canvas.beginPath()
    canvas.moveTo(0, 0)
    canvas.lineTo(41 * Math.cos(index * 0.698), 41 * Math.sin(index * 0.698))
    canvas.stroke()
  }
}

/** Drawn on a face of 230 x 230. */
function face(canvas: Canvas) {
  canvas.fillStyle = '#efe8d8'
  canvas.fillRect(0, 0, 230, 230)
  canvas.translate(115, 115)
  canvas.textAlign = 'center'
  canvas.textBaseline = 'middle'
  for (let minute = 0; minute < 60; minute += 1) {
    const angle = (minute / 60) * Math.PI * 2
    const hour = minute % 5 === 0
    canvas.save()
    canvas.rotate(angle)
    canvas.fillStyle = INK
    canvas.fillRect(hour ? -1.3 : -0.6, -108, hour ? 2.6 : 1.2, hour ? 10 : 6)
    canvas.restore()
    if (hour) line(canvas, String(minute / 5 || 12), Math.sin(angle) * 83, -Math.cos(angle) * 83 + 1, 22, 600)
  }
}

/** The printed squares: 0 the recipe, 1 the book's cover, 2 the clock's face. */
export function printedMatter(): OffscreenCanvas {
  const picture = new OffscreenCanvas(2 * SIDE, 2 * SIDE)
  const canvas = picture.getContext('2d')
  if (!canvas) throw new Error('This browser draws no 2D canvas')
  const pages = [
    { draw: recipe, width: 340, height: 440 },
    { draw: cover, width: 212, height: 280 },
    { draw: face, width: 230, height: 230 },
  ]
  for (const [quarter, page] of pages.entries()) {
    canvas.save()
    canvas.translate((quarter & 1) * SIDE, quarter < 2 ? SIDE : 0)
    canvas.scale(SIDE / page.width, SIDE / page.height)
    page.draw(canvas)
    canvas.restore()
  }
  return picture
}
