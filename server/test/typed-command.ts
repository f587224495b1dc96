import { spawn } from 'node:child_process'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** What a command printed, and how it ended. */
export interface Typed {
  readonly code: number | null
  readonly out: string
  readonly error: string
}

/** Types `footnote` with words, in another process. @param env its settings */
export function typeCommand(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  { input = '', signal }: { readonly input?: string; readonly signal?: AbortSignal } = {},
): Promise<Typed> {
  const settings = { PATH: process.env.PATH, HOME: process.env.HOME, MODELS: 'off', ...env }
  const child = spawn(process.execPath, [path.join(ROOT, 'bin/footnote.mjs'), ...words], { cwd: ROOT, env: settings })
  signal?.addEventListener('abort', () => child.kill('SIGKILL'))
  let [out, error] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    error += text
  })
  child.stdin.end(input)
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, error })))
}
