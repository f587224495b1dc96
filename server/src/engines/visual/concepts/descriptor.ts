import { type Picture, raw } from '../networks/picture.ts'
import { toLab } from './colours.ts'

/** Rows and columns of the grid for a picture's layout. */
const GRID = 4
const SAMPLE = 64
const DIRECTIONS = 8
/** Weights of the three parts in the cosine: the content, the colours and their places, and the directions of edges. */
const WEIGHTS = { features: 0.5, colours: 0.3, edges: 0.2 } as const

/**
 * A unit-length vector that compares pictures without an embedding: the detector's own features, mean colours of a
 * grid, and a histogram of edge directions per cell (after HOG, Dalal and Triggs 2005).
 * @param features mean activations of the object network
 */
export async function describePicture(picture: Picture, features: Float32Array): Promise<Float32Array> {
  const data = await raw(picture).resize(SAMPLE, SAMPLE, { fit: 'fill' }).raw().toBuffer()
  const colours = new Float32Array(GRID * GRID * 3)
  const edges = new Float32Array(GRID * GRID * DIRECTIONS)
  const lightness = new Float32Array(SAMPLE * SAMPLE)
  const per_cell = (SAMPLE / GRID) ** 2
  for (let index = 0; index < lightness.length; index++) {
    const lab = toLab(data[index * 3] as number, data[index * 3 + 1] as number, data[index * 3 + 2] as number)
    lightness[index] = lab[0]
    const cell = cellOf(index)
    const centred = [lab[0] - 50, lab[1], lab[2]]
    for (let channel = 0; channel < 3; channel++)
      add(colours, cell * 3 + channel, (centred[channel] as number) / per_cell)
  }
  for (let y = 1; y < SAMPLE - 1; y++)
    for (let x = 1; x < SAMPLE - 1; x++) {
      const at = y * SAMPLE + x
      const dx = (lightness[at + 1] as number) - (lightness[at - 1] as number)
      const dy = (lightness[at + SAMPLE] as number) - (lightness[at - SAMPLE] as number)
      const angle = ((Math.atan2(dy, dx) + Math.PI) / Math.PI) % 1
      add(edges, cellOf(at) * DIRECTIONS + Math.min(DIRECTIONS - 1, Math.floor(angle * DIRECTIONS)), Math.hypot(dx, dy))
    }
  // Activations are positive with a common mean; only deviations from it distinguish pictures.
  const mean = features.reduce((sum, value) => sum + value, 0) / Math.max(1, features.length)
  return unit(
    joined([
      [features.map((value) => value - mean), WEIGHTS.features],
      [colours, WEIGHTS.colours],
      [edges, WEIGHTS.edges],
    ]),
  )
}

function cellOf(index: number): number {
  const column = Math.floor(((index % SAMPLE) * GRID) / SAMPLE)
  const row = Math.floor((Math.floor(index / SAMPLE) * GRID) / SAMPLE)
  return row * GRID + column
}

function add(values: Float32Array, at: number, value: number): void {
  values[at] = (values[at] as number) + value
}

/**
 * Scales each part to unit length and weights it, so that the cosine of the whole is the weighted mean of the parts'
 * cosines.
 */
function joined(parts: [values: Float32Array, weight: number][]): Float32Array {
  const all = new Float32Array(parts.reduce((length, [values]) => length + values.length, 0))
  let offset = 0
  for (const [values, weight] of parts) {
    const root = Math.sqrt(weight)
    all.set(
      unit(values).map((value) => value * root),
      offset,
    )
    offset += values.length
  }
  return all
}

function unit(values: Float32Array): Float32Array {
  // biome-ignore lint/plugin: the numbers of a descriptor
  const length = Math.hypot(...values)
  return length > 0 ? values.map((value) => value / length) : values
}
