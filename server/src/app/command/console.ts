import { printable } from '@footnote/contract/shared/text.ts'

/** Where a command reads and writes. */
export interface Console {
  readonly env: NodeJS.ProcessEnv
  /** Prints a sentence about what happens meanwhile, on the standard error. */
  readonly say: (sentence: string) => void
  /** Prints the result on the standard output: the object with --json, otherwise the lines. */
  readonly answer: (result: object, lines: readonly string[]) => void
  /** Asks the person at the terminal; null without a terminal. */
  readonly ask: (question: string) => Promise<boolean | null>
}

/** Writes to the terminal. @param wantsJson read when the result is there */
export function openConsole(env: NodeJS.ProcessEnv, wantsJson: () => boolean, ask: Console['ask']): Console {
  return {
    env,
    say: (sentence) => void process.stderr.write(`${printable(`footnote: ${sentence}`)}\n`),
    answer(result, lines) {
      const text = wantsJson() ? JSON.stringify(result, null, 2) : lines.map(printable).join('\n')
      process.stdout.write(`${text}\n`)
    },
    ask,
  }
}
