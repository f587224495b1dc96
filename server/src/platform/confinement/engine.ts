import { existsSync } from 'node:fs'
import { chmod, readdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { holdAccount } from './accounts/held-accounts.ts'
import { type Limits, limitWords, type Trial, toolsFor, viewOf } from './confine.ts'
import { type Launcher, ownLauncher } from './launcher.ts'
import { BACKGROUND } from './lower-priority.ts'
import type { ConfinedProgram } from './processes.ts'
import { start } from './start.ts'

/** One process of an engine: Node with a program of ours. */
export interface EngineLaunch {
  /** Absolute path of the program. */
  readonly program: string
  /** Options of Node. */
  readonly node_options: readonly string[]
  readonly arguments: readonly string[]
  /** Files and folders of models, as absolute paths. Everybody may read their content: it was published. */
  readonly models: readonly string[]
  /** Whether nobody waits for its answers. */
  readonly gives_way: boolean
}

const ROOT = path.resolve(import.meta.dirname, '../../../..')
/** What an engine may read of the product: code, the installed packages and Node, but no data. */
const CODE = [...['contract', 'node_modules', 'server'].map((name) => path.join(ROOT, name)), process.execPath]
/** Engines write nothing that anybody reads. libvips spills pictures over 100 MB to files; none comes near. */
const LIMITS: Limits = { fileBytes: 2 ** 20 }

/** Shows whether accounts of engines can read the product. */
const TRIAL: Trial = [process.execPath, '--check', import.meta.filename]

/**
 * Starts the process of an engine, confined by every means of this machine: no network, and no files but its models and
 * the product's code. What it works on reaches it through pipe 3.
 * @throws UntriedError when the means are unknown at the moment
 */
export async function startEngine(launch: EngineLaunch): Promise<ConfinedProgram> {
  const { program, node_options, models, gives_way } = launch
  const launcher = await ownLauncher()
  if (launcher.kind !== 'own') for (const each of models) await publish(each)
  const command = [process.execPath, ...node_options, program, ...launch.arguments]
  return await startBesideEngines(launcher, command, await withTargets(models), gives_way ? BACKGROUND : 0)
}

/**
 * Starts a command with the confines of an engine.
 * @param models that it may read, as absolute paths; none by default
 */
export async function startBesideEngines(
  launcher: Launcher,
  command: readonly string[],
  models: readonly string[] = [],
  niceness = 0,
): Promise<ConfinedProgram> {
  const tools = await toolsFor(launcher, TRIAL, CODE)
  // Root may have put the product where only root can read it. Without bubblewrap nobody else can run it there.
  const held = tools.bubblewrap || tools.account ? await holdAccount(launcher, 'engine') : null
  try {
    const running = await start(launcher, {
      command: [...limitWords(launcher, tools, LIMITS, niceness), ...command],
      folder: '/',
      extra: true,
      cell: { account: held?.account ?? null, view: await viewOf(tools, null, [...CODE, ...models]) },
      kind: 'engine',
      niceness,
    })
    const release = () => held?.release()
    running.exited.then(release, release)
    return running
  } catch (error) {
    await held?.release()
    throw error
  }
}

/** Lets other accounts read a model of ours. Those of others stay as they are. */
async function publish(place: string): Promise<void> {
  const found = await stat(place).catch(() => null)
  // The engine reports what is missing.
  if (!found) return
  const wanted = found.mode | (found.isDirectory() ? 0o055 : 0o044)
  if (found.uid === process.getuid?.() && wanted !== found.mode) await chmod(place, wanted & 0o7777)
  if (found.isDirectory()) for (const name of await readdir(place)) await publish(path.join(place, name))
}

/** The models, and the files that links in them lead to. */
async function withTargets(models: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const model of models) {
    if (!existsSync(model)) continue
    found.push(model)
    for (const entry of await readdir(model, { withFileTypes: true, recursive: true }).catch(() => []))
      if (entry.isSymbolicLink()) {
        const target = await realpath(path.join(entry.parentPath, entry.name)).catch(() => null)
        if (target) found.push(target)
      }
  }
  return found
}
