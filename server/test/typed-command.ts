import { spawn } from 'node:child_process'
import path from 'node:path'
import { Writable } from 'node:stream'
import { runCommand } from '../src/app/command/command.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** What a command printed, and how it ended. */
export interface CommandOutcome {
  readonly code: number | null
  readonly out: string
  readonly error: string
}

/**
 * Runs `footnote` with words in this process, which saves the seconds in which another one starts.
 * @param env its settings
 */
export async function runWords(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandOutcome> {
  const [out, error] = [new Text(), new Text()]
  const code = await runCommand(ROOT, words, settingsOf(env), { out, error })
  return { code, out: out.text, error: error.text }
}

/** Keeps what is written. */
class Text extends Writable {
  text = ''
  override _write(part: Buffer, _encoding: string, done: () => void): void {
    this.text += part
    done()
  }
}

const settingsOf = (env: Readonly<Record<string, string>>) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  MODELS: 'off',
  ...env,
})

/** Types `footnote` with words, in another process. @param env its settings */
export function typeCommand(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<CommandOutcome> {
  const program = path.join(ROOT, 'bin/footnote.mjs')
  const child = spawn(process.execPath, [program, ...words], { cwd: ROOT, env: settingsOf(env) })
  signal?.addEventListener('abort', () => child.kill('SIGKILL'))
  let [out, error] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    error += text
  })
  child.stdin.end()
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, error })))
}
