/** Clamps to 0..1. */
export const unit = (x: number) => Math.min(1, Math.max(0, x))

/** 0 before `from`, 1 after `to` (seconds), with a soft start and end. */
export function ramp(time: number, from: number, to: number): number {
  const x = unit((time - from) / (to - from))
  return x * x * x * (x * (x * 6 - 15) + 10)
}

/** Visible between `from` and `to` (seconds), fading in and out over `fade` seconds. */
export const during = (time: number, from: number, to: number, fade = 0.5) =>
  ramp(time, from, from + fade) * (1 - ramp(time, to - fade, to))

export const mix = (a: number, b: number, x: number) => a + (b - a) * x

/** Repeatable random numbers in 0..1 (mulberry32, public domain, Tommy Ettinger). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let x = Math.imul(state ^ (state >>> 15), 1 | state)
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296
  }
}
