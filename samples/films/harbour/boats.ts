import { withStops } from '../drawing/light.ts'
import { vertical } from './sky.ts'

type Canvas = OffscreenCanvasRenderingContext2D

/** A sloop under sail, 0, 0 at its waterline amidships, `size` the height of its mast. */
export function sailingBoat(canvas: Canvas, size: number, hull: string, sail: string, shade: string) {
  const s = size / 100
  canvas.save()
  canvas.scale(s, s)
  canvas.fillStyle = '#33283a'
  canvas.fillRect(-1.1, -104, 2, 100)
  const main = withStops(canvas.createLinearGradient(0, 0, 34, 0), [0, shade], [0.35, sail], [1, shade])
  canvas.fillStyle = main
  canvas.beginPath()
  canvas.moveTo(2, -101)
  canvas.quadraticCurveTo(27, -54, 36, -15)
  canvas.lineTo(2, -13)
  canvas.fill()
  const jib = withStops(canvas.createLinearGradient(-36, 0, 0, 0), [0, shade], [0.6, sail], [1, shade])
  canvas.fillStyle = jib
  canvas.beginPath()
  canvas.moveTo(-3, -92)
  canvas.quadraticCurveTo(-16, -50, -37, -12)
  canvas.quadraticCurveTo(-16, -16, -4, -13)
  canvas.fill()
  canvas.strokeStyle = 'rgba(60, 40, 60, .28)'
  canvas.lineWidth = 0.5
  for (const y of [-76, -56, -36]) {
    canvas.beginPath()
    canvas.moveTo(2, y)
    canvas.lineTo(2 + (y + 103) * 0.42, y + 3)
    canvas.stroke()
  }
  canvas.fillStyle = vertical(canvas, -10, 3, [
    [0, hull],
    [0.55, hull],
    [1, '#20202f'],
  ])
  canvas.beginPath()
  canvas.moveTo(-44, -10)
  canvas.quadraticCurveTo(0, -6.5, 41, -9)
  canvas.lineTo(36, 2)
  canvas.lineTo(-30, 2)
  canvas.quadraticCurveTo(-39, -2, -44, -10)
  canvas.fill()
  canvas.strokeStyle = 'rgba(255, 235, 210, .75)'
  canvas.lineWidth = 0.9
  canvas.beginPath()
  canvas.moveTo(-44, -10)
  canvas.quadraticCurveTo(0, -6.5, 41, -9)
  canvas.stroke()
  canvas.fillStyle = '#e9d9c4'
  canvas.beginPath()
  canvas.moveTo(-14, -8)
  canvas.lineTo(-10, -13)
  canvas.lineTo(16, -13)
  canvas.lineTo(20, -8)
  canvas.fill()
  canvas.restore()
}

/** A small white ferry with two lit decks, 300 pixels long at size 1. */
export function ferry(canvas: Canvas, size: number) {
  canvas.save()
  canvas.scale(size, size)
  const part = (x: number, y: number, wide: number, high: number, colour: string) => {
    canvas.fillStyle = colour
    canvas.beginPath()
    canvas.roundRect(x, y, wide, high, 4)
    canvas.fill()
  }
  part(30, -122, 26, 40, '#b8402f')
  part(30, -122, 26, 9, '#22303f')
  part(-70, -100, 170, 32, '#d9d4d6')
  part(-100, -70, 226, 36, '#ece5e0')
  canvas.fillStyle = '#ffd486'
  for (let x = -60; x < 90; x += 17) canvas.fillRect(x, -92, 11, 14)
  for (let x = -90; x < 112; x += 17) canvas.fillRect(x, -61, 11, 17)
  canvas.fillStyle = vertical(canvas, -36, 4, [
    [0, '#f2ebe4'],
    [0.4, '#27476a'],
    [1, '#152a45'],
  ])
  canvas.beginPath()
  canvas.moveTo(-150, -40)
  canvas.lineTo(148, -36)
  canvas.lineTo(136, 4)
  canvas.lineTo(-118, 4)
  canvas.fill()
  canvas.restore()
}

/** A small rowing boat with its oars in; 0, 0 at its waterline amidships, `long` pixels from bow to stern. */
export function rowingBoat(canvas: Canvas, long: number, paint: string) {
  const s = long / 200
  canvas.save()
  canvas.scale(s, s)
  canvas.fillStyle = '#3a2a33'
  canvas.beginPath()
  canvas.moveTo(-96, -34)
  canvas.quadraticCurveTo(0, -16, 92, -30)
  canvas.lineTo(84, -22)
  canvas.quadraticCurveTo(0, -6, -86, -24)
  canvas.fill()
  canvas.fillStyle = '#a97850'
  for (const x of [-46, 2, 48]) canvas.fillRect(x, -24, 22, 8)
  canvas.strokeStyle = '#d9b48a'
  canvas.lineWidth = 4
  canvas.lineCap = 'round'
  for (const x of [-30, -18]) {
    canvas.beginPath()
    canvas.moveTo(x, -26)
    canvas.lineTo(x + 118, -36)
    canvas.stroke()
  }
  canvas.fillStyle = vertical(canvas, -34, 6, [
    [0, paint],
    [1, '#241d33'],
  ])
  canvas.beginPath()
  canvas.moveTo(-100, -36)
  canvas.quadraticCurveTo(0, -6, 96, -31)
  canvas.quadraticCurveTo(88, -4, 72, 5)
  canvas.lineTo(-68, 5)
  canvas.quadraticCurveTo(-90, -8, -100, -36)
  canvas.fill()
  canvas.strokeStyle = '#f4e3c6'
  canvas.lineWidth = 3.5
  canvas.beginPath()
  canvas.moveTo(-100, -36)
  canvas.quadraticCurveTo(0, -6, 96, -31)
  canvas.stroke()
  canvas.restore()
}
