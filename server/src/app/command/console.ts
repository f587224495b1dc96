import { printable } from '@footnote/contract/shared/text.ts'

/** Where a command reads and writes. */
export interface Console {
  readonly env: NodeJS.ProcessEnv
  /** Prints a sentence about what happens meanwhile, on the standard error. */
  readonly say: (sentence: string) => void
  /** Shows how far the work is: one line that changes on a terminal, now and then a line elsewhere. */
  readonly progress: (sentence: string) => void
  /** Prints the result on the standard output: the object with --json, otherwise the lines. */
  readonly answer: (result: object, lines: readonly string[]) => void
  /** Asks the person at the terminal; null without a terminal. */
  readonly ask: (question: string) => Promise<boolean | null>
}

/** The streams of a command: those of this process, except in tests. */
export interface Streams {
  readonly out: NodeJS.WritableStream
  /** `columns` is the width of a terminal. */
  readonly error: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number }
}

/** Milliseconds between two lines about progress without a terminal. */
const PROGRESS_PAUSE = 10_000

/** Writes to the streams. @param wantsJson read when the result is there */
export function openConsole(
  env: NodeJS.ProcessEnv,
  { out, error }: Streams,
  wantsJson: () => boolean,
  ask: Console['ask'],
): Console {
  const terminal = error.isTTY === true
  let shown = false
  let spoken = Date.now()
  const clear = () => {
    if (shown) error.write('\r\u001b[K')
    shown = false
  }
  return {
    env,
    say(sentence) {
      clear()
      error.write(`${printable(`footnote: ${sentence}`)}\n`)
    },
    progress(sentence) {
      if (!terminal && Date.now() < spoken + PROGRESS_PAUSE) return
      spoken = Date.now()
      clear()
      shown = terminal
      error.write(printable(`footnote: ${sentence}`).slice(0, terminal ? (error.columns ?? 80) - 1 : undefined))
      if (!terminal) error.write('\n')
    },
    answer(result, lines) {
      clear()
      const text = wantsJson() ? JSON.stringify(result, null, 2) : lines.map(printable).join('\n')
      out.write(`${text}\n`)
    },
    ask,
  }
}
