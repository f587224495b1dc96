import { withStops } from '../drawing/light.ts'
import { glow, vertical } from './sky.ts'

type Canvas = OffscreenCanvasRenderingContext2D

/** The lighthouse, `size` pixels high, foot at x, ground. */
export function lighthouse(canvas: Canvas, x: number, ground: number, size: number, night: number) {
  const s = size / 300
  canvas.save()
  canvas.translate(x, ground)
  canvas.scale(s, s)
  const tower = new Path2D()
  tower.moveTo(-34, 0)
  tower.lineTo(-21, -226)
  tower.lineTo(21, -226)
  tower.lineTo(34, 0)
  tower.closePath()
  canvas.save()
  canvas.clip(tower)
  const bands = [night > 0.5 ? '#b9bfd6' : '#f7ead8', night > 0.5 ? '#7b3247' : '#c8402f']
  for (let band = 0; band < 6; band += 1) {
    canvas.fillStyle = bands[band % 2] ?? '#fff'
    canvas.fillRect(-40, -226 + band * 38, 80, 38.5)
  }
  const round = withStops(
    canvas.createLinearGradient(-34, 0, 34, 0),
    [0, 'rgba(255, 196, 130, .45)'],
    [0.2, 'rgba(255, 240, 220, .12)'],
    [0.55, 'rgba(40, 20, 60, .18)'],
    [1, 'rgba(30, 18, 60, .68)'],
  )
  canvas.fillStyle = round
  canvas.fillRect(-40, -230, 80, 232)
  canvas.restore()
  canvas.fillStyle = '#2a2336'
  for (const y of [-178, -104]) {
    canvas.beginPath()
    canvas.roundRect(-6, y, 12, 20, [6, 6, 0, 0])
    canvas.fill()
  }
  canvas.beginPath()
  canvas.roundRect(-9, -30, 18, 30, [9, 9, 0, 0])
  canvas.fill()
  canvas.fillStyle = '#292539'
  canvas.fillRect(-31, -234, 62, 9)
  canvas.strokeStyle = '#292539'
  canvas.lineWidth = 2
  canvas.strokeRect(-30, -250, 60, 17)
  for (let post = -30; post <= 30; post += 7.5) canvas.strokeRect(post, -250, 0.01, 17)
  canvas.fillStyle = vertical(canvas, -268, -234, [
    [0, '#fff6d8'],
    [1, '#ffcf7c'],
  ])
  canvas.fillRect(-15, -268, 30, 34)
  canvas.fillStyle = '#292539'
  for (const post of [-16, -5, 4, 14]) canvas.fillRect(post, -268, 2, 34)
  canvas.fillStyle = '#8e2f2c'
  canvas.beginPath()
  canvas.moveTo(-22, -267)
  canvas.quadraticCurveTo(-15, -290, 0, -294)
  canvas.quadraticCurveTo(15, -290, 22, -267)
  canvas.fill()
  canvas.fillRect(-1.5, -310, 3, 20)
  canvas.restore()
}

/** The turning beam of a lighthouse: `angle` in radians, seen from the side. */
export function beamOfLight(canvas: Canvas, x: number, y: number, angle: number, length: number, strength: number) {
  const reach = Math.cos(angle) * length
  const spread = 16 + Math.abs(reach) * 0.085
  const facing = Math.max(0, Math.sin(angle))
  canvas.save()
  canvas.globalCompositeOperation = 'lighter'
  const light = withStops(
    canvas.createLinearGradient(x, 0, x + reach, 0),
    [0, `rgba(255, 238, 190, ${0.55 * strength})`],
    [0.35, `rgba(255, 226, 170, ${0.2 * strength})`],
    [1, 'rgba(255, 220, 160, 0)'],
  )
  canvas.fillStyle = light
  canvas.beginPath()
  canvas.moveTo(x, y - 5)
  canvas.lineTo(x + reach, y - spread - 10)
  canvas.lineTo(x + reach, y + spread - 10)
  canvas.lineTo(x, y + 5)
  canvas.fill()
  canvas.restore()
  glow(canvas, x, y, 60 + 150 * facing ** 6, '#ffe3a4', strength * (0.6 + 0.4 * facing ** 6))
}
