import { beam, flatCanvas, grainLayer, lettering, lightLayer, type Point, withStops } from '../drawing/light.ts'
import { during, mix, ramp } from '../drawing/motion.ts'
import type { Draw } from '../film.ts'
import { FRAME } from '../film.ts'

export const PALE = '#e9eefc'
export const SOFT = '#9aaad2'

/** The dark room behind all rays: a pool of blue light on a fine grid. */
export function darkRoom(pool: Point, tint: string, dark = '#070a16'): OffscreenCanvas {
  const canvas = flatCanvas()
  canvas.fillStyle = dark
  canvas.fillRect(0, 0, FRAME.width, FRAME.height)
  const light = withStops(
    canvas.createRadialGradient(...pool, 0, ...pool, 860),
    [0, tint],
    [0.45, `color-mix(in oklab, ${tint} 42%, ${dark})`],
    [1, dark],
  )
  canvas.fillStyle = light
  canvas.fillRect(0, 0, FRAME.width, FRAME.height)
  canvas.strokeStyle = 'rgba(150, 175, 235, .055)'
  canvas.lineWidth = 1
  for (let x = 40.5; x < FRAME.width; x += 40) canvas.strokeRect(x, -9, 0.01, FRAME.height + 18)
  for (let y = 0.5; y < FRAME.height; y += 40) canvas.strokeRect(-9, y, FRAME.width + 18, 0.01)
  return canvas.canvas
}

/** A glass lens seen from the side. */
export function glassLens(canvas: CanvasRenderingContext2D, [x, y]: Point, half: number, thick: number) {
  const bulge = thick * 1.0
  const shape = new Path2D()
  shape.moveTo(x - 5, y - half)
  shape.quadraticCurveTo(x - bulge - 5, y, x - 5, y + half)
  shape.lineTo(x + 5, y + half)
  shape.quadraticCurveTo(x + bulge + 5, y, x + 5, y - half)
  shape.closePath()
  const glass = withStops(
    canvas.createLinearGradient(x - thick / 2, 0, x + thick / 2, 0),
    [0, 'rgba(190, 225, 255, .42)'],
    [0.25, 'rgba(120, 175, 240, .16)'],
    [0.7, 'rgba(110, 160, 235, .12)'],
    [1, 'rgba(200, 230, 255, .38)'],
  )
  canvas.fillStyle = glass
  canvas.fill(shape)
  canvas.save()
  canvas.clip(shape)
  const sheen = withStops(
    canvas.createLinearGradient(0, y - half, 0, y + half),
    [0, 'rgba(255, 255, 255, .38)'],
    [0.3, 'rgba(255, 255, 255, .02)'],
    [0.75, 'rgba(255, 255, 255, 0)'],
    [1, 'rgba(160, 200, 255, .3)'],
  )
  canvas.fillStyle = sheen
  canvas.fillRect(x - thick, y - half, thick * 2, half * 2)
  canvas.filter = 'blur(3px)'
  canvas.strokeStyle = 'rgba(255, 255, 255, .75)'
  canvas.lineWidth = 5
  canvas.beginPath()
  canvas.moveTo(x - 6 - thick * 0.19, y - half * 0.66)
  canvas.quadraticCurveTo(x - thick * 0.42, y - half * 0.3, x - thick * 0.4, y + half * 0.12)
  canvas.stroke()
  canvas.restore()
  canvas.strokeStyle = 'rgba(205, 228, 255, .8)'
  canvas.lineWidth = 1.6
  canvas.stroke(shape)
}

/** A dimension line with ticks at both ends. */
export function dimension(
  canvas: CanvasRenderingContext2D,
  x1: number,
  x2: number,
  y: number,
  text: string,
  seen: number,
) {
  canvas.save()
  canvas.globalAlpha = seen
  canvas.strokeStyle = SOFT
  canvas.lineWidth = 1.5
  canvas.beginPath()
  canvas.moveTo(x1, y)
  canvas.lineTo(x2, y)
  for (const x of [x1, x2]) {
    canvas.moveTo(x, y - 9)
    canvas.lineTo(x, y + 9)
  }
  canvas.stroke()
  lettering(canvas, text, [(x1 + x2) / 2, y + 38], { size: 26, colour: PALE, align: 'center' })
  canvas.restore()
}

/** Parallel rays meet in the focus; a rounder lens brings it nearer. */
export function focus(): Draw {
  const room = darkRoom([560, 380], '#1b2c5e')
  const light = lightLayer()
  const grain = grainLayer(0.1)
  const [lensX, axis] = [450, 372]
  return (canvas, time) => {
    canvas.drawImage(room, 0, 0)
    canvas.translate(640, 372)
    canvas.scale(1 + time * 0.006, 1 + time * 0.006)
    canvas.translate(-640, -372)
    const rounder = ramp(time, 3.6, 5.0)
    const far = mix(470, 300, rounder)
    const thick = mix(78, 118, rounder)
    canvas.setLineDash([3, 9])
    canvas.strokeStyle = 'rgba(170, 190, 240, .5)'
    canvas.strokeRect(-20, axis, FRAME.width + 40, 0.01)
    canvas.setLineDash([])
    const transform = canvas.getTransform()
    light(canvas, (layer) => {
      layer.setTransform(transform)
      for (let ray = -5; ray <= 5; ray += 1) {
        const y = ray * 29
        const bulge = (thick / 2) * (1 - (ray / 6.6) ** 2)
        const slope = -y / (far + 8)
        const path: Point[] = [
          [-30, axis + y],
          [lensX - bulge, axis + y],
          [lensX + bulge, axis + y + slope * bulge * 1.1],
          [lensX + far, axis],
          [1340, axis - (y / far) * (1340 - lensX - far)],
        ]
        const reach = ramp(time, 0.15, 2.3) * 1650
        const warm = `rgb(255, ${196 + Math.abs(ray) * 5}, ${104 + Math.abs(ray) * 16})`
        layer.globalAlpha = 0.62
        beam(layer, path, reach, warm, 2.2)
      }
      const glow = withStops(
        layer.createRadialGradient(lensX + far, axis, 0, lensX + far, axis, 46),
        [0, `rgba(255, 240, 205, ${0.95 * ramp(time, 1.5, 2.2)})`],
        [0.14, `rgba(255, 220, 150, ${0.6 * ramp(time, 1.5, 2.2)})`],
        [1, 'rgba(255, 200, 120, 0)'],
      )
      layer.globalAlpha = 1
      layer.fillStyle = glow
      layer.fillRect(lensX + far - 60, axis - 60, 120, 120)
    })
    glassLens(canvas, [lensX, axis], 205, thick)
    dimension(canvas, lensX, lensX + far, axis + 232, 'focal length', during(time, 2.2, 7, 0.5))
    lettering(canvas, 'focus', [lensX + far, axis - 48], {
      size: 26,
      weight: 560,
      colour: '#ffe0a3',
      seen: ramp(time, 2, 2.6),
      align: 'center',
    })
    canvas.resetTransform()
    lettering(canvas, 'All rays meet in the focus', [72, 104], {
      size: 46,
      weight: 620,
      colour: PALE,
      seen: ramp(time, 0.3, 1),
    })
    grain(canvas)
  }
}
