import { disc, grainLayer, lettering, withStops } from '../drawing/light.ts'
import type { Draw } from '../film.ts'
import { ferry } from './boats.ts'
import { gullLayer } from './gulls.ts'
import { glow, hills, sky } from './sky.ts'
import { sprite } from './view.ts'
import { harbourWater, type Layer } from './water.ts'

/** The face of the station's clock. */
function clockFace(canvas: CanvasRenderingContext2D, x: number, y: number, r: number, minutes: number) {
  canvas.save()
  canvas.translate(x, y)
  const rim = withStops(canvas.createLinearGradient(-r, -r, r, r), [0, '#5d6f80'], [1, '#171d2c'])
  canvas.fillStyle = rim
  disc(canvas, 0, 0, r * 1.12)
  const face = withStops(
    canvas.createRadialGradient(-r * 0.3, -r * 0.4, r * 0.1, 0, 0, r),
    [0, '#fffaf0'],
    [1, '#e8d9c0'],
  )
  canvas.fillStyle = face
  disc(canvas, 0, 0, r)
  canvas.textBaseline = 'middle'
  for (let minute = 0; minute < 60; minute += 1) {
    canvas.save()
    canvas.rotate((minute / 30) * Math.PI)
    canvas.fillStyle = '#242235'
    canvas.fillRect(minute % 5 ? -0.8 : -2, -r * 0.95, minute % 5 ? 1.6 : 4, r * (minute % 5 ? 0.05 : 0.1))
    canvas.restore()
    if (minute % 5) continue
    const angle = (minute / 30) * Math.PI
    const at = [Math.sin(angle) * r * 0.72, -Math.cos(angle) * r * 0.72 + 2] as const
    lettering(canvas, String(minute / 5 || 12), at, { size: r * 0.2, weight: 600, colour: '#242235', align: 'center' })
  }
  canvas.lineCap = 'round'
  for (const [turn, long, wide] of [
    [minutes / 720, 0.5, 9],
    [minutes / 60, 0.78, 6],
  ] as const) {
    canvas.strokeStyle = '#242235'
    canvas.lineWidth = wide
    canvas.beginPath()
    canvas.moveTo(-Math.sin(turn * 2 * Math.PI) * r * 0.14, Math.cos(turn * 2 * Math.PI) * r * 0.14)
    canvas.lineTo(Math.sin(turn * 2 * Math.PI) * r * long, -Math.cos(turn * 2 * Math.PI) * r * long)
    canvas.stroke()
  }
  canvas.fillStyle = '#b8402f'
  disc(canvas, 0, 0, 8)
  canvas.restore()
}

/** Size of the board's time, and the baselines of the time and of the line above it, in pixels below the board's top. */
interface Board {
  readonly size: number
  readonly time: number
  readonly line: number
}
const BOARDS: Record<'small' | 'large', Board> = {
  small: { size: 58, time: 264, line: 206 },
  large: { size: 90, time: 264, line: 184 },
}

/**
 * The ferry's board and clock; behind them the ferry is about to leave.
 * @param departs how the board writes the time of the last departure
 */
export function departure(departs: keyof typeof BOARDS): Draw {
  const board = BOARDS[departs]
  const horizon = 470
  const heaven = sky({
    horizon,
    stops: [
      [0, '#1c2d57'],
      [0.5, '#4e5388'],
      [0.82, '#b6758a'],
      [1, '#ee9f7f'],
    ],
    disc: { at: [300, 440], radius: 0, colour: '#fff', glow: '#ff9f6e', reach: 480 },
    clouds: { count: 9, top: 60, bottom: 400, lit: '#d98f93', shade: '#464a7e', seed: 44 },
    stars: 60,
  })
  const far = sprite(1480, 720, (canvas) => {
    hills(canvas, 71, horizon, 110, 1.5, '#5a5788', '#97708c', -100, 1640)
    hills(canvas, 73, horizon, 56, 2.6, '#3b3d6c', '#5c4d77', -100, 900)
  })
  const water = harbourWater(horizon, { deep: [0.06, 0.09, 0.22], spark: [1, 0.7, 0.5], sun: [260, 0.35], calm: 0.9 })
  const grain = grainLayer(0.055)
  const [left, top, wide, high] = [606, 130, 560, 300]
  return (canvas, time) => {
    const layers: Layer[] = [
      { waterline: horizon, paint: (c) => c.drawImage(heaven, -time * 2, 0) },
      { waterline: horizon, paint: (c) => c.drawImage(far, -60 - time * 4, 0) },
      gullLayer(horizon, time, '#f6e2dc', [
        [120, 150, 46, 26],
        [420, 96, 32, 20],
      ]),
      {
        waterline: 516,
        paint: (c) => {
          c.translate(270 - time * 12, 516 + Math.sin(time * 1.3) * 2)
          ferry(c, 1.25)
          glow(c, 0, -70, 250, '#ff9d48', 0.1)
        },
      },
    ]
    water(canvas, layers, time + 30)
    canvas.save()
    canvas.translate(640, 360)
    canvas.scale(1 + time * 0.007, 1 + time * 0.007)
    canvas.translate(-640 - time * 3, -360)
    for (const x of [left + 70, left + wide - 92]) {
      const post = withStops(
        canvas.createLinearGradient(x, 0, x + 22, 0),
        [0, '#8d97a8'],
        [0.4, '#3e465c'],
        [1, '#171b2c'],
      )
      canvas.fillStyle = post
      canvas.fillRect(x, top + 20, 22, 700)
    }
    canvas.shadowColor = 'rgba(8, 8, 30, .5)'
    canvas.shadowBlur = 40
    canvas.shadowOffsetY = 14
    const panel = withStops(
      canvas.createLinearGradient(left, top, left + wide, top + high),
      [0, '#1f5263'],
      [1, '#12303f'],
    )
    canvas.fillStyle = panel
    canvas.beginPath()
    canvas.roundRect(left, top, wide, high, 14)
    canvas.fill()
    canvas.shadowColor = 'transparent'
    canvas.strokeStyle = 'rgba(244, 232, 208, .85)'
    canvas.lineWidth = 3
    canvas.beginPath()
    canvas.roundRect(left + 13, top + 13, wide - 26, high - 26, 7)
    canvas.stroke()
    lettering(canvas, 'Ferry', [left + 44, top + 92], { size: 62, weight: 700, colour: '#fff1d8' })
    lettering(canvas, 'to the islands', [left + 46, top + 136], { size: 33, weight: 480, colour: '#f0e2c8' })
    lettering(canvas, 'Last departure', [left + 46, top + board.line], { size: 25, weight: 480, colour: '#a9cdd2' })
    lettering(canvas, '20:15', [left + 44, top + board.time], { size: board.size, weight: 680, colour: '#ffcf6e' })
    clockFace(canvas, left + wide - 142, top + high / 2, 98, 20 * 60 + 9 + time * 0.4)
    canvas.restore()
    grain(canvas)
  }
}
