/** A joint, in pixels of the network's frame. */
export interface Joint {
  readonly x: number
  readonly y: number
  /** 0 to 1. */
  readonly confidence: number
}

/**
 * MoveNet's outputs for each cell: the probability of each joint, of a person's middle, the vector from there to each
 * joint, and each joint's offset in the cell.
 */
export type PoseMaps = readonly [joints: Float32Array, middles: Float32Array, ways: Float32Array, places: Float32Array]

/** Cells in a row, and pixels of each. */
const CELLS = 48
const STRIDE = 4
const JOINTS = 17
/** MoveNet divides a joint's probability by its distance plus this, in cells. */
const NEAR = 1.8

/**
 * The joints of the person in the middle, by MoveNet's own final steps (TensorFlow Hub, movenet/singlepose/lightning).
 */
export function jointsOf([joints, middles, ways, places]: PoseMaps): Joint[] {
  const person = middles.indexOf(middles.reduce((most, value) => Math.max(most, value)))
  const [row, column] = [Math.floor(person / CELLS), person % CELLS]
  return Array.from({ length: JOINTS }, (_, joint) => {
    const way = 2 * (person * JOINTS + joint)
    const cell = nearest(joints, joint, row + (ways[way] as number), column + (ways[way + 1] as number))
    const place = 2 * (cell * JOINTS + joint)
    return {
      y: STRIDE * (Math.floor(cell / CELLS) + (places[place] as number)),
      x: STRIDE * ((cell % CELLS) + (places[place + 1] as number)),
      confidence: joints[cell * JOINTS + joint] as number,
    }
  })
}

/** The cell with the most likely joint of a kind near a place. */
function nearest(joints: Float32Array, joint: number, row: number, column: number): number {
  let [best, most] = [0, Number.NEGATIVE_INFINITY]
  for (let cell = 0; cell < CELLS * CELLS; cell++) {
    const distance = Math.sqrt((Math.floor(cell / CELLS) - row) ** 2 + ((cell % CELLS) - column) ** 2)
    const likely = (joints[cell * JOINTS + joint] as number) / (distance + NEAR)
    if (likely > most) [best, most] = [cell, likely]
  }
  return best
}
