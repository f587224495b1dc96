import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { ConfigError } from '../../platform/config.ts'
import { ownAccount } from '../../platform/data-dir.ts'
import { tiedCommand } from './processes.ts'

const NOT_SOURCES = new Set(['node_modules', 'dist', '.cache'])

/**
 * Builds the web app unless `web/dist` was built from exactly these sources.
 * @param root the project's folder
 * @param signal aborts a running build
 * @throws ConfigError when our account may not write it, Error with Vite's own words when the build fails.
 */
export async function buildWebAppWhenStale(
  root: string,
  say: (sentence: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const web = join(root, 'web')
  const [dist, note] = [join(web, 'dist'), join(web, '.cache', 'built-from')]
  const sources = digest(root)
  const built = existsSync(join(dist, 'index.html')) ? builtFrom(note) : null
  if (built === sources) return
  if (built === 'unreadable') {
    const readable = `sudo chmod -R a+rX ${dirname(note)}`
    say(`${ownAccount()} may not read ${note}, so the web app is served as it is, perhaps outdated. Type: ${readable}`)
    return
  }
  for (const folder of [web, dist, dirname(note)]) refuseUnwritable(web, folder)
  say('building the web app')
  await run([join(web, 'build.ts')], web, signal)
  mkdirSync(dirname(note), { recursive: true })
  writeFileSync(note, sources)
  // Another account may start the product next, whatever our umask.
  chmodSync(dirname(note), 0o755)
  chmodSync(note, 0o644)
}

/** What the built web app was built from; null if nothing says so. */
function builtFrom(note: string): string | 'unreadable' | null {
  try {
    return readFileSync(note, 'utf8')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? 'unreadable' : null
  }
}

/** @throws ConfigError when our account may not write to a folder of the build */
function refuseUnwritable(web: string, folder: string): void {
  if (!existsSync(folder)) return
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    const account = ownAccount()
    throw new ConfigError(
      `The web app must be built again, and ${account} may not write to ${folder}. Type: sudo chown -R ${account} ${web}`,
    )
  }
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
  const files = ['web', 'contract', 'docs/guide'].flatMap((folder) => filesUnder(join(root, folder)))
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
