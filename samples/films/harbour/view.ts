import { flatCanvas, lettering } from '../drawing/light.ts'
import type { SkyLook } from './sky.ts'

type Canvas = OffscreenCanvasRenderingContext2D

export const DUSK: SkyLook['stops'] = [
  [0, '#22406a'],
  [0.3, '#5a6797'],
  [0.55, '#b0788f'],
  [0.78, '#f29a70'],
  [1, '#ffd49a'],
]

/** A picture painted once and used in every frame. */
export function sprite(width: number, height: number, paint: (canvas: Canvas) => void): OffscreenCanvas {
  const canvas = flatCanvas(width, height)
  paint(canvas)
  return canvas.canvas
}

export function title(
  canvas: CanvasRenderingContext2D,
  text: string,
  y: number,
  size: number,
  seen: number,
  weight = 640,
) {
  canvas.save()
  canvas.shadowColor = 'rgba(20, 16, 44, .5)'
  canvas.shadowBlur = size * 0.4
  lettering(canvas, text, [72, y + (1 - seen) * 8], { size, weight, colour: '#fff3de', seen })
  canvas.restore()
}
