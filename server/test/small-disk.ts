import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A file system in memory that a test can fill. */
export interface SmallDisk {
  readonly folder: string
  /** Changes its size, in bytes. */
  resize(bytes: number): Promise<void>
  remove(): Promise<void>
}

/** Mounts an empty disk of a few bytes, or returns the reason why it cannot: only root may, on Linux. */
export async function mountSmallDisk(bytes: number): Promise<SmallDisk | { readonly reason: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'footnote-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder])
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    return { reason: `A disk cannot be mounted here: ${error instanceof Error ? error.message : error}` }
  }
  return {
    folder,
    async resize(size) {
      await run('mount', ['-o', `remount,size=${size}`, folder])
    },
    async remove() {
      // Lazily: a program that has just ended may still use a file.
      await run('umount', ['-l', folder])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
