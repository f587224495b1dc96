import { lettering, withStops } from '../drawing/light.ts'
import { randomFrom } from '../drawing/motion.ts'
import { vertical } from './sky.ts'

type Canvas = OffscreenCanvasRenderingContext2D

export interface House {
  x: number
  wide: number
  high: number
  wall: string
  shade: string
  roof: string
  gable: 'point' | 'step' | 'flat'
}

/** A lit or dark sash window. */
function sash(canvas: Canvas, x: number, y: number, wide: number, high: number, lit: number) {
  canvas.fillStyle = '#f0e2cd'
  canvas.fillRect(x - 3, y - 3, wide + 6, high + 6)
  canvas.fillStyle = vertical(
    canvas,
    y,
    y + high,
    lit > 0
      ? [
          [0, '#ffe9b0'],
          [1, '#f3a64e'],
        ]
      : [
          [0, '#2c3d5c'],
          [1, '#6d6788'],
        ],
  )
  canvas.fillRect(x, y, wide, high)
  if (lit > 0.75) {
    canvas.fillStyle = 'rgba(150, 70, 30, .35)'
    canvas.fillRect(x, y, wide * 0.26, high)
    canvas.fillRect(x + wide * 0.74, y, wide * 0.26, high)
  }
  canvas.fillStyle = '#f0e2cd'
  canvas.fillRect(x + wide / 2 - 1, y, 2, high)
  canvas.fillRect(x, y + high * 0.45, wide, 2)
  canvas.fillStyle = 'rgba(40, 20, 40, .3)'
  canvas.fillRect(x - 5, y + high + 3, wide + 10, 4)
}

/** A gabled house on `ground`; `seed` decides which windows are lit. */
export function house(
  canvas: Canvas,
  { x, wide, high, wall, shade, roof, gable }: House,
  ground: number,
  seed: number,
) {
  const random = randomFrom(seed)
  const top = ground - high
  const peak = wide * 0.52
  if (gable !== 'flat') {
    canvas.fillStyle = vertical(canvas, top - peak, top, [
      [0, wall],
      [1, wall],
    ])
    canvas.beginPath()
    if (gable === 'point') {
      canvas.moveTo(x, top + 1)
      canvas.lineTo(x + wide / 2, top - peak)
      canvas.lineTo(x + wide, top + 1)
    } else {
      const steps = 4
      canvas.moveTo(x, top + 1)
      for (let step = 0; step < steps; step += 1) {
        canvas.lineTo(x + (wide / 2 / steps) * step, top - (peak / steps) * (step + 0.6))
        canvas.lineTo(x + (wide / 2 / steps) * (step + 1), top - (peak / steps) * (step + 0.6))
      }
      for (let step = steps - 1; step >= 0; step -= 1) {
        canvas.lineTo(x + wide - (wide / 2 / steps) * (step + 1), top - (peak / steps) * (step + 0.6))
        canvas.lineTo(x + wide - (wide / 2 / steps) * step, top - (peak / steps) * (step + 0.6))
      }
      canvas.lineTo(x + wide, top + 1)
    }
    canvas.fill()
  }
  canvas.fillStyle = vertical(canvas, top, ground, [
    [0, wall],
    [1, shade],
  ])
  canvas.fillRect(x, top, wide, high)
  // Courses of brick, barely seen.
  canvas.fillStyle = 'rgba(40, 10, 30, .07)'
  for (let y = top + 6; y < ground; y += 9) canvas.fillRect(x, y, wide, 1.5)
  canvas.strokeStyle = roof
  canvas.lineWidth = 9
  canvas.lineJoin = 'round'
  canvas.beginPath()
  if (gable === 'point') {
    canvas.moveTo(x - 5, top + 5)
    canvas.lineTo(x + wide / 2, top - peak - 2)
    canvas.lineTo(x + wide + 5, top + 5)
    canvas.stroke()
  } else if (gable === 'flat') {
    canvas.fillStyle = roof
    canvas.fillRect(x - 5, top - 12, wide + 10, 14)
  }
  const columns = Math.max(2, Math.round(wide / 62))
  const pitch = wide / columns
  for (let y = top + 22; y < ground - 150; y += 82)
    for (let column = 0; column < columns; column += 1)
      sash(canvas, x + column * pitch + pitch / 2 - 15, y, 30, 48, random() < 0.62 ? random() : 0)
  const door = x + wide * 0.5 - 19
  canvas.fillStyle = '#f0e2cd'
  canvas.fillRect(door - 5, ground - 104, 48, 104)
  canvas.fillStyle = roof
  canvas.fillRect(door, ground - 82, 38, 82)
  canvas.fillStyle = '#ffd991'
  canvas.fillRect(door, ground - 99, 38, 13)
  canvas.fillRect(door + 30, ground - 42, 3, 5)
  sash(canvas, x + 20, ground - 84, 34, 46, random())
  sash(canvas, x + wide - 54, ground - 84, 34, 46, random())
  if (gable !== 'flat') sash(canvas, x + wide / 2 - 12, top - peak * 0.46, 24, 32, random())
  const edge = withStops(
    canvas.createLinearGradient(x, 0, x + wide, 0),
    [0, 'rgba(255, 196, 140, .2)'],
    [0.25, 'rgba(255, 190, 140, 0)'],
    [0.8, 'rgba(30, 15, 50, 0)'],
    [1, 'rgba(30, 15, 50, .32)'],
  )
  canvas.fillStyle = edge
  canvas.fillRect(x, top, wide, high)
}

