import { disc } from '../drawing/light.ts'
import { vertical } from './sky.ts'
import type { Layer } from './water.ts'

type Canvas = OffscreenCanvasRenderingContext2D

/** A gull in flight, wings at `beat` (-1 down to 1 up), `size` its span. */
export function flyingGull(canvas: Canvas, size: number, beat: number, colour = '#f4ece4') {
  const s = size / 100
  canvas.save()
  canvas.scale(s, s)
  canvas.fillStyle = colour
  for (const side of [-1, 1]) {
    canvas.beginPath()
    canvas.moveTo(side * 3, -3)
    canvas.quadraticCurveTo(side * 18, -20 * beat - 8, side * 50, -16 * beat + 2)
    canvas.quadraticCurveTo(side * 22, -12 * beat + 1, side * 4, 5)
    canvas.fill()
  }
  canvas.beginPath()
  canvas.ellipse(0, 1, 12, 4.6, 0.08, 0, 7)
  canvas.fill()
  canvas.restore()
}

/** A standing gull that looks to the left; 0, 0 at its feet, `size` its height. */
export function standingGull(canvas: Canvas, size: number, turn = 0) {
  const s = size / 100
  canvas.save()
  canvas.scale(s, s)
  canvas.strokeStyle = '#e08a3c'
  canvas.lineWidth = 3
  for (const x of [-4, 8]) {
    canvas.beginPath()
    canvas.moveTo(x, 0)
    canvas.lineTo(x + 1, -26)
    canvas.stroke()
  }
  const body = vertical(canvas, -78, -20, [
    [0, '#ffffff'],
    [0.6, '#ece4e0'],
    [1, '#a99bab'],
  ])
  canvas.fillStyle = body
  canvas.beginPath()
  canvas.moveTo(-22, -78)
  canvas.bezierCurveTo(-44, -50, -30, -22, 4, -22)
  canvas.bezierCurveTo(30, -22, 48, -34, 66, -36)
  canvas.bezierCurveTo(46, -56, 22, -62, -2, -74)
  canvas.fill()
  canvas.fillStyle = '#8f97ab'
  canvas.beginPath()
  canvas.moveTo(-8, -58)
  canvas.bezierCurveTo(14, -66, 40, -52, 58, -40)
  canvas.bezierCurveTo(34, -28, 8, -32, -8, -58)
  canvas.fill()
  canvas.fillStyle = '#2c2b38'
  canvas.beginPath()
  canvas.moveTo(40, -45)
  canvas.lineTo(74, -33)
  canvas.lineTo(46, -35)
  canvas.fill()
  canvas.translate(-16 + turn * 3, -84)
  canvas.fillStyle = '#fdfaf6'
  canvas.beginPath()
  canvas.ellipse(0, 0, 15, 14, -0.2, 0, 7)
  canvas.fill()
  canvas.fillStyle = '#efb13a'
  canvas.beginPath()
  canvas.moveTo(-13, -2)
  canvas.lineTo(-33, 5)
  canvas.lineTo(-12, 6)
  canvas.fill()
  canvas.fillStyle = '#1d1a22'
  disc(canvas, -6, -4, 2.4)
  canvas.restore()
}

/** Gulls that cross the sky, each on its own line. */
export const gullLayer = (
  waterline: number,
  time: number,
  colour: string,
  flock: readonly (readonly [number, number, number, number])[],
): Layer => ({
  waterline,
  mirrored: false,
  paint: (canvas) => {
    for (const [index, [x, y, size, speed]] of flock.entries()) {
      canvas.save()
      canvas.translate(x + speed * time, y + Math.sin(time * 1.2 + index * 2) * 9)
      canvas.rotate(Math.sin(time * 0.8 + index) * 0.08 + (speed < 0 ? -0.06 : 0.06))
      flyingGull(canvas, size, Math.sin(time * (7 - size * 0.03) + index * 1.7) * 0.75 + 0.2, colour)
      canvas.restore()
    }
  },
})
