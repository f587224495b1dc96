import { disc, flatCanvas, type Stop, withStops } from '../drawing/light.ts'
import { randomFrom } from '../drawing/motion.ts'
import { FRAME } from '../film.ts'

type Canvas = OffscreenCanvasRenderingContext2D

/** Vertical gradient from colour stops. */
export function vertical(canvas: Canvas, top: number, bottom: number, stops: readonly Stop[]): CanvasGradient {
  return withStops(canvas.createLinearGradient(0, top, 0, bottom), ...stops)
}

export interface SkyLook {
  horizon: number
  stops: readonly Stop[]
  /** The sun or the moon. */
  disc: { at: readonly [number, number]; radius: number; colour: string; glow: string; reach: number }
  clouds?: { count: number; top: number; bottom: number; lit: string; shade: string; seed: number }
  stars?: number
}

/** A sky down to the horizon, once for a whole shot; 200 pixels wider than the frame for the camera to move. */
export function sky(look: SkyLook): OffscreenCanvas {
  const width = FRAME.width + 200
  const canvas = flatCanvas(width, FRAME.height)
  const random = randomFrom(look.clouds?.seed ?? 5)
  canvas.fillStyle = vertical(canvas, 0, look.horizon, look.stops)
  canvas.fillRect(0, 0, width, FRAME.height)
  for (let star = 0; star < (look.stars ?? 0); star += 1) {
    const y = random() ** 1.4 * look.horizon
    canvas.globalAlpha = (0.25 + 0.75 * random() ** 3) * (1 - y / look.horizon) ** 0.5
    canvas.fillStyle = random() < 0.2 ? '#ffe9c8' : '#e8f0ff'
    disc(canvas, random() * width, y, 0.5 + 1.1 * random() ** 4)
  }
  canvas.globalAlpha = 1
  const { at, radius, colour, glow, reach } = look.disc
  const halo = withStops(
    canvas.createRadialGradient(...at, radius * 0.5, ...at, reach),
    [0, glow],
    [0.25, `color-mix(in srgb, ${glow} 45%, transparent)`],
    [1, `color-mix(in srgb, ${glow} 0%, transparent)`],
  )
  canvas.globalCompositeOperation = 'screen'
  canvas.fillStyle = halo
  canvas.fillRect(0, 0, width, FRAME.height)
  canvas.globalCompositeOperation = 'source-over'
  canvas.fillStyle = colour
  disc(canvas, ...at, radius)
  if (look.clouds) clouds(canvas, look, random, width)
  canvas.clearRect(0, look.horizon, width, FRAME.height)
  return canvas.canvas
}

/** Banks of cloud: flat below and lit there, heaped above. */
function clouds(canvas: Canvas, look: SkyLook, random: () => number, width: number) {
  const { count, top, bottom, lit, shade } = look.clouds as NonNullable<SkyLook['clouds']>
  for (let index = 0; index < count; index += 1) {
    const y = top + (bottom - top) * (index / Math.max(1, count - 1))
    const scale = 0.35 + 0.65 * (1 - (y - top) / (bottom - top + 1))
    const [x, long] = [random() * width, (150 + random() * 330) * (0.5 + scale * 0.6)]
    canvas.save()
    canvas.filter = `blur(${3 + 7 * scale}px)`
    canvas.globalAlpha = 0.34 + 0.3 * random()
    for (let puff = 0; puff < 34; puff += 1) {
      const along = random() * 2 - 1
      const high = (1 - along * along) * 34 * scale
      const [px, py] = [x + along * long, y - random() * high]
      const r = (10 + random() * 30) * scale * (1 - 0.6 * Math.abs(along))
      const body = withStops(canvas.createLinearGradient(0, py - r, 0, py + r * 0.6), [0, shade], [1, lit])
      canvas.fillStyle = body
      canvas.beginPath()
      canvas.ellipse(px, py, r * 2.6, r * 0.62, 0, 0, 7)
      canvas.fill()
    }
    canvas.restore()
  }
}

/** A line of hills that ends at `base`; `rough` bends it, light comes from `lit`. */
export function hills(
  canvas: Canvas,
  seed: number,
  base: number,
  height: number,
  rough: number,
  top: string,
  foot: string,
  from = -120,
  to = 1400,
) {
  const random = randomFrom(seed)
  const waves = Array.from({ length: 6 }, (_, index) => [random() * 7, (index + 1) * rough, 1 / (index + 1.2)] as const)
  canvas.fillStyle = vertical(canvas, base - height, base, [
    [0, top],
    [1, foot],
  ])
  canvas.beginPath()
  canvas.moveTo(from, base)
  for (let x = from; x <= to; x += 6) {
    const edge = Math.min(1, (x - from) / 160, (to - x) / 160)
    const sum = waves.reduce(
      (total, [phase, frequency, share]) => total + Math.sin(phase + x * frequency * 0.004) * share,
      0,
    )
    canvas.lineTo(x, base - height * Math.max(0, edge) * (0.55 + 0.22 * sum))
  }
  canvas.lineTo(to, base)
  canvas.fill()
}

/** A soft round light. */
export function glow(canvas: Canvas, x: number, y: number, radius: number, colour: string, strength = 1) {
  const light = withStops(
    canvas.createRadialGradient(x, y, 0, x, y, radius),
    [0, colour],
    [0.3, `color-mix(in srgb, ${colour} 36%, transparent)`],
    [1, `color-mix(in srgb, ${colour} 0%, transparent)`],
  )
  canvas.save()
  canvas.globalCompositeOperation = 'lighter'
  canvas.globalAlpha *= strength
  canvas.fillStyle = light
  canvas.fillRect(x - radius, y - radius, radius * 2, radius * 2)
  canvas.restore()
}
