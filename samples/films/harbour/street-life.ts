import { glow, vertical } from './sky.ts'

type Canvas = OffscreenCanvasRenderingContext2D

/** A street lamp with its light; `lit` 0..1. */
export function lamp(canvas: Canvas, x: number, ground: number, high: number, lit: number) {
  canvas.fillStyle = '#1d1b2b'
  canvas.fillRect(x - 3, ground - high, 6, high)
  canvas.fillRect(x - 9, ground - 14, 18, 14)
  canvas.fillRect(x - 16, ground - high - 4, 32, 5)
  canvas.fillStyle = lit > 0.3 ? '#fff1c4' : '#8f8aa0'
  canvas.beginPath()
  canvas.moveTo(x - 11, ground - high - 34)
  canvas.lineTo(x + 11, ground - high - 34)
  canvas.lineTo(x + 8, ground - high - 4)
  canvas.lineTo(x - 8, ground - high - 4)
  canvas.fill()
  canvas.fillStyle = '#1d1b2b'
  canvas.beginPath()
  canvas.moveTo(x - 15, ground - high - 34)
  canvas.lineTo(x, ground - high - 50)
  canvas.lineTo(x + 15, ground - high - 34)
  canvas.fill()
  glow(canvas, x, ground - high - 18, 120, '#ffca7a', 0.6 * lit)
}

/** A walking person in a coat; `step` is the phase of the stride, `size` the height. */
export function walker(
  canvas: Canvas,
  x: number,
  ground: number,
  size: number,
  step: number,
  coat: string,
  hat: string,
) {
  const s = size / 100
  canvas.save()
  canvas.translate(x, ground - Math.abs(Math.sin(step)) * 1.5 * s)
  canvas.scale(s, s)
  canvas.lineCap = 'round'
  canvas.strokeStyle = '#221d2e'
  canvas.lineWidth = 8
  for (const side of [-1, 1]) {
    const swing = Math.sin(step) * side
    canvas.beginPath()
    canvas.moveTo(0, -40)
    canvas.quadraticCurveTo(swing * 8, -22, swing * 15 - 2, -3)
    canvas.lineTo(swing * 15 + 5, -2)
    canvas.stroke()
  }
  canvas.fillStyle = vertical(canvas, -82, -28, [
    [0, coat],
    [1, '#3a2230'],
  ])
  canvas.beginPath()
  canvas.moveTo(-10, -78)
  canvas.quadraticCurveTo(0, -84, 11, -78)
  canvas.lineTo(17, -30)
  canvas.quadraticCurveTo(0, -25, -16, -30)
  canvas.fill()
  canvas.strokeStyle = coat
  canvas.lineWidth = 7
  canvas.beginPath()
  canvas.moveTo(5, -74)
  canvas.quadraticCurveTo(9 - Math.sin(step) * 6, -56, 8 - Math.sin(step) * 12, -44)
  canvas.stroke()
  canvas.fillStyle = '#e3b190'
  canvas.beginPath()
  canvas.ellipse(2, -89, 7.5, 8.8, 0, 0, 7)
  canvas.fill()
  canvas.fillStyle = hat
  canvas.beginPath()
  canvas.ellipse(1, -94, 9.6, 6.6, -0.1, Math.PI, 0)
  canvas.fill()
  canvas.fillRect(-9, -95, 20, 3.4)
  canvas.restore()
}
