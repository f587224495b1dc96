import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

/** How long the last words of a program that has ended may take to come, in milliseconds. */
const LAST_WORDS = 2_000

/** What a program writes, until it is its turn to be printed. */
interface Output {
  parts: (Buffer | string)[]
  ended: boolean
}

/**
 * Runs programs side by side and prints what they write as if each had begun when the one before it ended: what the
 * first of them writes comes at once, what others write once it is their turn.
 */
export class SideBySide {
  readonly #print: (part: Buffer | string) => void
  readonly #outputs: Output[] = []

  /** @param print is given each part of what is to be seen, in order */
  constructor(print: (part: Buffer | string) => void) {
    this.#print = print
  }

  /**
   * Starts a program, without input.
   * @param title is printed before what it writes
   * @returns whether it ended by itself and without an error
   */
  async run(title: string, program: string, words: readonly string[], options: SpawnOptions): Promise<boolean> {
    const output: Output = { parts: [title], ended: false }
    this.#outputs.push(output)
    this.#printFirst()
    const hear = (part: Buffer | string) => {
      output.parts.push(part)
      this.#printFirst()
    }
    const child = spawn(program, [...words], { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    const status = await endOf(child).catch((error: Error) => {
      hear(`${error.message}\n`)
      return null
    })
    output.ended = true
    this.#printFirst()
    return status === 0
  }

  #printFirst(): void {
    for (let first = this.#outputs[0]; first; first = this.#outputs[0]) {
      for (const part of first.parts.splice(0)) this.#print(part)
      if (!first.ended) return
      this.#outputs.shift()
    }
  }
}

/**
 * Does things in their order, so many at once; the next begins when one has ended.
 * @returns what came of each, in the order of the things
 */
export async function inTurn<Thing, Result>(
  things: readonly Thing[],
  at_once: number,
  act: (thing: Thing) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const work = async () => {
    while (next < things.length) {
      const place = next++
      results[place] = await act(things[place] as Thing)
    }
  }
  await Promise.all(Array.from({ length: at_once }, work))
  return results
}

/** @returns the status of a program once it has ended, null where a signal ended it @throws Error where it cannot be started */
async function endOf(child: ChildProcess): Promise<number | null> {
  const closed = once(child, 'close').catch(() => undefined)
  const [status] = (await once(child, 'exit')) as [number | null]
  // What it has started and left running may hold its pipes open for ever.
  await Promise.race([closed, wait(LAST_WORDS, undefined, { ref: false })])
  child.stdout?.destroy()
  child.stderr?.destroy()
  return status
}
