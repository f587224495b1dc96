import { disc, grainLayer } from '../drawing/light.ts'
import { mix, ramp, randomFrom } from '../drawing/motion.ts'
import type { Draw } from '../film.ts'
import { ferry } from './boats.ts'
import { beamOfLight, lighthouse } from './lighthouse.ts'
import { glow, hills, sky } from './sky.ts'
import { sprite, title } from './view.ts'
import { harbourWater, type Layer } from './water.ts'

/** Night: the moon, the ferry with its lights, and the beam of the lighthouse. */
export function night(): Draw {
  const horizon = 452
  const heaven = sky({
    horizon,
    stops: [
      [0, '#070d22'],
      [0.5, '#152449'],
      [0.85, '#2f4372'],
      [1, '#4b5b86'],
    ],
    disc: { at: [352, 150], radius: 40, colour: '#fff6df', glow: '#8fa6dd', reach: 360 },
    clouds: { count: 6, top: 250, bottom: 410, lit: '#54669a', shade: '#1d2c55', seed: 23 },
    stars: 420,
  })
  const land = sprite(1480, 720, (canvas) => {
    canvas.fillStyle = 'rgba(120, 130, 175, .35)'
    for (const [x, y, r] of [
      [340, 140, 9],
      [362, 162, 12],
      [368, 136, 6],
    ] as const) {
      disc(canvas, x - 10, y, r)
    }
    hills(canvas, 61, horizon, 104, 1.5, '#22305c', '#35456f', -100, 1640)
    hills(canvas, 64, horizon, 70, 2.6, '#141d40', '#202c54', -160, 760)
    const random = randomFrom(77)
    for (let lit = 0; lit < 60; lit += 1) {
      const [x, y] = [random() * 640, horizon - 4 - random() ** 2 * 34]
      canvas.fillStyle = random() < 0.75 ? '#ffcf7e' : '#ffe9c2'
      canvas.fillRect(x, y, 2.4, 3)
      glow(canvas, x + 1, y + 1, 9, '#ffb45e', 0.5)
    }
    hills(canvas, 66, horizon + 6, 96, 1.9, '#10173a', '#0b102a', 780, 1600)
    lighthouse(canvas, 1036, horizon - 46, 300, 1)
  })
  const water = harbourWater(horizon, { deep: [0.02, 0.05, 0.13], spark: [0.75, 0.82, 1], sun: [312, 0.75], calm: 0.9 })
  const grain = grainLayer(0.055)
  return (canvas, time) => {
    const pan = -20 - time * 6
    const layers: Layer[] = [
      { waterline: horizon, paint: (c) => c.drawImage(heaven, pan * 0.2 - 36, 0) },
      {
        waterline: horizon,
        paint: (c) => {
          c.drawImage(land, pan, 0)
          beamOfLight(c, 1036 + pan, horizon - 296, 2.9 + time * 1.15, 900, 0.9)
        },
      },
      {
        waterline: 500,
        paint: (c) => {
          c.translate(mix(300, 560, time / 6), 500 + Math.sin(time * 1.1) * 1.5)
          ferry(c, 0.92)
          glow(c, 0, -56, 210, '#ff9d48', 0.14)
        },
      },
    ]
    water(canvas, layers, time + 50)
    title(canvas, 'Good night', 650, 54, ramp(time, 1.6, 2.4))
    grain(canvas)
  }
}
