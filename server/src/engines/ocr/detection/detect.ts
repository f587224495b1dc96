import { type Quad, smallestQuad } from './quad.ts'

/** The detector's output: for each pixel the probability (0 to 1) that it is in the shrunken core of a line of text. */
export interface ProbabilityMap {
  readonly data: Float32Array
  readonly width: number
  readonly height: number
}

/** How to turn a probability map into lines. */
export interface BoxRules {
  /** Pixels above this are text. */
  readonly threshold: number
  /** Minimum mean of a component. */
  readonly box_threshold: number
  /** A rectangle grows by area * `unclip` / perimeter, since the detector was trained with shrunken lines. */
  readonly unclip: number
}

/** In pixels of the map. */
const SMALLEST_SIDE = 3

/**
 * Differentiable binarization's post-processing (Liao et al., 2020, arXiv:1911.08947).
 * @returns rectangles of lines (or of parts of lines) of text, grown to their full size, in the map's pixels
 */
export function findQuads(map: ProbabilityMap, rules: BoxRules): Quad[] {
  const quads: Quad[] = []
  for (const component of components(map, rules.threshold)) {
    const core = smallestQuad(component.edge)
    // Corners are pixel centres: the rectangle around whole pixels is one pixel larger.
    const width = core.width + 1
    const height = core.height + 1
    if (Math.min(width, height) < SMALLEST_SIDE || component.mean < rules.box_threshold) continue
    const growth = (width * height * rules.unclip) / (2 * (width + height))
    quads.push({ ...core, width: width + 2 * growth, height: height + 2 * growth })
  }
  return quads
}

interface Component {
  /** First and last pixel of each of its rows, as x, y pairs: enough for its hull. */
  edge: number[]
  mean: number
}

/** Connected text pixels (8 neighbours), by filling row runs from a stack. */
function components({ data, width, height }: ProbabilityMap, threshold: number): Component[] {
  const seen = new Uint8Array(width * height)
  const found: Component[] = []
  const is_text = (i: number) => seen[i] === 0 && (data[i] as number) > threshold
  for (let start = 0; start < data.length; start++) {
    if (!is_text(start)) continue
    const edge: number[] = []
    let sum = 0
    let count = 0
    const stack = [start]
    while (stack.length > 0) {
      const seed = stack.pop() as number
      if (!is_text(seed)) continue
      const y = Math.floor(seed / width)
      const row = y * width
      let left = seed
      while (left > row && is_text(left - 1)) left--
      let right = seed
      while (right < row + width - 1 && is_text(right + 1)) right++
      for (let i = left; i <= right; i++) {
        seen[i] = 1
        sum += data[i] as number
      }
      count += right - left + 1
      edge.push(left - row, y, right - row, y)
      const [from, to] = [Math.max(left - 1, row), Math.min(right + 1, row + width - 1)]
      if (y > 0) for (let i = from - width; i <= to - width; i++) if (is_text(i)) stack.push(i)
      if (y < height - 1) for (let i = from + width; i <= to + width; i++) if (is_text(i)) stack.push(i)
    }
    found.push({ edge, mean: sum / count })
  }
  return found
}
