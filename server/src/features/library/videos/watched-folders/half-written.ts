import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ReadBytes } from '@footnote/contract/shared/containers/boxes.ts'
import { completenessOf } from '@footnote/contract/shared/containers/completeness.ts'
import type { FoundFile } from './scan-folder.ts'

/** Milliseconds after which a file without its end is damaged: nobody is still copying it. */
const STILL_WHEN_CUT = 600_000
/** Milliseconds after which nobody asks who has a file open: an archive has thousands of files. */
const OLD = 3_600_000

/** Nothing was taken of a file, because it is not written to its end. The message is for people. */
export class HalfWritten extends Error {}

/** A program has the file open for writing, so that nobody needs to wait once it has closed it. */
export class StillOpen extends HalfWritten {}

/**
 * Refuses a file that is not written to its end, as far as that can be known.
 * @param still milliseconds since it has changed
 * @throws HalfWritten
 */
export async function refuseHalfWritten(
  { size, mtime, identity }: FoundFile,
  read: ReadBytes,
  { still, writers }: { readonly still: number; readonly writers: Writers },
): Promise<void> {
  if (Date.now() - mtime.getTime() < OLD && (await writers.have(identity)))
    throw new StillOpen('A program still has it open for writing.')
  const completeness = await completenessOf(read, size)
  if (completeness === 'no_index')
    throw new HalfWritten(
      'It has no index, so its copy or its recording has not ended. It can be taken once it has one.',
    )
  if (completeness === 'cut' && still < STILL_WHEN_CUT)
    throw new HalfWritten(
      'Its end is missing, so its copy has not ended. If nothing comes for ten minutes, it can be taken.',
    )
}

/** Milliseconds for which a list of open files is used: a folder may have thousands of files. */
const FRESH = 2_000

/** The programs that write files. Linux shows those of this account, or all if it is root; other systems show none. */
export class Writers {
  #listed_at = Number.NEGATIVE_INFINITY
  #identities: ReadonlySet<string> = new Set()

  /** Whether a program had a file open for writing in the last two seconds. */
  async have(identity: string): Promise<boolean> {
    if (performance.now() - this.#listed_at > FRESH) {
      this.#identities = new Set(await listOpen())
      this.#listed_at = performance.now()
    }
    return this.#identities.has(identity)
  }
}

/** Identities of all files that are open for writing. */
async function listOpen(): Promise<string[]> {
  const found: string[] = []
  for (const process of await namesIn('/proc'))
    if (/^\d+$/.test(process)) {
      const folder = path.join('/proc', process)
      for (const file of await namesIn(path.join(folder, 'fd'))) {
        const identity = await identityOfWriter(folder, file)
        if (identity) found.push(identity)
      }
    }
  return found
}

/** Processes of other accounts are closed to us, and any may end meanwhile. */
const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

async function identityOfWriter(process: string, file: string): Promise<string | null> {
  try {
    const about = await readFile(path.join(process, 'fdinfo', file), 'utf8')
    // The lowest two bits of the octal flags of open(2) are the kind of access: 0 is reading alone.
    if ((Number.parseInt(/^flags:\s*([0-7]+)/m.exec(about)?.[1] ?? '0', 8) & 3) === 0) return null
    const { dev, ino } = await stat(path.join(process, 'fd', file), { bigint: true })
    return `${dev}:${ino}`
  } catch {
    return null
  }
}
