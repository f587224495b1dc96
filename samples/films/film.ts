import type { Drawing } from '@footnote/contract/shared/drawing/drawing.ts'

/** Paints one frame; `time` is seconds since the start of the shot. Must depend on nothing else. */
export type Draw = (canvas: CanvasRenderingContext2D, time: number) => void

/** A stretch of film between two cuts. `open` runs once in the browser and may render textures. */
export interface Shot {
  /** Length in seconds, a multiple of 1/25. */
  seconds: number
  open: () => Draw | Promise<Draw>
}

/** One spoken sentence: `at` is in seconds from the start of the film. */
export interface Line {
  at: number
  say: string
}

/** A comment of the sample collection. */
export interface SampleComment {
  /** Seconds from the start of the film. */
  start_time: number
  end_time: number | null
  content: string
  drawing: Drawing | null
}

/** One film of the sample collection: its facts, its narration and its shots in order. */
export interface Film {
  /** File name without extension, also that of the film's module. */
  name: string
  /** Folder of the film's module. */
  folder: string
  /** The cut before it. */
  version_of?: Film
  /** What a new company finds written on the film. */
  comments?: SampleComment[]
  title: string
  description: string
  voice: 'slt' | 'rms' | 'awb'
  /** How much slower than flite's own pace the voice speaks, 1 or more. */
  pace: number
  narration: Line[]
  shots: Shot[]
}

export const FRAME = { width: 1280, height: 720, rate: 25 } as const

/** Length of a film in seconds: its shots one after the other. */
export function filmSeconds(film: Film): number {
  return film.shots.reduce((sum, shot) => sum + shot.seconds, 0)
}
