import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('./api-process.ts', import.meta.url))

/**
 * Starts the API as a separate process with its own folder.
 * @param settings environment variables besides those of a test
 * @param kept the folder of a process that was killed, in place of a new one
 */
export async function startApiBeside(database_url: string, settings: NodeJS.ProcessEnv = {}, kept?: string) {
  const folder = kept ?? (await mkdtemp(path.join(tmpdir(), 'footnote-api-beside-')))
  const child = spawn(process.execPath, [PROGRAM, database_url, folder], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const logged: { level?: number; msg?: string }[] = []
  const lines = createInterface({ input: child.stdout })
  const port = Promise.withResolvers<string>()
  lines.on('line', (line) => (line.startsWith('{') ? logged.push(JSON.parse(line)) : port.resolve(line)))
  const ended = () => child.exitCode !== null || child.signalCode !== null
  child.once('exit', () => port.reject(new Error('The API process ended before it answered.')))
  const base = `http://127.0.0.1:${await port.promise}`
  const kill = async () => {
    child.kill('SIGKILL')
    if (!ended()) await once(child, 'exit')
  }
  return {
    base,
    folder,
    pid: child.pid!,
    /** Lines of its log. */
    logged,
    ended,
    async health() {
      const answer = await fetch(`${base}/api/health`)
      return { status: answer.status, retry_after: answer.headers.get('retry-after'), json: await answer.json() }
    },
    /** Leaves its folder. */
    kill,
    async stop() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type ApiBeside = Awaited<ReturnType<typeof startApiBeside>>
