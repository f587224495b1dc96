import { createInterface } from 'node:readline/promises'

/**
 * Asks the person at the terminal; a bare Enter means yes. Nothing else waits for the answer.
 * @returns null without a terminal, or when the product ends before the answer
 */
export async function askAtTerminal(question: string, signal: AbortSignal): Promise<boolean | null> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return null
  // With `terminal: false` Ctrl+C still ends the product.
  const terminal = createInterface({ input: process.stdin, output: process.stdout, terminal: false })
  try {
    const answer = await terminal.question(`footnote: ${question} [Y/n] `, { signal })
    return !/^\s*n/i.test(answer)
  } catch {
    return null
  } finally {
    terminal.close()
  }
}
