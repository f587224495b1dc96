/** A row that may be close to a query. */
export interface Candidate {
  readonly row_id: number
  readonly video_id: string
}

/** The rows with the largest of many sums, in a heap with the smallest on top; of equal sums the first rows. */
export class BestRows {
  readonly rows: Candidate[] = []
  readonly #sums: number[] = []
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** A smaller sum is not among the largest. */
  get least(): number {
    return this.rows.length < this.#most ? Number.NEGATIVE_INFINITY : (this.#sums[0] as number)
  }

  offer(sum: number, row_id: number, video_id: string): void {
    const { length } = this.rows
    if (length < this.#most) {
      this.#rise(length, sum, { row_id, video_id })
      return
    }
    if (this.#worse(sum, row_id, 0)) return
    this.#sink(sum, { row_id, video_id })
  }

  /** Adds a row at the end, and moves it before better ones. */
  #rise(end: number, sum: number, row: Candidate): void {
    let at = end
    for (; at > 0; ) {
      const parent = (at - 1) >> 1
      if (!this.#worse(sum, row.row_id, parent)) break
      this.#move(parent, at)
      at = parent
    }
    this.#sums[at] = sum
    this.rows[at] = row
  }

  /** Replaces the worst row, and moves the new one behind worse ones. */
  #sink(sum: number, row: Candidate): void {
    const { length } = this.rows
    let at = 0
    for (let child = 1; child < length; child = 2 * at + 1) {
      const other = child + 1
      if (other < length && this.#worse(this.#sums[other] as number, (this.rows[other] as Candidate).row_id, child))
        child = other
      if (this.#worse(sum, row.row_id, child)) break
      this.#move(child, at)
      at = child
    }
    this.#sums[at] = sum
    this.rows[at] = row
  }

  #worse(sum: number, row_id: number, than: number): boolean {
    const other = this.#sums[than] as number
    return sum < other || (sum === other && row_id > (this.rows[than] as Candidate).row_id)
  }

  #move(from: number, to: number): void {
    this.#sums[to] = this.#sums[from] as number
    this.rows[to] = this.rows[from] as Candidate
  }
}
