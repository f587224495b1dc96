import { disc, withStops } from '../drawing/light.ts'
import { during, mix, ramp } from '../drawing/motion.ts'
import type { Draw, Shot } from '../film.ts'
import { FRAME } from '../film.ts'
import { dolly } from './dolly.ts'
import { printedMatter } from './print.ts'
import type { Scene, Vector } from './scene.ts'
import { card, fruit, opening, oven, served } from './still-lifes.ts'
import { type Camera, cameraAt, trace } from './tracer.ts'

/** Light paths a pixel: enough with the smoothing that follows. */
const PASSES = 12
const SIZE = [1400, 788] as const

interface View {
  eye: Vector
  look: Vector
  turn?: number
  /** Share of the sun that no cloud hides. */
  sunshine?: number
}

async function still(
  scene: Scene,
  view: (time: number) => View,
  over?: (canvas: CanvasRenderingContext2D, time: number, camera: Camera) => void,
): Promise<Draw> {
  const show = dolly(await trace({ ...scene, print: printedMatter() }, ...SIZE, PASSES))
  return (canvas, time) => {
    const { eye, look, turn, sunshine } = view(time)
    const camera = cameraAt(eye, look, scene.view, turn)
    canvas.drawImage(show(camera, sunshine ?? 1, 1.05), 0, 0)
    over?.(canvas, time, camera)
  }
}

/** Where the camera sees a point, in pixels. */
function seenAt(camera: Camera, point: Vector): [number, number] {
  const offset = point.map((x, axis) => x - (camera.eye[axis] ?? 0))
  const along = (axis: Vector) => offset.reduce((sum, x, index) => sum + x * (axis[index] ?? 0), 0)
  const scale = FRAME.height / 2 / camera.tangent / along(camera.forward)
  return [FRAME.width / 2 + along(camera.right) * scale, FRAME.height / 2 - along(camera.up) * scale]
}

function words(
  canvas: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  size: number,
  weight: number,
  seen: number,
) {
  canvas.globalAlpha = seen
  canvas.font = `${weight} ${size}px Inter`
  canvas.letterSpacing = `${-size * 0.022}px`
  canvas.fillStyle = '#fff6e2'
  canvas.shadowColor = 'rgba(8, 20, 26, .55)'
  canvas.shadowBlur = size * 0.5
  canvas.fillText(text, x, y + (1 - seen) * 8)
  canvas.shadowBlur = 0
  canvas.globalAlpha = 1
}

/** The clock's hands, turning from five past three to half past. */
function hands(canvas: CanvasRenderingContext2D, time: number, camera: Camera) {
  const minutes = mix(5, 30, ramp(time, 0.8, 4.2))
  const hand = (turn: number, length: number, width: number, colour: string, height: number, shift: number) => {
    const angle = turn * Math.PI * 2
    const end = (r: number): Vector => [
      1.25 + Math.sin(angle) * r + shift,
      height,
      0.1 + Math.cos(angle) * r - shift * 0.45,
    ]
    canvas.strokeStyle = colour
    canvas.lineWidth = width
    canvas.lineCap = 'round'
    canvas.beginPath()
    canvas.moveTo(...seenAt(camera, end(-0.16)))
    canvas.lineTo(...seenAt(camera, end(length)))
    canvas.stroke()
  }
  canvas.filter = 'blur(2.5px)'
  hand((3 + minutes / 60) / 12, 0.56, 11, 'rgba(40,34,30,.45)', 0.27, 0.06)
  hand(minutes / 60, 0.9, 8, 'rgba(40,34,30,.45)', 0.27, 0.08)
  canvas.filter = 'none'
  hand((3 + minutes / 60) / 12, 0.56, 11, '#2b2a2e', 0.32, 0)
  hand(minutes / 60, 0.9, 7, '#2b2a2e', 0.34, 0)
  hand(minutes, 0.95, 2.5, '#b8402c', 0.35, 0)
  const [x, y] = seenAt(camera, [1.25, 0.35, 0.1])
  canvas.fillStyle = '#b8402c'
  disc(canvas, x, y, 8)
}

/** Steam over a cup: a few soft wisps that rise, sway and fade. */
function steam(canvas: CanvasRenderingContext2D, time: number, [x, y]: [number, number], size: number) {
  for (let index = 0; index < 14; index += 1) {
    const age = (time * 0.28 + index / 14) % 1
    const sway = Math.sin(age * 5 + index * 2.4) * 22 * age + Math.sin(index * 7.1) * 16
    const radius = (16 + 44 * age) * size
    const [cx, cy] = [x + sway * size, y - age * 190 * size]
    const strength = 0.1 * Math.sin(Math.PI * age) ** 1.5
    canvas.fillStyle = withStops(
      canvas.createRadialGradient(cx, cy, 0, cx, cy, radius),
      [0, `rgba(255, 250, 240, ${strength})`],
      [1, 'rgba(255, 250, 240, 0)'],
    )
    canvas.fillRect(cx - radius, cy - radius, radius * 2, radius * 2)
  }
}

export const shots: Shot[] = [
  {
    seconds: 7,
    open: () =>
      still(
        opening,
        (t) => ({
          eye: [mix(-0.35, 0.3, t / 7), 11.2 - t * 0.08, -0.4],
          look: [mix(-0.35, 0.3, t / 7), 0, 0],
          sunshine: mix(0.22, 1, ramp(t, 0.2, 3)),
        }),
        (canvas, t) => {
          words(canvas, 'Kitchen notes', 74, 566, 30, 500, during(t, 1, 6.6))
          words(canvas, 'A lemon tart', 70, 644, 76, 650, during(t, 1.4, 6.6))
        },
      ),
  },
  {
    seconds: 6,
    open: () => still(fruit, (t) => ({ eye: [mix(-1.5, -0.5, t / 6), 2.9, -7.4], look: [0.1, 0.55, -0.4] })),
  },
  {
    seconds: 7,
    open: () =>
      still(card, (t) => ({
        eye: [mix(0.3, -0.4, t / 7), 9.5 - 0.06 * t, -0.5],
        look: [mix(0.3, -0.4, t / 7), 0, 0],
        turn: mix(1.2, -0.8, t / 7),
      })),
  },
  {
    seconds: 5,
    open: () =>
      still(
        oven,
        (t) => ({
          eye: [0.1 - t * 0.05, 8.6, -0.4],
          look: [0.1 - t * 0.05, 0, 0],
          sunshine: mix(1, 0.5, ramp(t, 1, 4)),
        }),
        (canvas, t, camera) => {
          hands(canvas, t, camera)
          words(canvas, '180 °C', 72, 622, 64, 650, during(t, 0.6, 4.9))
          words(canvas, 'Bake for 25 minutes', 75, 666, 30, 500, during(t, 0.9, 4.9))
        },
      ),
  },
  {
    seconds: 6,
    open: () =>
      still(
        served,
        (t) => ({ eye: [mix(-1.0, 0.1, t / 6), 5.5, -6.6], look: [0, 0.2, -0.1] }),
        (canvas, t, camera) => {
          steam(canvas, t + 4, seenAt(camera, [-3.2, 0.85, 1.2]), 0.9)
          words(canvas, 'Serve cold, with tea', 74, 656, 34, 560, during(t, 1.2, 6.4))
        },
      ),
  },
]
