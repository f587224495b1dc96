import { FRAME } from '../film.ts'
import { randomFrom } from './motion.ts'

export type Point = readonly [number, number]

export function flatCanvas(
  width: number = FRAME.width,
  height: number = FRAME.height,
): OffscreenCanvasRenderingContext2D {
  const canvas = new OffscreenCanvas(width, height).getContext('2d')
  if (!canvas) throw new Error('This browser draws no 2D canvas')
  return canvas
}

/** A place along a gradient, from 0 to 1, and the colour there. */
export type Stop = readonly [at: number, colour: string]

/** A gradient with its colours. */
export function withStops(gradient: CanvasGradient, ...stops: readonly Stop[]): CanvasGradient {
  for (const [at, colour] of stops) gradient.addColorStop(at, colour)
  return gradient
}

/** Fills a disc around `x`, `y`. */
export function disc(
  canvas: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
) {
  canvas.beginPath()
  canvas.arc(x, y, radius, 0, 7)
  canvas.fill()
}

/** A polyline drawn up to `reach` pixels along its length, like light on its way. */
export function beam(
  canvas: OffscreenCanvasRenderingContext2D,
  points: Point[],
  reach: number,
  colour: string,
  width: number,
) {
  canvas.strokeStyle = colour
  canvas.lineWidth = width
  canvas.beginPath()
  let left = reach
  for (const [index, [x, y]] of points.entries()) {
    const before = points[index - 1]
    if (!before) {
      canvas.moveTo(x, y)
      continue
    }
    const length = Math.hypot(x - before[0], y - before[1])
    const share = Math.min(1, left / length)
    if (share <= 0) break
    canvas.lineTo(before[0] + (x - before[0]) * share, before[1] + (y - before[1]) * share)
    left -= length
  }
  canvas.stroke()
}

/** A layer of light: everything painted on it is added to the picture, sharp and with two halos. */
export function lightLayer() {
  const light = flatCanvas()
  const halo = flatCanvas(FRAME.width / 4, FRAME.height / 4)
  return (
    canvas: CanvasRenderingContext2D,
    paint: (light: OffscreenCanvasRenderingContext2D) => void,
    halos = 0.55,
  ) => {
    light.globalCompositeOperation = 'source-over'
    light.clearRect(0, 0, FRAME.width, FRAME.height)
    light.globalCompositeOperation = 'lighter'
    light.save()
    paint(light)
    light.restore()
    canvas.save()
    canvas.resetTransform()
    canvas.globalCompositeOperation = 'lighter'
    canvas.drawImage(light.canvas, 0, 0)
    for (const [blur, strength] of [
      [1.6, halos],
      [7, halos * 0.8],
    ] as const) {
      halo.clearRect(0, 0, FRAME.width, FRAME.height)
      halo.filter = `blur(${blur}px)`
      halo.drawImage(light.canvas, 0, 0, FRAME.width / 4, FRAME.height / 4)
      canvas.globalAlpha = strength
      canvas.drawImage(halo.canvas, 0, 0, FRAME.width, FRAME.height)
    }
    canvas.restore()
  }
}

/** The same fine grain over every frame: it breaks the steps of soft gradients and costs the encoder nothing. */
export function grainLayer(strength: number) {
  const side = 256
  const tile = flatCanvas(side, side)
  const data = tile.createImageData(side, side)
  const random = randomFrom(21)
  for (let index = 0; index < data.data.length; index += 4) {
    const grey = 128 + (random() + random() + random() - 1.5) * 150
    data.data.set([grey, grey, grey, 255], index)
  }
  tile.putImageData(data, 0, 0)
  const pattern = tile.createPattern(tile.canvas, 'repeat')
  return (canvas: CanvasRenderingContext2D) => {
    canvas.save()
    canvas.resetTransform()
    canvas.globalCompositeOperation = 'overlay'
    canvas.globalAlpha = strength
    if (pattern) canvas.fillStyle = pattern
    canvas.fillRect(0, 0, FRAME.width, FRAME.height)
    canvas.restore()
  }
}

/** Text in Inter, tightly set as its size asks for; `seen` is its opacity. */
export function lettering(
  canvas: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  text: string,
  [x, y]: Point,
  {
    size,
    weight = 500,
    colour = '#fff',
    seen = 1,
    align = 'left',
  }: { size: number; weight?: number; colour?: string; seen?: number; align?: CanvasTextAlign },
) {
  if (seen <= 0) return
  canvas.save()
  canvas.globalAlpha *= seen
  canvas.font = `${weight} ${size}px Inter`
  canvas.letterSpacing = `${size > 30 ? -size * 0.024 : 0}px`
  canvas.textAlign = align
  canvas.fillStyle = colour
  canvas.fillText(text, x, y)
  canvas.restore()
}
