import path from 'node:path'
import { ffmpeg, H264 } from '../server/test/made-media.ts'

/** Grey films with one green cell, to check that a drawing covers what it covered when it was drawn. */

/** Frames a second, and seconds. */
export const RATE = 25
const SECONDS = 4
/** Of each film. */
export const FRAMES = RATE * SECONDS
/** The cell, in shares of the picture as it is shown: its left upper corner and its size. */
export const CELL = { x: 0.625, y: 0.125, width: 0.125, height: 0.25 } as const

interface Shape {
  readonly name: string
  /** Size of the stored picture in pixels. */
  readonly stored: readonly [width: number, height: number]
  /** Filter that says how players show it. */
  readonly shown?: string
  /** A quarter turn to the right that players make. */
  readonly turned?: true
}

const SHAPES: readonly Shape[] = [
  { name: 'Landscape', stored: [640, 360] },
  { name: 'Four to three', stored: [640, 480] },
  { name: 'Portrait', stored: [360, 640] },
  { name: 'Rotated', stored: [640, 360], turned: true },
  { name: 'Anamorphic', stored: [720, 576], shown: 'setsar=64/45' },
]

export const SHAPE_NAMES: readonly string[] = SHAPES.map(({ name }) => name)

/** File name of the film with a shape. */
export const cellFilm = (shape: string): string => `${shape}.mp4`

/** What makes the films, by file name. */
export const CELL_FILMS: Readonly<Record<string, (file: string) => Promise<void>>> = Object.fromEntries(
  SHAPES.map((shape) => [cellFilm(shape.name), (file: string) => makeCellFilm(file, shape)]),
)

async function makeCellFilm(file: string, { stored, shown, turned }: Shape): Promise<void> {
  const [width, height] = stored
  const { x, y, width: w, height: h } = turned ? turnedBack(CELL) : CELL
  const cell = `drawbox=x=${x * width}:y=${y * height}:w=${w * width}:h=${h * height}:color=0x00ff00:t=fill`
  const drawn = turned ? path.join(path.dirname(file), `before ${path.basename(file)}`) : file
  await ffmpeg(
    ...['-f', 'lavfi', '-i', `color=0x808080:s=${width}x${height}:r=${RATE}:d=${SECONDS},${cell}`],
    ...(shown ? ['-vf', shown] : []),
    ...[...H264, '-g', '5', '-movflags', '+faststart', drawn],
  )
  // The number says how far the stored picture is turned, to the right; players turn it back.
  if (turned) await ffmpeg('-i', drawn, '-c', 'copy', '-metadata:s:v:0', 'rotate=270', file)
}

/** A part of a picture before a quarter turn to the right. */
const turnedBack = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => ({
  x: y,
  y: 1 - x - width,
  width: height,
  height: width,
})
