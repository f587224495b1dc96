import { createInterface } from 'node:readline/promises'

/**
 * Asks whoever sits at the terminal; a bare Enter means yes. Nothing else waits for it.
 * @returns null where nobody sits there, or the product ends before there is an answer
 */
export async function askAtTerminal(question: string, signal: AbortSignal): Promise<boolean | null> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return null
  // Without a mode of its own the terminal's Ctrl+C still ends the product.
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
