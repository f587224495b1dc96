/** Bytes sent until a time in milliseconds. */
interface Point {
  readonly at: number
  readonly sent: number
}

/** Milliseconds for the average: long enough to be steady, short enough to follow the connection. */
const WINDOW = 5_000

/** Speed of an upload over the last five seconds. */
export class UploadSpeed {
  readonly #total: number
  #points: Point[]

  /** @param total bytes to send @param now milliseconds */
  constructor(total: number, now: number) {
    this.#total = total
    this.#points = [{ at: now, sent: 0 }]
  }

  /** @returns bytes a second, and remaining seconds (null while unknown) */
  measure(sent: number, now: number): { speed: number; remaining: number | null } {
    this.#points = [
      ...this.#points.filter((_, index, all) => now - (all[index + 1]?.at ?? now) < WINDOW),
      { at: now, sent },
    ]
    const first = this.#points[0]!
    const elapsed = (now - first.at) / 1000
    const speed = elapsed > 0 ? (sent - first.sent) / elapsed : 0
    return { speed, remaining: speed > 0 ? (this.#total - sent) / speed : null }
  }
}
