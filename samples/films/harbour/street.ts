import { grainLayer, lettering } from '../drawing/light.ts'
import { mix, ramp, randomFrom } from '../drawing/motion.ts'
import type { Draw } from '../film.ts'
import { rowingBoat } from './boats.ts'
import { standingGull } from './gulls.ts'
import { type House, house, shopFront } from './houses.ts'
import { glow, sky, vertical } from './sky.ts'
import { lamp, walker } from './street-life.ts'
import { DUSK, sprite } from './view.ts'
import { harbourWater, type Layer } from './water.ts'

type Canvas = OffscreenCanvasRenderingContext2D

const ROW: House[] = [
  { x: 40, wide: 190, high: 300, wall: '#3f7f86', shade: '#23505f', roof: '#2d2b45', gable: 'point' },
  { x: 238, wide: 330, high: 252, wall: '#b04a3c', shade: '#6f2b34', roof: '#33284a', gable: 'step' },
  { x: 576, wide: 180, high: 330, wall: '#d8983f', shade: '#9c5f35', roof: '#2d2b45', gable: 'point' },
  { x: 764, wide: 250, high: 270, wall: '#e6cba4', shade: '#a88a80', roof: '#3a3050', gable: 'flat' },
  { x: 1022, wide: 200, high: 316, wall: '#7b5f86', shade: '#4b3a63', roof: '#2b2844', gable: 'step' },
  { x: 1230, wide: 210, high: 262, wall: '#c8704c', shade: '#7f4141', roof: '#33284a', gable: 'point' },
  { x: 1448, wide: 190, high: 300, wall: '#53748f', shade: '#324a6b', roof: '#2d2b45', gable: 'flat' },
]

/** The wall of the quay: stones, a dark line at the water, iron rings. */
function quayWall(canvas: Canvas, top: number, foot: number, width: number) {
  canvas.fillStyle = vertical(canvas, top, foot, [
    [0, '#8d7581'],
    [0.2, '#66566e'],
    [1, '#2a2a44'],
  ])
  canvas.fillRect(0, top, width, foot - top)
  const random = randomFrom(12)
  for (let row = 0; row * 19 < foot - top; row += 1)
    for (let x = -random() * 50; x < width; x += 40 + random() * 46) {
      canvas.fillStyle = `rgba(${random() < 0.5 ? '255, 220, 200' : '20, 14, 40'}, ${0.03 + random() * 0.08})`
      canvas.fillRect(x, top + 9 + row * 19, 38 + random() * 30, 17)
    }
  canvas.fillStyle = '#c9a79a'
  canvas.fillRect(0, top - 4, width, 9)
  canvas.fillStyle = 'rgba(16, 30, 36, .7)'
  canvas.fillRect(0, foot - 16, width, 16)
}

/** Coloured houses with lit windows, the fish market and people on their way home. */
export function street(): Draw {
  const [ground, foot] = [476, 540]
  const heaven = sky({
    horizon: 520,
    stops: DUSK,
    disc: { at: [1180, 470], radius: 0, colour: '#fff', glow: '#ffab6a', reach: 560 },
    clouds: { count: 9, top: 50, bottom: 300, lit: '#f5a98c', shade: '#6d6794', seed: 31 },
  })
  const row = sprite(1760, 720, (canvas) => {
    canvas.fillStyle = '#3b2f4c'
    canvas.fillRect(40, ground - 190, 1600, 190)
    for (const [index, one] of ROW.entries()) house(canvas, one, ground, 60 + index)
    shopFront(canvas, 252, 302, ground, 'FISH MARKET', '#1f4a5a', ['#f2e4cd', '#b8402f'])
    shopFront(canvas, 776, 226, ground, 'BAKERY', '#7a3b2c', undefined)
    quayWall(canvas, ground, foot, 1760)
    // A board on legs with the hours of the market.
    canvas.fillStyle = '#2c2430'
    canvas.fillRect(584, ground - 92, 108, 84)
    canvas.fillStyle = '#223a34'
    canvas.fillRect(590, ground - 86, 96, 68)
    lettering(canvas, 'Open', [638, ground - 60], { size: 23, weight: 600, colour: '#f4ecd8', align: 'center' })
    lettering(canvas, '6 to 4', [638, ground - 32], { size: 23, weight: 600, colour: '#ffd98a', align: 'center' })
    for (const x of [120, 730, 1240, 1560]) lamp(canvas, x, ground, 168, 1)
    for (const [x, light] of [
      [330, 150],
      [470, 150],
      [850, 120],
    ] as const)
      glow(canvas, x, ground - 40, light, '#ff9d4a', 0.42)
  })
  const water = harbourWater(foot, { deep: [0.07, 0.11, 0.24], spark: [1, 0.7, 0.4], sun: [1100, 0.25], calm: 0.75 })
  const grain = grainLayer(0.055)
  return (canvas, time) => {
    const pan = mix(-30, -210, ramp(time, -1.5, 8))
    const layers: Layer[] = [
      { waterline: 520, paint: (c) => c.drawImage(heaven, pan * 0.3, 0) },
      {
        waterline: foot,
        paint: (c) => {
          c.drawImage(row, pan, 0)
          walker(c, 700 + pan + time * 34, ground + 2, 92, time * 5.2, '#33506e', '#20273d')
          walker(c, 1010 + pan - time * 26, ground + 3, 86, time * 4.8 + 1, '#8b3a3f', '#e8c39a')
          c.translate(210 + pan, ground - 2)
          standingGull(c, 44, Math.sin(time * 2))
        },
      },
      {
        waterline: 640,
        paint: (c) => {
          c.translate(560 + pan * 1.25, 640 + Math.sin(time * 1.2) * 2)
          c.rotate(Math.sin(time) * 0.02)
          rowingBoat(c, 270, '#2f6d78')
        },
      },
      {
        waterline: 672,
        paint: (c) => {
          c.translate(1130 + pan * 1.35, 672 + Math.sin(time * 1.1 + 2) * 2)
          c.rotate(Math.sin(time * 0.9 + 1) * 0.02)
          rowingBoat(c, 310, '#c4553c')
        },
      },
    ]
    water(canvas, layers, time + 8)
    grain(canvas)
  }
}
