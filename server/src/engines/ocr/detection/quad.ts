/** A rectangle at any angle, in pixels. `angle`, in radians, is between its width and the x axis, -90 to 90 degrees. */
export interface Quad {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly angle: number
}

/** Pairs x, y, x, y. */
export type Points = readonly number[]

/** The points' convex hull, counter-clockwise (Andrew's monotone chain). */
function convexHull(points: Points): number[] {
  const order = Array.from({ length: points.length / 2 }, (_, i) => i)
  const x = (i: number) => points[2 * i] as number
  const y = (i: number) => points[2 * i + 1] as number
  order.sort((a, b) => x(a) - x(b) || y(a) - y(b))
  const turn = (a: number, b: number, c: number) => (x(b) - x(a)) * (y(c) - y(a)) - (y(b) - y(a)) * (x(c) - x(a))
  const chain = (indices: number[]) => {
    const hull: number[] = []
    for (const i of indices) {
      while (hull.length >= 2 && turn(hull.at(-2) as number, hull.at(-1) as number, i) <= 0) hull.pop()
      hull.push(i)
    }
    hull.pop()
    return hull
  }
  const hull = order.length < 3 ? order : [...chain(order), ...chain(order.toReversed())]
  return hull.flatMap((i) => [x(i), y(i)])
}

/**
 * The smallest rectangle around points (it shares a side with the convex hull), rotated so that its width is within 45
 * degrees of the horizontal: lines of text are wider than high, and upright ones stay upright here.
 */
export function smallestQuad(points: Points): Quad {
  const hull = convexHull(points)
  const count = hull.length / 2
  let best: Quad | null = null
  for (let i = 0; i < count; i++) {
    const j = (i + 1) % count
    const dx = (hull[2 * j] as number) - (hull[2 * i] as number)
    const dy = (hull[2 * j + 1] as number) - (hull[2 * i + 1] as number)
    const quad = around(hull, Math.atan2(dy, dx))
    if (!best || quad.width * quad.height < best.width * best.height) best = quad
  }
  return best ?? around(hull, 0)
}

function around(points: Points, direction: number): Quad {
  // A quarter turn changes which side is the width, but never the rectangle.
  const angle = direction - (Math.PI / 2) * Math.round(direction / (Math.PI / 2))
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let i = 0; i < points.length; i += 2) {
    const along = (points[i] as number) * cos + (points[i + 1] as number) * sin
    const across = (points[i + 1] as number) * cos - (points[i] as number) * sin
    left = Math.min(left, along)
    right = Math.max(right, along)
    top = Math.min(top, across)
    bottom = Math.max(bottom, across)
  }
  const along = (left + right) / 2
  const across = (top + bottom) / 2
  return {
    x: along * cos - across * sin,
    y: along * sin + across * cos,
    width: right - left,
    height: bottom - top,
    angle,
  }
}

/** The upright rectangle around a quad. */
export function boundsOf(quad: Quad): { left: number; top: number; right: number; bottom: number } {
  const cos = Math.abs(Math.cos(quad.angle))
  const sin = Math.abs(Math.sin(quad.angle))
  const across = (quad.width * cos + quad.height * sin) / 2
  const down = (quad.width * sin + quad.height * cos) / 2
  return { left: quad.x - across, top: quad.y - down, right: quad.x + across, bottom: quad.y + down }
}