/** A shop front on the ground floor: door, wide window, striped awning and a board with words. */
export function shopFront(
  canvas: Canvas,
  x: number,
  wide: number,
  ground: number,
  words: string,
  board: string,
  stripes: [string, string] | undefined,
) {
  canvas.fillStyle = '#2b2434'
  canvas.fillRect(x - 4, ground - 128, wide + 8, 128)
  canvas.fillStyle = vertical(canvas, ground - 96, ground - 20, [
    [0, '#ffe7ab'],
    [1, '#ee9a45'],
  ])
  canvas.fillRect(x + 12, ground - 96, wide - 92, 72)
  canvas.fillRect(x + wide - 64, ground - 96, 48, 44)
  canvas.fillStyle = '#3d2c33'
  canvas.fillRect(x + wide - 64, ground - 52, 48, 52)
  canvas.fillStyle = '#2b2434'
  for (let post = x + 12 + (wide - 92) / 3; post < x + wide - 84; post += (wide - 92) / 3)
    canvas.fillRect(post - 2, ground - 96, 4, 72)
  // Crates in the window.
  for (let crate = 0; crate < 4; crate += 1) {
    canvas.fillStyle = ['#8a5a34', '#a8733f', '#7a4d30', '#94673c'][crate] ?? '#8a5a34'
    canvas.fillRect(x + 18 + (crate * (wide - 104)) / 4, ground - 48, (wide - 130) / 4, 24)
    canvas.fillStyle = ['#c9d6dc', '#e9a37c', '#b7c9d4', '#d8dfe0'][crate] ?? '#fff'
    canvas.beginPath()
    canvas.ellipse(x + 18 + (crate * (wide - 104)) / 4 + (wide - 130) / 8, ground - 48, (wide - 130) / 9, 7, 0, 0, 7)
    canvas.fill()
  }
  if (stripes) {
    const count = 12
    for (let index = 0; index < count; index += 1) {
      canvas.fillStyle = stripes[index % 2] ?? '#fff'
      const [left, right] = [x - 6 + ((wide - 66) / count) * index, x - 6 + ((wide - 66) / count) * (index + 1)]
      canvas.beginPath()
      canvas.moveTo(left + 5, ground - 122)
      canvas.lineTo(right + 5, ground - 122)
      canvas.lineTo(right, ground - 92)
      canvas.arc((left + right) / 2, ground - 92, (right - left) / 2, 0, Math.PI)
      canvas.lineTo(left, ground - 92)
      canvas.fill()
    }
  }
  canvas.fillStyle = board
  canvas.beginPath()
  canvas.roundRect(x - 4, ground - 172, wide + 8, 46, 3)
  canvas.fill()
  canvas.strokeStyle = 'rgba(255, 236, 200, .75)'
  canvas.lineWidth = 1.5
  canvas.strokeRect(x + 1, ground - 167, wide - 2, 36)
  lettering(canvas, words, [x + wide / 2, ground - 138], { size: 31, weight: 700, colour: '#ffefcf', align: 'center' })
}
