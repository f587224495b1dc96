import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { toolsFor, UntriedError } from './confine.ts'
import { startDecoder } from './decoder.ts'
import { startBesideEngines } from './engine.ts'
import { withJobFolder } from './job-folder.ts'
import type { Launcher } from './launcher.ts'
import type { ConfinedProgram } from './processes.ts'

/** What a program obtained that it must not have. */
export interface Loot {
  /** A file that the decoder of another job has written, or a place for one in its folder. */
  readonly job: boolean
  /** A private file of Footnote. */
  readonly files: boolean
  readonly network: boolean
}

/** A decoder at work: writes a file, and waits. */
const NEIGHBOUR = 'echo "$1" > "$2" && echo ready && exec sleep 60'
const PLANTED = 'planted'
/**
 * Looks for the neighbour's file below every process and by its path, tries to add another one, and reads a private
 * file of the product.
 */
const INTRUDER = `
for at in /proc/[0-9]*/cwd "$1"; do
  [ -e "$at/$2" ] && { cat "$at/$2"; (: > "$at/${PLANTED}"); } 2>/dev/null
done
(: > "$1/${PLANTED}") 2>/dev/null
cat "$3" 2>/dev/null
echo done`
const TRIAL = ['true'] as const
const PATIENCE_MS = 20_000
const FILE_BYTES = 2 ** 20

let known: Promise<{ decoders: Loot; engines: Loot }> | undefined

/**
 * Plays two intruders, one where decoders run and one where engines run, while the decoder of another job works.
 * Remembers the result for as long as this process lives.
 * @param work_dir absolute path of the folder for job folders
 * @throws UntriedError when something ended a program; the next call plays again
 */
export function tryIntruders(launcher: Launcher, work_dir: string): Promise<{ decoders: Loot; engines: Loot }> {
  known ??= play(launcher, work_dir)
  known.catch(() => {
    known = undefined
  })
  return known
}

async function play(launcher: Launcher, work_dir: string): Promise<{ decoders: Loot; engines: Loot }> {
  const { bubblewrap, offline } = await toolsFor(launcher, TRIAL)
  const network = !bubblewrap && !offline
  return await withJobFolder(work_dir, async (theirs) => {
    const [name, secret] = [randomUUID(), randomUUID()]
    const neighbour = await startShell(theirs, NEIGHBOUR, secret, name)
    try {
      await hears(neighbour, 'ready')
      return await withJobFolder(work_dir, async (private_folder) => {
        const kept = { file: path.join(private_folder, name), content: randomUUID() }
        await writeFile(kept.file, kept.content, { mode: 0o600 })
        const rob = async (intruder: ConfinedProgram): Promise<Loot> => {
          const printed = await hears(intruder, 'done')
          const planted = await rm(path.join(theirs, PLANTED)).then(
            () => true,
            () => false,
          )
          return { job: planted || printed.includes(secret), files: printed.includes(kept.content), network }
        }
        const words = [theirs, name, kept.file]
        const decoders = await withJobFolder(work_dir, async (own) => rob(await startShell(own, INTRUDER, ...words)))
        return {
          decoders,
          engines: await rob(await startBesideEngines(launcher, ['sh', '-c', INTRUDER, 'sh', ...words])),
        }
      })
    } finally {
      neighbour.kill()
      await neighbour.ended.catch(() => undefined)
    }
  })
}

/** Starts a script as a decoder of the job with this folder. */
async function startShell(folder: string, script: string, ...words: string[]): Promise<ConfinedProgram> {
  const input = path.join(folder, 'input')
  await writeFile(input, '')
  return await startDecoder({
    trial: TRIAL,
    program: 'sh',
    folder,
    input,
    arguments: () => ['-c', script, 'sh', ...words],
    fileBytes: FILE_BYTES,
  })
}

/**
 * Waits until a program prints a line.
 * @returns what it has printed
 * @throws UntriedError when it ends before
 */
async function hears({ stdout, stderr, extra, ended, kill }: ConfinedProgram, line: string): Promise<string> {
  const timer = setTimeout(kill, PATIENCE_MS)
  stderr.resume()
  extra?.resume()
  let printed = ''
  const heard = new Promise<void>((resolve) => {
    stdout.on('data', (part: Buffer) => {
      printed += part
      if (printed.endsWith(`${line}\n`)) resolve()
    })
  })
  await Promise.race([heard, ended]).finally(() => clearTimeout(timer))
  if (!printed.endsWith(`${line}\n`)) throw new UntriedError(new Error('An intruder ended early.'))
  return printed
}
