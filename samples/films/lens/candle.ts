import { beam, grainLayer, lettering, lightLayer, type Point, withStops } from '../drawing/light.ts'
import { mix, ramp } from '../drawing/motion.ts'
import type { Draw } from '../film.ts'
import { darkRoom, dimension, glassLens, PALE } from './bench.ts'

/** A burning candle whose wick ends at 0, 0 and that is `tall` pixels high; the flame sways with time. */
function candle(canvas: CanvasRenderingContext2D, tall: number, time: number) {
  const wide = tall * 0.26
  const wax = withStops(
    canvas.createLinearGradient(-wide / 2, 0, wide / 2, 0),
    [0, '#b98a5e'],
    [0.3, '#f7e3bd'],
    [0.62, '#e7c897'],
    [1, '#8b5f43'],
  )
  canvas.fillStyle = wax
  canvas.beginPath()
  canvas.moveTo(-wide / 2, tall * 0.06)
  canvas.quadraticCurveTo(0, tall * 0.11, wide / 2, tall * 0.05)
  canvas.lineTo(wide / 2, tall)
  canvas.lineTo(-wide / 2, tall)
  canvas.fill()
  canvas.beginPath()
  canvas.roundRect(-wide * 0.36, tall * 0.06, wide * 0.17, tall * 0.34, wide * 0.085)
  canvas.roundRect(wide * 0.2, tall * 0.05, wide * 0.14, tall * 0.2, wide * 0.07)
  canvas.fillStyle = 'rgba(255, 240, 208, .85)'
  canvas.fill()
  const warm = withStops(
    canvas.createLinearGradient(0, tall * 0.04, 0, tall * 0.6),
    [0, 'rgba(255, 190, 90, .75)'],
    [1, 'rgba(255, 150, 60, 0)'],
  )
  canvas.fillStyle = warm
  canvas.fillRect(-wide / 2, tall * 0.07, wide, tall * 0.6)
  canvas.strokeStyle = '#3a2418'
  canvas.lineWidth = Math.max(1.5, tall * 0.018)
  canvas.beginPath()
  canvas.moveTo(0, tall * 0.09)
  canvas.lineTo(0, 0)
  canvas.stroke()
  const sway = (Math.sin(time * 5.1) + Math.sin(time * 8.3)) * wide * 0.05
  const flame = (scale: number, colour: string) => {
    const [w, h] = [wide * 0.27 * scale, tall * 0.34 * scale * (1 + 0.03 * Math.sin(time * 11))]
    canvas.fillStyle = colour
    canvas.beginPath()
    canvas.moveTo(sway * 1.6, tall * 0.03 - h)
    canvas.bezierCurveTo(w * 0.6 + sway, -h * 0.45, w, -h * 0.08, 0, tall * 0.03)
    canvas.bezierCurveTo(-w, -h * 0.08, -w * 0.6 + sway, -h * 0.45, sway * 1.6, tall * 0.03 - h)
    canvas.fill()
  }
  flame(1, 'rgba(255, 176, 66, .95)')
  flame(0.78, 'rgba(255, 222, 130, .95)')
  flame(0.5, 'rgba(255, 251, 226, 1)')
}

/** The optical bench: a rail with a scale, 15 pixels to the centimetre. */
function rail(canvas: CanvasRenderingContext2D, y: number) {
  const steel = withStops(
    canvas.createLinearGradient(0, y, 0, y + 40),
    [0, '#a9b4c6'],
    [0.12, '#5d6880'],
    [0.6, '#2a3147'],
    [1, '#141a2c'],
  )
  canvas.fillStyle = steel
  canvas.fillRect(-60, y, 1400, 40)
  canvas.fillStyle = 'rgba(235, 242, 255, .75)'
  for (let mark = 0; mark < 90; mark += 1) canvas.fillRect(5 + mark * 15, y + 12, 1.3, mark % 5 ? 7 : 14)
}

