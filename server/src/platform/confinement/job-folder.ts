import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { beginJob, endJob } from './accounts/held-accounts.ts'
import { takeBack, takeBackAbandoned } from './hand-over.ts'

const OWN = `${hostname().replaceAll(/[^a-zA-Z0-9]/g, '')}-${process.pid}-`
const FOLDER = /^([a-zA-Z0-9]*)-(\d+)-/

/**
 * Calls `act` with a new private folder, and removes it in any case.
 * @param root absolute path of the folder for job folders; created if missing
 */
export async function withJobFolder<T>(root: string, act: (folder: string) => Promise<T>): Promise<T> {
  const folder = await openJobFolder(root)
  try {
    return await act(folder)
  } finally {
    await closeJobFolder(folder)
  }
}

/** Makes a new private folder for a job. Its decoders run as an account that no other job has meanwhile. */
export async function openJobFolder(root: string): Promise<string> {
  await mkdir(root, { recursive: true, mode: 0o711 })
  const folder = await mkdtemp(path.join(root, OWN))
  beginJob(folder)
  return folder
}

/** Ends a job: what its decoders left behind, then its folder. */
export async function closeJobFolder(folder: string): Promise<void> {
  try {
    await takeBack(folder)
    await rm(folder, { recursive: true, force: true })
  } finally {
    await endJob(folder)
  }
}

/** Removes the folders of this machine's killed processes. Call before this process has folders of its own. */
export async function removeAbandonedFolders(root: string): Promise<void> {
  const names = await readdir(root).catch(() => [])
  for (const name of names) {
    const [, host, pid] = FOLDER.exec(name) ?? []
    if (`${host}-` !== OWN.slice(0, OWN.indexOf('-') + 1)) continue
    if (Number(pid) !== process.pid && isAlive(Number(pid))) continue
    await takeBackAbandoned(path.join(root, name))
    await rm(path.join(root, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
