import { DRAWING } from '@footnote/contract/shared/review-limits.ts'

/** Distance, as a share of the picture, by which a simplified line may miss a point of the drawn one. */
const TOLERANCE = 0.001

type Point = readonly [x: number, y: number]

/**
 * A line with fewer points that looks the same: Ramer-Douglas-Peucker (Douglas and Peucker 1973).
 * @param points x and y of each point, in shares of the picture
 */
export function simplified(points: readonly number[]): number[] {
  const line: Point[] = []
  for (let at = 0; at + 1 < points.length; at += 2) line.push([points[at] ?? 0, points[at + 1] ?? 0])
  let kept = reduced(line, TOLERANCE)
  for (let tolerance = 2 * TOLERANCE; kept.length > DRAWING.points; tolerance *= 2) kept = reduced(line, tolerance)
  return kept.flat()
}

function reduced(line: readonly Point[], tolerance: number): Point[] {
  const kept = new Set([0, line.length - 1])
  // A stack, because a line of many points could nest too deeply for calls.
  const parts: [number, number][] = [[0, line.length - 1]]
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [first, last] = part
    let [farthest, most] = [0, tolerance]
    for (let at = first + 1; at < last; at += 1) {
      const distance = fromLine(line[at], line[first], line[last])
      if (distance > most) [farthest, most] = [at, distance]
    }
    if (farthest === 0) continue
    kept.add(farthest)
    parts.push([first, farthest], [farthest, last])
  }
  return line.filter((_, at) => kept.has(at))
}

/** Distance of a point from the line between two others. */
function fromLine([x, y]: Point = [0, 0], [x1, y1]: Point = [0, 0], [x2, y2]: Point = [0, 0]): number {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / length))
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy)
}
