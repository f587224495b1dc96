import { execFile } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Joins the mp4 videos of a folder, which must have one format, and repeats them, without encoding again.
 * @param into folder for the file
 * @returns path of a file of this many seconds
 */
export async function joinVideos(from: string, into: string, seconds: number): Promise<string> {
  const names = (await readdir(from)).filter((name) => name.endsWith('.mp4')).sort()
  const list = path.join(into, 'list.txt')
  await writeFile(list, names.map((name) => `file '${path.resolve(from, name)}'\n`).join(''))
  const [joined, repeated] = [path.join(into, 'joined.mp4'), path.join(into, 'video.mp4')]
  const quiet = ['-v', 'error', '-nostdin', '-y']
  await run('ffmpeg', [...quiet, '-f', 'concat', '-safe', '0', '-i', list, '-c', 'copy', joined])
  const whole = ['-t', String(seconds), '-c', 'copy', '-movflags', '+faststart', repeated]
  await run('ffmpeg', [...quiet, '-stream_loop', '-1', '-i', joined, ...whole])
  return repeated
}
