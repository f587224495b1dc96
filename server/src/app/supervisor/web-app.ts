import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { ConfigError } from '../../platform/config.ts'
import { tiedCommand } from './processes.ts'

const NOT_SOURCES = new Set(['node_modules', 'dist', '.cache'])

/**
 * Builds the web app unless `web/dist` was built from exactly these sources.
 * @param root the project's folder
 * @param signal aborts a running build
 * @throws Error with Vite's own words when the build fails.
 */
export async function buildWebAppWhenStale(
  root: string,
  say: (sentence: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const web = join(root, 'web')
  const note = join(web, '.cache', 'built-from')
  const sources = digest(root)
  const built = existsSync(join(web, 'dist', 'index.html')) && existsSync(note)
  if (built && readFileSync(note, 'utf8') === sources) return
  say('building the web app')
  await run([join(web, 'build.ts')], web, signal)
  mkdirSync(dirname(note), { recursive: true })
  writeFileSync(note, sources)
}

/** @throws ConfigError when no web app was built */
export async function requireWebApp(root: string): Promise<void> {
  if (!existsSync(join(root, 'web', 'dist', 'index.html')))
    throw new ConfigError(`There is no web app in ${join(root, 'web', 'dist')}. Type: npm run build`)
}

function run(args: readonly string[], cwd: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    // The API may run as another account, which must be able to read the web app.
    const umask = process.umask(0o022)
    // The served app is a production build, even when a developer's shell sets NODE_ENV.
    const env = { ...process.env, NODE_ENV: 'production' }
    const build = tiedCommand('KILL', [process.execPath, ...args])
    const child = spawn(build.program, build.args, { cwd, env, signal, stdio: ['ignore', 'pipe', 'pipe'] })
    process.umask(umask)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`The web app could not be built.\n${output}`)),
    )
  })
}

/** A digest of everything that the built web app depends on. */
function digest(root: string): string {
  const hash = createHash('sha256')
  const files = ['web', 'contract'].flatMap((folder) => filesUnder(join(root, folder)))
  for (const file of [...files, join(root, 'package-lock.json')])
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

function filesUnder(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    if (NOT_SOURCES.has(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesUnder(path) : [path]
  })
}
