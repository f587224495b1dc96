/** Bytes sent until a time in milliseconds. */
interface Point {
  readonly at: number
  readonly sent: number
}

/** Milliseconds for the average: long enough to be steady, short enough to follow the connection. */
const WINDOW = 5_000

/** Speed of an upload over the last five seconds. */
export class UploadSpeed {
  #points: Point[]

  /** @param sent bytes that were sent earlier @param now milliseconds */
  constructor(sent: number, now: number) {
    this.#points = [{ at: now, sent }]
  }

  /** @returns bytes a second */
  measure(sent: number, now: number): number {
    this.#points = [
      ...this.#points.filter((_, index, all) => now - (all[index + 1]?.at ?? now) < WINDOW),
      { at: now, sent },
    ]
    const first = this.#points[0]!
    const elapsed = (now - first.at) / 1000
    return elapsed > 0 ? Math.max(0, sent - first.sent) / elapsed : 0
  }
}
