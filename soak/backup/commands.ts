import { setTimeout as wait } from 'node:timers/promises'
import { type CommandOutcome, typeCommand } from '../../server/test/typed-command.ts'

/** Settings of an installation that a command works on. */
export type Installation = Readonly<Record<string, string>> & { readonly DATA_DIR: string }

/** Types a command. @throws Error with what it printed when it fails */
export async function must(words: readonly string[], installation: Installation): Promise<CommandOutcome> {
  const typed = await typeCommand(words, installation)
  if (typed.code !== 0)
    throw new Error(`footnote ${words.join(' ')} ended with ${typed.code}: ${typed.error}${typed.out}`)
  return typed
}

/** Types a command and kills it after some milliseconds. @returns whether it had not ended by itself */
export async function killAfter(
  milliseconds: number,
  words: readonly string[],
  installation: Installation,
): Promise<boolean> {
  const killer = new AbortController()
  const typed = typeCommand(words, installation, { signal: killer.signal })
  await Promise.race([wait(milliseconds), typed])
  killer.abort()
  return (await typed).code === null
}

/** @returns milliseconds that some work takes */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
