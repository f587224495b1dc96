import { beam, disc, grainLayer, lettering, lightLayer, type Point, withStops } from '../drawing/light.ts'
import { mix, ramp } from '../drawing/motion.ts'
import type { Draw } from '../film.ts'
import { darkRoom } from './bench.ts'

const CREAM = '#ffeede'

/** A red apple, `r` pixels in radius, lit from the upper left. */
function apple(canvas: CanvasRenderingContext2D, r: number) {
  const body = new Path2D()
  body.moveTo(0, -r * 0.72)
  body.bezierCurveTo(r * 0.35, -r * 1.06, r * 1.12, -r * 0.9, r * 1.02, 0)
  body.bezierCurveTo(r * 0.96, r * 0.66, r * 0.5, r * 1.04, r * 0.2, r * 0.92)
  body.bezierCurveTo(r * 0.08, r * 0.87, -r * 0.08, r * 0.87, -r * 0.2, r * 0.92)
  body.bezierCurveTo(-r * 0.5, r * 1.04, -r * 0.96, r * 0.66, -r * 1.02, 0)
  body.bezierCurveTo(-r * 1.12, -r * 0.9, -r * 0.35, -r * 1.06, 0, -r * 0.72)
  const skin = withStops(
    canvas.createRadialGradient(-r * 0.42, -r * 0.45, r * 0.05, -r * 0.1, -r * 0.05, r * 1.25),
    [0, '#ff9a7a'],
    [0.25, '#e8402f'],
    [0.7, '#a81420'],
    [1, '#4d0717'],
  )
  canvas.fillStyle = skin
  canvas.fill(body)
  canvas.save()
  canvas.clip(body)
  canvas.filter = `blur(${r * 0.05}px)`
  canvas.fillStyle = 'rgba(255, 225, 200, .75)'
  canvas.beginPath()
  canvas.ellipse(-r * 0.46, -r * 0.42, r * 0.2, r * 0.13, -0.7, 0, 7)
  canvas.fill()
  canvas.fillStyle = 'rgba(60, 10, 10, .6)'
  canvas.beginPath()
  canvas.ellipse(0, -r * 0.74, r * 0.34, r * 0.13, 0, 0, 7)
  canvas.fill()
  canvas.restore()
  canvas.strokeStyle = '#5b3a1f'
  canvas.lineCap = 'round'
  canvas.lineWidth = r * 0.075
  canvas.beginPath()
  canvas.moveTo(0, -r * 0.66)
  canvas.quadraticCurveTo(r * 0.02, -r * 0.95, r * 0.16, -r * 1.12)
  canvas.stroke()
  const leaf = withStops(canvas.createLinearGradient(r * 0.1, -r, r * 0.7, -r * 1.2), [0, '#2f5d24'], [1, '#86b84a'])
  canvas.fillStyle = leaf
  canvas.beginPath()
  canvas.moveTo(r * 0.08, -r * 0.92)
  canvas.quadraticCurveTo(r * 0.3, -r * 1.4, r * 0.82, -r * 1.24)
  canvas.quadraticCurveTo(r * 0.6, -r * 0.84, r * 0.08, -r * 0.92)
  canvas.fill()
}

/** The eye, cut open from the side: cornea, iris, lens and retina. */
function eyeball(canvas: CanvasRenderingContext2D, r: number, thick: number) {
  const wall = withStops(
    canvas.createRadialGradient(-r * 0.3, -r * 0.3, r * 0.2, 0, 0, r * 1.06),
    [0, '#fff6ea'],
    [0.86, '#e9cdb9'],
    [1, '#b98c7e'],
  )
  canvas.fillStyle = wall
  disc(canvas, 0, 0, r * 1.045)
  const inside = withStops(
    canvas.createRadialGradient(-r * 0.15, 0, r * 0.1, 0, 0, r * 0.97),
    [0, '#5a2334'],
    [0.72, '#7d2c37'],
    [0.93, '#c75742'],
    [1, '#f0a06d'],
  )
  canvas.fillStyle = inside
  disc(canvas, 0, 0, r * 0.955)
  // Blood vessels run over the retina.
  canvas.strokeStyle = 'rgba(255, 190, 150, .35)'
  for (const side of [-1, 1])
    for (const start of [0.12, 0.34, 0.56]) {
      canvas.lineWidth = 2.4 - start * 2
      canvas.beginPath()
      canvas.arc(0, 0, r * (0.925 - start * 0.03), side * start, side * (start + 0.75), side < 0)
      canvas.stroke()
    }
  const cornea = new Path2D()
  cornea.moveTo(-r * 0.86, -r * 0.5)
  cornea.quadraticCurveTo(-r * 1.36, 0, -r * 0.86, r * 0.5)
  cornea.quadraticCurveTo(-r * 1.02, 0, -r * 0.86, -r * 0.5)
  canvas.fillStyle = 'rgba(150, 205, 220, .5)'
  canvas.fill(cornea)
  canvas.strokeStyle = 'rgba(225, 245, 250, .95)'
  canvas.lineWidth = 3
  canvas.stroke(cornea)
  for (const side of [-1, 1]) {
    const iris = withStops(
      canvas.createLinearGradient(0, side * r * 0.16, 0, side * r * 0.52),
      [0, '#1f5f6b'],
      [0.5, '#4fb0a6'],
      [1, '#163f4d'],
    )
    canvas.fillStyle = iris
    canvas.beginPath()
    canvas.moveTo(-r * 0.83, side * r * 0.17)
    canvas.quadraticCurveTo(-r * 0.86, side * r * 0.4, -r * 0.84, side * r * 0.5)
    canvas.lineTo(-r * 0.73, side * r * 0.57)
    canvas.quadraticCurveTo(-r * 0.73, side * r * 0.36, -r * 0.78, side * r * 0.17)
    canvas.fill()
  }
  const lens = withStops(
    canvas.createLinearGradient(-r * 0.62 - thick, 0, -r * 0.62 + thick, 0),
    [0, 'rgba(255, 246, 214, .95)'],
    [0.5, 'rgba(250, 214, 150, .6)'],
    [1, 'rgba(255, 236, 190, .9)'],
  )
  canvas.fillStyle = lens
  canvas.strokeStyle = 'rgba(255, 250, 230, .9)'
  canvas.lineWidth = 2
  canvas.beginPath()
  canvas.ellipse(-r * 0.6, 0, thick, r * 0.36, 0, 0, 7)
  canvas.fill()
  canvas.stroke()
}