/** A lens shows a candle upside down; as the candle comes nearer, the picture grows and moves away. */
export function image(): Draw {
  const room = darkRoom([230, 330], '#4a2a22', '#0b0a14')
  const light = lightLayer()
  const grain = grainLayer(0.1)
  const [lensX, axis, focal, tall] = [640, 350, 150, 150]
  return (canvas, time) => {
    canvas.drawImage(room, 0, 0)
    const near = ramp(time, 2.8, 5)
    canvas.translate(mix(0, -26, time / 6), 0)
    const a = mix(420, 285, near)
    const b = 1 / (1 / focal - 1 / a)
    const size = b / a
    const tip = axis - 118
    const imageTip = axis + 118 * size
    rail(canvas, 556)
    const foot = (x: number, top: number) => {
      const post = withStops(
        canvas.createLinearGradient(x - 7, 0, x + 7, 0),
        [0, '#3a435c'],
        [0.35, '#b7c1d4'],
        [1, '#2a3147'],
      )
      canvas.fillStyle = post
      canvas.fillRect(x - 6, top, 12, 548 - top)
      canvas.fillRect(x - 34, 544, 68, 15)
    }
    foot(lensX - a, axis + 30)
    foot(lensX, axis + 165)
    foot(lensX + b, axis + 190)
    canvas.save()
    canvas.translate(lensX - a, tip + 48)
    candle(canvas, tall, time)
    canvas.restore()
    // The screen: frosted glass seen a little from the side, with the picture of the candle on it.
    canvas.save()
    canvas.translate(lensX + b, axis)
    canvas.transform(0.5, -0.07, 0, 1, 0, 0)
    const frosted = withStops(
      canvas.createLinearGradient(-150, 0, 150, 0),
      [0, 'rgba(214, 222, 240, .3)'],
      [1, 'rgba(160, 175, 210, .16)'],
    )
    canvas.fillStyle = frosted
    canvas.strokeStyle = 'rgba(220, 230, 250, .6)'
    canvas.lineWidth = 2
    canvas.beginPath()
    canvas.roundRect(-150, -200, 300, 400, 6)
    canvas.fill()
    canvas.stroke()
    const spot = withStops(
      canvas.createRadialGradient(0, 118 * size, 0, 0, 118 * size, 190 * size),
      [0, 'rgba(255, 190, 100, .5)'],
      [1, 'rgba(255, 170, 80, 0)'],
    )
    canvas.fillStyle = spot
    canvas.fillRect(-150, -200, 300, 400)
    canvas.globalAlpha = 0.92
    canvas.scale(-size * 1.3, -size)
    canvas.translate(0, 48 - 118)
    candle(canvas, tall, time)
    canvas.restore()
    const transform = canvas.getTransform()
    light(
      canvas,
      (layer) => {
        layer.setTransform(transform)
        const rays: Point[][] = [
          [
            [lensX - a, tip],
            [lensX, tip],
            [lensX + b, imageTip],
          ],
          [
            [lensX - a, tip],
            [lensX, axis],
            [lensX + b, imageTip],
          ],
          [
            [lensX - a, tip],
            [lensX, imageTip],
            [lensX + b, imageTip],
          ],
        ]
        for (const [index, colour] of ['#ffb04a', '#ff7f5e', '#ffd98a'].entries()) {
          layer.globalAlpha = 0.85
          beam(layer, rays[index] ?? [], ramp(time, 0.3 + index * 0.25, 2 + index * 0.25) * 1100, colour, 2.4)
        }
        const glow = withStops(
          layer.createRadialGradient(lensX - a, tip, 0, lensX - a, tip, 230),
          [0, 'rgba(255, 190, 100, .5)'],
          [0.3, 'rgba(255, 140, 60, .14)'],
          [1, 'rgba(255, 120, 40, 0)'],
        )
        layer.fillStyle = glow
        layer.fillRect(lensX - a - 240, tip - 240, 480, 480)
      },
      0.4,
    )
    glassLens(canvas, [lensX, axis], 178, 70)
    dimension(canvas, lensX - a, lensX, 616, `a = ${(a / 15).toFixed(0)} cm`, ramp(time, 1, 1.6))
    dimension(canvas, lensX, lensX + b, 616, `b = ${(b / 15).toFixed(0)} cm`, ramp(time, 1.4, 2))
    canvas.resetTransform()
    lettering(canvas, 'The image is upside down', [72, 104], {
      size: 46,
      weight: 620,
      colour: PALE,
      seen: ramp(time, 0.3, 1),
    })
    lettering(canvas, '1/a + 1/b = 1/f', [1208, 104], {
      size: 38,
      weight: 420,
      colour: '#ffd9a0',
      seen: ramp(time, 1.8, 2.5),
      align: 'right',
    })
    grain(canvas)
  }
}
