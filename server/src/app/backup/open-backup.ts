import type { ReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { openInside, PathExchanged } from '../../platform/storage/local/open-inside.ts'
import { CommandError } from '../command-error.ts'

/** Bytes to read before other work of the process gets a turn. */
const BLOCK = 1024 ** 2

/**
 * Opens a file of a backup, which may be on a disk that other accounts write to: a link could lead to any file of the
 * account that restores, often root.
 * @param folder as `findBackup` returns it; what takes its name later is refused
 * @throws CommandError for a link; the system's error
 */
export async function openBackup(folder: string, within: string): Promise<FileHandle> {
  try {
    return await openInside(folder, within)
  } catch (error) {
    if (!(error instanceof PathExchanged)) throw error
    throw new CommandError(`${path.join(folder, within)} is no file, or was exchanged. Use another backup.`)
  }
}

/** The content of a file of a backup. @throws CommandError for a link; the system's error */
export const readBackup = async (folder: string, within: string): Promise<ReadStream> =>
  (await openBackup(folder, within)).createReadStream({ highWaterMark: BLOCK })
