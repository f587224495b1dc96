import { grainLayer } from '../drawing/light.ts'
import { during, randomFrom } from '../drawing/motion.ts'
import type { Draw } from '../film.ts'
import { sailingBoat } from './boats.ts'
import { gullLayer } from './gulls.ts'
import { beamOfLight, lighthouse } from './lighthouse.ts'
import { hills, sky } from './sky.ts'
import { DUSK, sprite, title } from './view.ts'
import { harbourWater, type Layer } from './water.ts'

/** The whole harbour at sunset, with the lighthouse on its point. */
export function sunset(): Draw {
  const horizon = 436
  const heaven = sky({
    horizon,
    stops: DUSK,
    disc: { at: [452, 334], radius: 36, colour: '#fff3cf', glow: '#ffb765', reach: 420 },
    clouds: { count: 15, top: 70, bottom: 372, lit: '#ffb98a', shade: '#7d6a94', seed: 8 },
  })
  const far = sprite(1480, 720, (canvas) => {
    hills(canvas, 3, horizon, 132, 1.4, '#8d7696', '#dc9b86', -100, 900)
    hills(canvas, 9, horizon, 96, 2.1, '#6f6389', '#b98287', 300, 1640)
    hills(canvas, 14, horizon, 46, 3.2, '#4d4c77', '#80617c', -160, 520)
  })
  const point = sprite(1480, 720, (canvas) => {
    lighthouse(canvas, 1010, horizon - 22, 262, 0)
    hills(canvas, 26, horizon + 6, 84, 2.2, '#3c3c62', '#2c2a4a', 730, 1560)
    for (const [x, wide, high, wall] of [
      [1128, 46, 30, '#d9b79a'],
      [1186, 38, 26, '#a4504a'],
      [1240, 52, 34, '#c8a58e'],
    ] as const) {
      const ground = horizon - 38
      canvas.fillStyle = wall
      canvas.fillRect(x, ground - high, wide, high)
      canvas.fillStyle = '#352f52'
      canvas.beginPath()
      canvas.moveTo(x - 5, ground - high)
      canvas.lineTo(x + wide / 2, ground - high - 20)
      canvas.lineTo(x + wide + 5, ground - high)
      canvas.fill()
      canvas.fillStyle = '#ffd98d'
      canvas.fillRect(x + 8, ground - high + 9, 8, 10)
      canvas.fillRect(x + wide - 18, ground - high + 9, 8, 10)
    }
    // Rocks at the foot of the point.
    const random = randomFrom(31)
    for (let rock = 0; rock < 34; rock += 1) {
      const [x, y, r] = [830 + random() * 640, horizon + 2 - random() * 16, 10 + random() * 26]
      canvas.fillStyle = random() < 0.5 ? '#39375c' : '#2b2947'
      canvas.beginPath()
      canvas.moveTo(x - r, y + 8)
      canvas.lineTo(x - r * 0.5, y - r * 0.5)
      canvas.lineTo(x + r * 0.3, y - r * 0.62)
      canvas.lineTo(x + r, y + 8)
      canvas.fill()
    }
  })
  const water = harbourWater(horizon, { deep: [0.1, 0.17, 0.32], spark: [1, 0.74, 0.42], sun: [436, 1], calm: 1 })
  const grain = grainLayer(0.055)
  return (canvas, time) => {
    const pan = -60 - time * 9
    const boat = (
      x: number,
      y: number,
      size: number,
      phase: number,
      hull: string,
      sail: string,
      shade: string,
    ): Layer => ({
      waterline: y,
      paint: (c) => {
        c.translate(x, y + Math.sin(time * 1.3 + phase) * size * 0.012)
        c.rotate(Math.sin(time * 0.9 + phase) * 0.022)
        sailingBoat(c, size, hull, sail, shade)
      },
    })
    const layers: Layer[] = [
      { waterline: horizon, paint: (c) => c.drawImage(heaven, pan * 0.25, 0) },
      { waterline: horizon, paint: (c) => c.drawImage(far, pan * 0.5, 0) },
      {
        waterline: horizon,
        paint: (c) => {
          c.drawImage(point, pan, 0)
          beamOfLight(c, 1010 + pan, horizon - 242, 0.8 + time * 0.62, 620, 0.42)
        },
      },
      gullLayer(horizon, time, '#fbe6d4', [
        [200, 190, 44, 30],
        [300, 236, 30, 26],
        [720, 150, 36, -24],
        [846, 214, 24, 20],
      ]),
      boat(690 + pan * 1.1 + time * 5, 458, 92, 0, '#efe2d0', '#ffe9cf', '#d99a7c'),
      boat(268 + pan * 1.2 + time * 9, 486, 150, 2, '#2f4a6b', '#fff0da', '#e0a184'),
      boat(930 + pan * 1.6 + time * 3, 560, 270, 4, '#8f2f34', '#fff4e2', '#d98f76'),
    ]
    water(canvas, layers, time)
    title(canvas, 'A walk through', 590, 44, during(time, 0.9, 7.4), 440)
    title(canvas, 'the harbour', 656, 76, during(time, 1.2, 7.4), 680)
    grain(canvas)
  }
}
