import { grainLayer, withStops } from '../drawing/light.ts'
import type { Draw } from '../film.ts'
import { sailingBoat } from './boats.ts'
import { fishingBoat } from './fishing-boat.ts'
import { gullLayer, standingGull } from './gulls.ts'
import { hills, sky } from './sky.ts'
import { sprite } from './view.ts'
import { harbourWater, type Layer } from './water.ts'

/** The red boat Martha at the quay, with gulls on the posts. */
export function redBoat(): Draw {
  const horizon = 388
  const heaven = sky({
    horizon,
    stops: [
      [0, '#31527f'],
      [0.45, '#7f7ea6'],
      [0.8, '#e7a08c'],
      [1, '#ffcf9d'],
    ],
    disc: { at: [240, 330], radius: 0, colour: '#fff', glow: '#ffb977', reach: 520 },
    clouds: { count: 12, top: 60, bottom: 330, lit: '#ffc39a', shade: '#8a7fa8', seed: 17 },
  })
  const far = sprite(1480, 720, (canvas) => {
    hills(canvas, 41, horizon, 120, 1.2, '#8c86ab', '#d9a79a', -100, 1600)
    hills(canvas, 43, horizon, 62, 2.4, '#615f8c', '#9d7c8e', 200, 1640)
  })
  const hull = sprite(760, 520, (canvas) => {
    canvas.translate(370, 430)
    fishingBoat(canvas, 1.06)
  })
  const post = (x: number, top: number, foot: number, wide: number, gull: number): Layer => ({
    waterline: foot,
    paint: (c) => {
      const wood = withStops(
        c.createLinearGradient(x, 0, x + wide, 0),
        [0, '#9c6a52'],
        [0.3, '#6d4a45'],
        [1, '#2b2138'],
      )
      c.fillStyle = wood
      c.fillRect(x, top, wide, foot - top)
      c.fillStyle = '#b98a6c'
      c.beginPath()
      c.ellipse(x + wide / 2, top, wide / 2, wide * 0.13, 0, 0, 7)
      c.fill()
      c.fillStyle = 'rgba(24, 40, 44, .75)'
      c.fillRect(x, foot - 34, wide, 34)
      c.fillStyle = '#d8c7a0'
      c.fillRect(x - 3, top + 34, wide + 6, 6)
      c.fillRect(x - 3, top + 43, wide + 6, 6)
      if (gull > 0) {
        c.translate(x + wide / 2, top - 1)
        standingGull(c, gull)
      }
    },
  })
  const water = harbourWater(horizon, { deep: [0.07, 0.17, 0.27], spark: [1, 0.78, 0.55], sun: [190, 0.5], calm: 0.8 })
  const grain = grainLayer(0.055)
  return (canvas, time) => {
    const pan = -70 + time * 11
    const bob = Math.sin(time * 1.25) * 4
    const layers: Layer[] = [
      { waterline: horizon, paint: (c) => c.drawImage(heaven, pan * 0.2 - 20, 0) },
      { waterline: horizon, paint: (c) => c.drawImage(far, pan * 0.3 - 60, 0) },
      {
        waterline: 408,
        paint: (c) => {
          c.translate(250 + pan * 0.45, 408)
          sailingBoat(c, 120, '#dfe3ea', '#ffe8d2', '#c89a92')
        },
      },
      gullLayer(horizon, time, '#fdeee2', [
        [980, 120, 56, -34],
        [1180, 190, 40, -30],
        [160, 96, 34, 16],
      ]),
      {
        waterline: 566,
        paint: (c) => {
          c.translate(760 + pan * 0.9, 566 + bob)
          c.rotate(Math.sin(time * 0.9) * 0.012)
          c.drawImage(hull, -370, -430)
        },
      },
      post(250 + pan * 1.3, 372, 640, 46, 104),
      post(330 + pan * 1.35, 430, 668, 50, 0),
      post(1130 + pan * 1.5, 402, 690, 58, 118),
    ]
    water(canvas, layers, time + 20)
    grain(canvas)
  }
}