function label(canvas: CanvasRenderingContext2D, text: string, from: Point, to: Point, seen: number) {
  canvas.save()
  canvas.globalAlpha = seen
  canvas.strokeStyle = 'rgba(255, 236, 214, .8)'
  canvas.lineWidth = 1.5
  canvas.beginPath()
  canvas.moveTo(...from)
  canvas.lineTo(...to)
  canvas.stroke()
  canvas.restore()
  lettering(canvas, text, [to[0], to[1] + (to[1] > from[1] ? 32 : -14)], {
    size: 27,
    weight: 540,
    colour: CREAM,
    seen,
    align: 'center',
  })
}

/** An apple and its small picture, upside down, at the back of the eye. */
export function eye(): Draw {
  const room = darkRoom([880, 390], '#6b3340', '#180d1a')
  const light = lightLayer()
  const grain = grainLayer(0.1)
  const [x, y, r] = [890, 396, 226]
  return (canvas, time) => {
    canvas.drawImage(room, 0, 0)
    canvas.translate(mix(14, -14, time / 5), 0)
    const appleX = 240
    canvas.save()
    canvas.translate(appleX, y + 6)
    canvas.fillStyle = 'rgba(10, 4, 12, .45)'
    canvas.filter = 'blur(14px)'
    canvas.beginPath()
    canvas.ellipse(14, 118, 112, 18, 0, 0, 7)
    canvas.fill()
    canvas.filter = 'none'
    apple(canvas, 112)
    canvas.restore()
    canvas.save()
    canvas.translate(x, y)
    const thick = r * mix(0.125, 0.165, ramp(time, 2, 3.4))
    eyeball(canvas, r, thick)
    canvas.beginPath()
    canvas.arc(0, 0, r * 0.95, 0, 7)
    canvas.clip()
    canvas.globalAlpha = ramp(time, 1.3, 2.2)
    canvas.translate(r * 0.86, 0)
    canvas.scale(-0.42, -1)
    apple(canvas, 46)
    canvas.restore()
    const transform = canvas.getTransform()
    light(
      canvas,
      (layer) => {
        layer.setTransform(transform)
        const lensX = x - r * 0.6
        for (const side of [-1, 1])
          for (const spread of [-0.12, 0, 0.12]) {
            const path: Point[] = [
              [appleX + 18, y + side * 96],
              [lensX, y + spread * r],
              [x + r * 0.86, y - side * 43],
            ]
            layer.globalAlpha = 0.6
            beam(layer, path, ramp(time, 0.2, 1.7) * 1000, side < 0 ? '#ffd27a' : '#ff9a76', 2)
          }
      },
      0.35,
    )
    label(canvas, 'cornea', [x - r * 1.07, y + 40], [x - r * 1.2, y + 232], ramp(time, 1.4, 1.9))
    label(canvas, 'lens', [x - r * 0.6, y + r * 0.3], [x - r * 0.6, y + 262], ramp(time, 1.7, 2.2))
    label(canvas, 'retina', [x + r * 0.9, y - r * 0.3], [x + r * 1.16, y - 196], ramp(time, 2, 2.5))
    canvas.resetTransform()
    lettering(canvas, 'A lens in your eye', [72, 104], {
      size: 46,
      weight: 620,
      colour: CREAM,
      seen: ramp(time, 0.3, 1),
    })
    grain(canvas)
  }
}
