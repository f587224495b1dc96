import { type BigIntStats, constants } from 'node:fs'
import { chmod, copyFile, link, lstat, rm } from 'node:fs/promises'
import type { OpenFile } from '../storage.ts'
import { isSameFile, pathOfHandle } from './open-inside.ts'

/**
 * Gives an open file another name on the same disk: of a copy that shares its blocks, or else of itself, if it is ours.
 * @param to a path in a folder that only we can write to
 * @param mode of the copy
 * @returns false when the file system cannot, or when another file has taken the place of the open one
 */
export async function shareFile(file: OpenFile, to: string, mode: number): Promise<boolean> {
  return (await shareBlocks(file, to, mode)) || (await linkOwn(file, to))
}

async function shareBlocks(file: OpenFile, copy: string, mode: number): Promise<boolean> {
  const from = pathOfHandle(file.handle)
  if (from) return await clone(from, copy, mode)
  // Only names can be cloned here: a second one in our folder, which nobody else can exchange.
  const named = `${copy}.linked`
  try {
    return (await linkSame(file, named)) && (await clone(named, copy, mode))
  } finally {
    await rm(named, { force: true })
  }
}

/** @returns false when the file system cannot, which it says in many ways */
async function clone(from: string, copy: string, mode: number): Promise<boolean> {
  try {
    await copyFile(from, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE_FORCE)
    await chmod(copy, mode)
    return true
  } catch {
    await rm(copy, { force: true })
    return false
  }
}

/** Links a file of our account: programs that read stored files may get rights to those only. */
async function linkOwn(file: OpenFile, to: string): Promise<boolean> {
  return (await file.handle.stat()).uid === process.geteuid?.() && (await linkSame(file, to))
}

/** Links by name, since Node cannot link an open file, then looks whether it was that one. */
async function linkSame({ path, handle }: OpenFile, to: string): Promise<boolean> {
  const linked: BigIntStats | null = await link(path, to).then(
    () => lstat(to, { bigint: true }),
    () => null,
  )
  if (linked && isSameFile(linked, await handle.stat({ bigint: true }))) return true
  await rm(to, { force: true })
  return false
}
