import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** How the content of every file of the folder begins. */
export const FILM = 'film '
/** How the content of every file of somebody else begins. */
export const FOREIGN = 'not for others'

interface ExchangeOptions {
  /** The folder to make. */
  readonly folder: string
  /** Number of its files. */
  readonly files: number
  /** A file that the product may read, and the writer of the folder may not. */
  readonly key: string
  /** Whose the files are; ours by default. */
  readonly owner?: { readonly uid: number; readonly gid: number }
}

/**
 * Makes a folder of files, and lets another process exchange the names of half of them, and of the folders of the
 * others, for links: to a key, and to folders with files of somebody else. All have the same size and time.
 * @returns a function that ends that, leaves every name as it was, and returns how often a link took a name
 */
export async function exchangedFolder({ folder, files, key, owner }: ExchangeOptions): Promise<() => Promise<number>> {
  const [shoot, outside] = [path.join(folder, 'Shoot'), `${folder} outside`]
  const { size } = await stat(key)
  const earlier = new Date(Date.now() - 60_000)
  const made = new Set([folder])
  const put = async (file: string, content: string) => {
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, content.padEnd(size))
    await utimes(file, earlier, earlier)
    made.add(file).add(path.dirname(file))
  }
  const names: string[] = []
  for (let number = 0; number < files; number += 1) {
    const [shot, day] = [`shot ${number}.mp4`, `Day ${number}`]
    if (number % 2 === 0) {
      await put(path.join(shoot, shot), `${FILM}${number}`)
      await symlink(key, path.join(shoot, `.link-${shot}`))
      names.push(path.join(shoot, shot))
    } else {
      await put(path.join(shoot, day, shot), `${FILM}${number}`)
      await put(path.join(outside, day, shot), FOREIGN)
      await symlink(path.join(outside, day), path.join(shoot, `.link-${day}`))
      names.push(path.join(shoot, day))
    }
  }
  await utimes(key, earlier, earlier)
  if (owner) for (const place of made) await chown(place, owner.uid, owner.gid)
  const list = `${folder}.json`
  await writeFile(list, JSON.stringify(names))
  const exchanger = fork(path.join(import.meta.dirname, 'name-exchanger.ts'), [list], { execArgv: [] })
  await once(exchanger, 'message')
  return async () => {
    const ended = Promise.all([once(exchanger, 'message'), once(exchanger, 'exit')])
    exchanger.kill('SIGTERM')
    const [[swaps]] = await ended
    return Number(swaps)
  }
}
