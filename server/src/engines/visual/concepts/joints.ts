/** A joint in pixels of the network's frame. */
export interface Joint {
  readonly x: number
  readonly y: number
  /** 0 to 1. */
  readonly confidence: number
}

/** What MoveNet answers for each cell: a joint of each kind, the middle of a person, the way from there to each joint, and each joint's place in the cell. */
export type PoseMaps = readonly [joints: Float32Array, middles: Float32Array, ways: Float32Array, places: Float32Array]

/** Cells in a row, and pixels of each. */
const CELLS = 48
const STRIDE = 4
const JOINTS = 17
/** Added to the distance, in cells, that a joint's probability is divided by: as MoveNet itself does it. */
const NEAR = 1.8

/** The joints of the person in the middle, as MoveNet's own last steps find them (TensorFlow Hub, movenet/singlepose/lightning). */
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

/** The cell with the likeliest joint of a kind near a place. */
function nearest(joints: Float32Array, joint: number, row: number, column: number): number {
  let [best, most] = [0, Number.NEGATIVE_INFINITY]
  for (let cell = 0; cell < CELLS * CELLS; cell++) {
    const distance = Math.sqrt((Math.floor(cell / CELLS) - row) ** 2 + ((cell % CELLS) - column) ** 2)
    const likely = (joints[cell * JOINTS + joint] as number) / (distance + NEAR)
    if (likely > most) [best, most] = [cell, likely]
  }
  return best
}
