import { execFile, execFileSync } from 'node:child_process'
import { type FileHandle, mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A file system of a fixed size in memory, which can be filled to the last byte. */
export interface SmallDisk {
  /** A folder on it. */
  readonly folder: string
  /** Takes all free space, and all that becomes free meanwhile. */
  fill(): Promise<void>
  /** Frees that space. */
  makeRoom(): Promise<void>
  remove(): Promise<void>
}

/** Why no such disk can be made here; null if one can. */
export function whyNoDisk(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'a file system is mounted by root on Linux only'
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    return null
  } catch {
    return 'no file system may be mounted here'
  }
}

/** @param megabytes its size */
export async function makeDisk(megabytes: number): Promise<SmallDisk> {
  const mount = await mkdtemp(path.join(tmpdir(), 'footnote-disk-'))
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', mount])
  const folder = path.join(mount, 'data')
  await mkdir(folder, { mode: 0o755 })
  const ballast = path.join(mount, 'ballast')
  let filling: Promise<void> | undefined
  let full = false
  const stop = async () => {
    full = false
    await filling
    await rm(ballast, { force: true })
  }
  return {
    folder,
    async fill() {
      full = true
      await take(ballast)
      filling = (async () => {
        for (; full; await wait(50)) await take(ballast)
      })()
    },
    makeRoom: stop,
    async remove() {
      await stop()
      await run('umount', ['--lazy', mount])
      await rm(mount, { recursive: true, force: true })
    },
  }
}

/** Makes a file longer until there is no room for another page. */
async function take(file: string): Promise<void> {
  const handle = await open(file, 'a')
  try {
    for (const size of [1024 ** 2, 4096]) await lengthen(handle, Buffer.alloc(size))
  } finally {
    await handle.close()
  }
}

async function lengthen(handle: FileHandle, piece: Buffer): Promise<void> {
  try {
    for (;;) await handle.write(piece)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
