import { lstat, readdir, rename, rm, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { UPGRADE } from '@footnote/contract/shared/limits.ts'
import { formatFileSize } from '@footnote/contract/shared/timecode.ts'
import { UpgradeRefused } from '../../../platform/errors.ts'
import { runTied } from '../processes.ts'

/**
 * Copies a stopped cluster beside itself, to `postgres.before-TIME`, and removes the oldest copies. A copy gets its
 * name only when complete.
 * @param signal aborts the copy
 * @returns the copy's folder
 * @throws UpgradeRefused when there is not enough room
 */
export async function copyCluster(cluster: string, signal: AbortSignal): Promise<string> {
  const folder = dirname(cluster)
  const prefix = `${basename(cluster)}.before-`
  const kept = (await readdir(folder)).filter((name) => name.startsWith(prefix)).sort()
  const halves = kept.filter((name) => name.endsWith('.new'))
  const whole = kept.filter((name) => !name.endsWith('.new'))
  const oldest = whole.slice(0, Math.max(0, whole.length - UPGRADE.copies + 1))
  for (const name of [...halves, ...oldest]) await rm(join(folder, name), { recursive: true })
  await askForRoom(cluster)
  const time = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  const copy = join(folder, prefix + time)
  // Shares blocks with the original if the file system can.
  await runTied(['cp', '-a', cluster, `${copy}.new`], signal)
  await runTied(['sync'], signal)
  await rename(`${copy}.new`, copy)
  return copy
}

async function askForRoom(cluster: string): Promise<void> {
  const needed = (await sizeOf(cluster)) * UPGRADE.room
  const { bavail, bsize } = await statfs(dirname(cluster))
  if (bavail * bsize >= needed) return
  throw new UpgradeRefused(
    `A copy of the database is kept before it is upgraded. That needs ${formatFileSize(needed)} in ${dirname(cluster)}, where ` +
      `${formatFileSize(bavail * bsize)} are free. Make room and start again; or copy ${cluster} to another disk, and start ` +
      'with UPGRADE_COPY=off.',
  )
}

/** Bytes of all files below a folder. */
export async function sizeOf(folder: string): Promise<number> {
  let bytes = 0
  for (const { name, parentPath } of await readdir(folder, { recursive: true, withFileTypes: true }))
    bytes += (await lstat(join(parentPath, name))).size
  return bytes
}
