import { beam, grainLayer, lettering, lightLayer, type Point, withStops } from '../drawing/light.ts'
import { ramp } from '../drawing/motion.ts'
import type { Draw } from '../film.ts'
import { darkRoom, PALE } from './bench.ts'

/** Colour of light of a wavelength in nanometres (after Dan Bruton's piecewise fit), 0..1 each. */
function colourOf(wave: number): [number, number, number] {
  const up = (from: number, to: number) => Math.min(1, Math.max(0, (wave - from) / (to - from)))
  const red = Math.max(up(510, 585), 0.5 * (1 - up(400, 445)))
  const green = up(440, 495) * (1 - up(578, 645))
  const blue = 1 - up(488, 512)
  const edge = 0.35 + 0.65 * Math.min(up(385, 425), 1 - up(650, 700))
  return [red * edge, green * edge, blue * edge]
}

type Ray = { at: Point; along: Point }

/** Bends a ray where it meets the edge from p to q of a glass; `index` is the ratio of what it leaves to what it enters. */
function bend(ray: Ray, p: Point, q: Point, index: number): Ray {
  const [ex, ey] = [q[0] - p[0], q[1] - p[1]]
  const cross = ray.along[0] * ey - ray.along[1] * ex
  const t = ((p[0] - ray.at[0]) * ey - (p[1] - ray.at[1]) * ex) / cross
  const at: Point = [ray.at[0] + ray.along[0] * t, ray.at[1] + ray.along[1] * t]
  const length = Math.hypot(ex, ey)
  let [nx, ny] = [ey / length, -ex / length]
  let cosine = -(nx * ray.along[0] + ny * ray.along[1])
  if (cosine < 0) [nx, ny, cosine] = [-nx, -ny, -cosine]
  const root = Math.sqrt(Math.max(0, 1 - index * index * (1 - cosine * cosine)))
  const turn = index * cosine - root
  return { at, along: [index * ray.along[0] + turn * nx, index * ray.along[1] + turn * ny] }
}

/** A white beam is spread by a prism; its dispersion is many times that of real glass, so that it fits the frame. */
export function colours(): Draw {
  const room = darkRoom([600, 400], '#1c1f42', '#06060f')
  const light = lightLayer()
  const grain = grainLayer(0.1)
  const [top, left, right]: [Point, Point, Point] = [
    [540, 150],
    [342, 494],
    [738, 494],
  ]
  const screenX = 1130
  const paths = Array.from({ length: 120 }, (_, index) => {
    const wave = 395 + (index / 119) * 300
    const glass = 1.5 + 0.105 * ((550 / wave) ** 2 - 1)
    const start: Ray = { at: [-20, 452], along: [Math.cos(0.26), -Math.sin(0.26)] }
    const inside = bend(start, left, top, 1 / glass)
    const out = bend(inside, top, right, glass)
    const end: Point = [screenX, out.at[1] + ((screenX - out.at[0]) / out.along[0]) * out.along[1]]
    return { wave, points: [start.at, inside.at, out.at, end] as Point[] }
  })
  return (canvas, time) => {
    canvas.drawImage(room, 0, 0)
    const zoom = 1.0 + 0.008 * time
    canvas.translate(640, 400)
    canvas.scale(zoom, zoom)
    canvas.translate(-640, -400)
    canvas.fillStyle = '#1a1c2e'
    canvas.fillRect(screenX, 190, 26, 470)
    canvas.fillStyle = '#33364d'
    canvas.fillRect(screenX, 190, 4, 470)
    const body = new Path2D()
    for (const point of [top, right, left]) body.lineTo(...point)
    body.closePath()
    const glass = withStops(
      canvas.createLinearGradient(...left, ...top),
      [0, 'rgba(120, 150, 220, .1)'],
      [1, 'rgba(205, 225, 255, .26)'],
    )
    canvas.fillStyle = glass
    canvas.fill(body)
    const transform = canvas.getTransform()
    light(canvas, (layer) => {
      layer.setTransform(transform)
      const reach = ramp(time, 0.1, 2.2) * 1320
      for (const { wave, points } of paths) {
        const [red, green, blue] = colourOf(wave)
        const strength = (share: number) => `rgb(${red * share}, ${green * share}, ${blue * share})`
        beam(layer, points.slice(0, 2), reach, strength(4.6), 6)
        const first = Math.hypot(
          (points[1]?.[0] ?? 0) - (points[0]?.[0] ?? 0),
          (points[1]?.[1] ?? 0) - (points[0]?.[1] ?? 0),
        )
        beam(layer, points.slice(1), Math.max(0, reach - first), strength(25), 5)
        const shown = ramp(time, 1.9, 2.6)
        const end = points[3]
        if (end && shown > 0) {
          layer.fillStyle = strength(46 * shown)
          layer.fillRect(screenX, end[1] - 5, 9, 10)
        }
      }
    })
    canvas.strokeStyle = 'rgba(215, 230, 255, .75)'
    canvas.lineWidth = 2
    canvas.lineJoin = 'round'
    canvas.stroke(body)
    canvas.save()
    canvas.clip(body)
    canvas.filter = 'blur(5px)'
    canvas.strokeStyle = 'rgba(255, 255, 255, .45)'
    canvas.lineWidth = 9
    canvas.beginPath()
    canvas.moveTo(top[0] - 8, top[1] + 24)
    canvas.lineTo(left[0] + 26, left[1] - 20)
    canvas.stroke()
    canvas.restore()
    canvas.resetTransform()
    lettering(canvas, 'White light is a rainbow', [72, 104], {
      size: 46,
      weight: 620,
      colour: PALE,
      seen: ramp(time, 0.3, 1),
    })
    const label = (text: string, y: number, colour: string) =>
      lettering(canvas, text, [1186, y], { size: 26, weight: 560, colour, seen: ramp(time, 2.4, 3) })
    const ends = paths.map((path) => path.points[3]?.[1] ?? 0)
    label('red', (ends.at(-26) ?? 0) + 4, '#ff8f7d')
    label('blue', (ends[34] ?? 0) + 10, '#8fb4ff')
    grain(canvas)
  }
}
